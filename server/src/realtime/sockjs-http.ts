import { randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const YEAR_SEC = 31_536_000;

/** Keeps proxies and browsers from storing or changing an answer. */
export const neverStored = "no-store, no-cache, no-transform, must-revalidate, max-age=0";

/** A missing page of this endpoint: an empty body, by which SockJS's clients know it. */
export function missing(response: ServerResponse): void {
  response.writeHead(404).end();
}

/** Lets the page that asked, whose origin has been judged, read the answer. */
export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", headers.origin ?? "*");
  response.setHeader("Vary", "Origin");
  if (headers.origin !== undefined) response.setHeader("Access-Control-Allow-Credentials", "true");
  const asked = headers["access-control-request-headers"];
  if (asked !== undefined && /^[\w, -]{1,200}$/.test(asked)) {
    response.setHeader("Access-Control-Allow-Headers", asked);
  }
}

/** Answers a browser that asks whether it may call. */
export function preflight(response: ServerResponse, method: "GET" | "POST"): void {
  response.setHeader("Access-Control-Allow-Methods", `OPTIONS, ${method}`);
  response.setHeader("Access-Control-Max-Age", YEAR_SEC);
  response.setHeader("Cache-Control", `public, max-age=${YEAR_SEC}`);
  response.writeHead(204).end();
}

/** What a client asks first: which transports there are. */
export function info(response: ServerResponse): void {
  response.setHeader("Content-Type", "application/json; charset=UTF-8");
  response.setHeader("Cache-Control", neverStored);
  response.end(
    JSON.stringify({
      websocket: true,
      origins: ["*:*"],
      cookie_needed: false,
      entropy: randomInt(2 ** 32),
    }),
  );
}

/** Greets a person who opens the endpoint in a browser. */
export function greeting(response: ServerResponse): void {
  response.setHeader("Content-Type", "text/plain; charset=UTF-8");
  response.end("Welcome to SockJS!\n");
}

/** Reads a body of bounded size; null when it is larger. Rejects when the client breaks off. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // Left undestroyed, so that a body too large can still be answered.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

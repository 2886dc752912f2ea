import { randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const YEAR_SEC = 31_536_000;
const plainText = "text/plain; charset=UTF-8";

/** Keeps proxies and browsers from storing or changing an answer. */
export const neverStored = "no-store, no-cache, no-transform, must-revalidate, max-age=0";

/** A missing page of this endpoint: an empty body, by which SockJS's clients know it. */
export function missing(response: ServerResponse): void {
  response.writeHead(404).end();
}

/** A page that is there but not by this method. */
export function notAllowed(response: ServerResponse, allowed: string): void {
  response.writeHead(405, { Allow: allowed }).end();
}

/** A WebSocket's address that was asked for as if it were a page. */
export function notUpgraded({ headers }: IncomingMessage, response: ServerResponse): void {
  const fault =
    headers.upgrade?.toLowerCase() === "websocket"
      ? '"Connection" must be "Upgrade".'
      : 'Can "Upgrade" only to "WebSocket".';
  response.writeHead(400, { "Content-Type": plainText }).end(fault);
}

/** Lets the page that asked read the answer. */
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
  response.setHeader("Expires", new Date(Date.now() + YEAR_SEC * 1_000).toUTCString());
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
  response.setHeader("Content-Type", plainText);
  response.end("Welcome to SockJS!\n");
}

/** Answers that a post of messages was taken: to a script, or to a form, which shows a page. */
export function taken(response: ServerResponse, by: "script" | "form"): void {
  // Old Firefoxes read an answer without a type as XML, and old iPhones store answers to posts.
  response.setHeader("Content-Type", plainText);
  response.setHeader("Cache-Control", neverStored);
  if (by === "script") response.writeHead(204).end();
  else response.end("ok");
}

/** Answers what is wrong with a request of a session, as SockJS's protocol words it. */
export function faulty(response: ServerResponse, fault: string): void {
  response.setHeader("Content-Type", plainText);
  response.setHeader("Cache-Control", neverStored);
  response.writeHead(500).end(fault);
}

/** What a post carries: its body, or the field of a form for old browsers, which can send no other. */
export function payloadOf({ headers }: IncomingMessage, body: string): string {
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  return isForm ? (new URLSearchParams(body).get("d") ?? "") : body;
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

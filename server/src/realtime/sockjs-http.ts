import type { ErrorBody, RefusalCode } from "@gavelyard/contract/refusals";
import { msg, type Message } from "@gavelyard/messages/text";
import { randomInt } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";

const YEAR_SEC = 31_536_000;
const plainText = "text/plain; charset=UTF-8";

/** Value of `Cache-Control` that keeps proxies and browsers from storing or changing a response. */
export const neverStored = "no-store, no-cache, no-transform, must-revalidate, max-age=0";

export function missing(response: ServerResponse): void {
  response.writeHead(404).end();
}

/** Returns the JSON body of a refused connection. */
export function refusalText(status: number, say: (message: Message) => string): string {
  const [code, message] = refusals[status] ?? ["unreadable", msg("We can't read this request.")];
  return JSON.stringify({
    statusCode: status,
    error: STATUS_CODES[status] ?? "Error",
    message: say(message),
    code,
  } satisfies ErrorBody);
}

const refusals: Readonly<Record<number, readonly [RefusalCode, Message]>> = {
  403: ["cross-site", msg("Other sites can't connect here.")],
  413: ["too-large", msg("This message is too large.")],
  429: ["too-many-requests", msg("Too many connections from your address. Try again in a minute.")],
  503: ["unavailable", msg("The server is shutting down. Connect again in a moment.")],
};

export function notAllowed(response: ServerResponse, allowed: string): void {
  response.writeHead(405, { Allow: allowed }).end();
}

/** Sends a 400 for a WebSocket URL that was requested without a valid upgrade. */
export function notUpgraded({ headers }: IncomingMessage, response: ServerResponse): void {
  const fault =
    headers.upgrade?.toLowerCase() === "websocket"
      ? '"Connection" must be "Upgrade".'
      : 'Can "Upgrade" only to "WebSocket".';
  response.writeHead(400, { "Content-Type": plainText }).end(fault);
}

export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", headers.origin ?? "*");
  response.setHeader("Vary", "Origin");
  if (headers.origin !== undefined) response.setHeader("Access-Control-Allow-Credentials", "true");
  const requested = headers["access-control-request-headers"];
  if (requested !== undefined && /^[\w, -]{1,200}$/.test(requested)) {
    response.setHeader("Access-Control-Allow-Headers", requested);
  }
}

export function preflight(response: ServerResponse, method: "GET" | "POST"): void {
  response.setHeader("Access-Control-Allow-Methods", `OPTIONS, ${method}`);
  response.setHeader("Access-Control-Max-Age", YEAR_SEC);
  response.setHeader("Cache-Control", `public, max-age=${YEAR_SEC}`);
  response.setHeader("Expires", new Date(Date.now() + YEAR_SEC * 1_000).toUTCString());
  response.writeHead(204).end();
}

/** Sends the `/info` response, with which clients choose a transport. */
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

export function greeting(response: ServerResponse): void {
  response.setHeader("Content-Type", plainText);
  response.end("Welcome to SockJS!\n");
}

/** Confirms a POST of messages. */
export function taken(response: ServerResponse): void {
  // Old versions of Firefox parse a response without a type as XML; old iPhones cache POSTs.
  response.setHeader("Content-Type", plainText);
  response.setHeader("Cache-Control", neverStored);
  response.writeHead(204).end();
}

/** Sends a 500 that says what is wrong with a request, in the words of the SockJS protocol. */
export function faulty(response: ServerResponse, fault: string): void {
  response.setHeader("Content-Type", plainText);
  response.setHeader("Cache-Control", neverStored);
  response.writeHead(500).end(fault);
}

/** Reads a request body; null when it exceeds `maxBytes`. Rejects when the client disconnects. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // The request stays open, so that an oversized body still gets a response.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

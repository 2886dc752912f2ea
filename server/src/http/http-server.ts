import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";

/** What takes live connections. */
export interface LiveConnections {
  /** Whether an address is one of theirs. */
  owns(url: string | undefined): boolean;
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** How slow a client may be before it is cut, ms. */
export interface Patience {
  /** Until a request's head is there. */
  readonly headMs: number;
  /** Until a whole request is there: long enough for pictures from a phone on a weak network. */
  readonly requestMs: number;
  /** Without a byte in either direction, as of somebody who asks and never reads. */
  readonly silenceMs: number;
}

const usualPatience: Patience = { headMs: 15_000, requestMs: 120_000, silenceMs: 120_000 };

/** The one listener for pages, calls and live connections, which cuts clients that are too slow. */
export function createHttpServer(
  handler: RequestListener,
  live: LiveConnections,
  patience: Patience = usualPatience,
): Server {
  const { headMs, requestMs, silenceMs } = patience;
  const server = createServer(
    {
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.ceil(headMs / 3),
      // Longer than load balancers keep theirs, so that they never write into a closing one.
      keepAliveTimeout: 72_000,
      // Who offers another protocol elsewhere, as some clients do with HTTP/2, is served by this one.
      shouldUpgradeCallback: ({ url }) => live.owns(url),
    },
    (request, response) => {
      // Live connections go past the parsers: SockJS posts content types of its own.
      if (live.owns(request.url)) live.handleRequest(request, response);
      else handler(request, response);
    },
  );
  server.timeout = silenceMs;
  server.on("upgrade", (request, socket, head) => live.handleUpgrade(request, socket, head));
  return server;
}

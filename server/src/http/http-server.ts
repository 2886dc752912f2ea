import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { Connections } from "./connections.ts";

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
  /** Until a whole request is there: long enough for many pictures from a phone on a weak network. */
  readonly requestMs: number;
  /** How long a body may stand still; beyond that it must arrive at 1 kB/s. */
  readonly bodyMs: number;
  /** Without a byte in either direction, as of somebody who asks and never reads. */
  readonly silenceMs: number;
}

const defaultPatience: Patience = {
  headMs: 15_000,
  requestMs: 3_600_000,
  bodyMs: 10_000,
  silenceMs: 120_000,
};

/** A server and its connections, which outlive its port when it stops. */
export interface HttpServer {
  readonly server: Server;
  readonly connections: Connections;
}

/** The one listener for pages, calls and live connections, which cuts clients that are too slow. */
export function createHttpServer(
  handler: RequestListener,
  live: LiveConnections,
  patience: Patience = defaultPatience,
): HttpServer {
  const { headMs, requestMs, bodyMs, silenceMs } = patience;
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
      connections.add(request, response);
      // Live connections go past the parsers: SockJS posts content types of its own.
      if (live.owns(request.url)) live.handleRequest(request, response);
      else handler(request, response);
    },
  );
  const connections = new Connections(server, bodyMs);
  server.timeout = silenceMs;
  server.on("upgrade", (request, socket, head) => {
    connections.release(request.socket);
    live.handleUpgrade(request, socket, head);
  });
  return { server, connections };
}

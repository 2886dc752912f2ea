import { msg } from "@gavelyard/messages/text";
import type { ErrorBody } from "@gavelyard/contract/refusals";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Duplex } from "node:stream";
import { Connections } from "./connections.ts";
import { answerOn, errorBodyOf } from "../errors.ts";

export interface LiveConnections {
  owns(url: string | undefined): boolean;
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Timeouts of slow clients, in ms. */
export interface ClientTimeouts {
  /** Until the headers are complete, also of a connection's first request. */
  readonly headMs: number;
  /** Until the request is complete: enough for many pictures over a weak mobile network. */
  readonly requestMs: number;
  /** Maximum stall of a body, which must otherwise arrive at 1 kB/s. */
  readonly bodyMs: number;
  /** Without a byte in either direction, as from a client that never reads. */
  readonly silenceMs: number;
}

const defaultTimeouts: ClientTimeouts = {
  headMs: 15_000,
  requestMs: 3_600_000,
  bodyMs: 10_000,
  silenceMs: 120_000,
};

export interface HttpServer {
  readonly server: Server;
  readonly connections: Connections;
}

/** Returns why a request's host could be read differently by a proxy; null if it names one. */
function hostFault({ httpVersion, rawHeaders }: IncomingMessage): ErrorBody | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
  if (hosts > 1)
    return errorBodyOf(
      "unreadable",
      msg("This request has more than one Host header. Nothing was changed."),
    );
  if (hosts === 0 && httpVersion === "1.1")
    return errorBodyOf("unreadable", msg("This request has no Host header. Nothing was changed."));
  return null;
}

function refuseHost(response: ServerResponse, fault: ErrorBody): void {
  response
    .writeHead(400, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      Connection: "close",
    })
    .end(JSON.stringify(fault));
}

/** Refuses a request on a socket that the server no longer handles. */
function refuseOn(socket: Duplex, refusal: ErrorBody): void {
  socket.on("error", () => {});
  socket.once("finish", () => socket.destroy());
  answerOn(socket, refusal);
}

/** Some proxies append the visitor's port, which would make the address unreadable. */
function dropForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers["x-forwarded-for"];
  if (typeof forwarded !== "string" || !forwarded.includes(":")) return;
  headers["x-forwarded-for"] = forwarded
    .split(",")
    .map((entry) =>
      entry
        .trim()
        .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
        .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1"),
    )
    .join(", ");
}

/** A certificate with its chain, and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Creates the server for pages, calls and live connections, with TLS if there is a certificate. It
 * cuts slow clients.
 */
export function createHttpServer(
  handler: RequestListener,
  live: LiveConnections,
  {
    timeouts = defaultTimeouts,
    certificate = null,
  }: {
    readonly timeouts?: ClientTimeouts;
    readonly certificate?: Certificate | null;
  } = {},
): HttpServer {
  const { headMs, requestMs, silenceMs } = timeouts;
  const options = {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.ceil(headMs / 3),
    // Longer than load balancers keep theirs, so that they never write to a connection that is
    // closing.
    keepAliveTimeout: 72_000,
    // Rejected below with a message; Node would send an empty response.
    requireHostHeader: false,
    // Other upgrades, such as HTTP/2 offered by some clients, are ignored.
    shouldUpgradeCallback: ({ url, headers }: IncomingMessage) =>
      live.owns(url) && headers.upgrade?.toLowerCase() === "websocket",
  };
  const answer: RequestListener = (request, response) => {
    connections.add(request, response);
    dropForwardedPorts(request);
    const fault = hostFault(request);
    if (fault !== null) {
      refuseHost(response, fault);
      return;
    }
    // Live connections bypass the parsers, since SockJS posts its own content types.
    if (live.owns(request.url)) live.handleRequest(request, response);
    else handler(request, response);
  };
  const server =
    certificate === null
      ? createServer(options, answer)
      : createTlsServer({ ...options, ...certificate, handshakeTimeout: headMs }, answer);
  // Ignores unknown `Expect` headers; Node would send an empty response.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  const connections = new Connections(server, timeouts);
  server.timeout = silenceMs;
  server.on("upgrade", (request, socket, head) => {
    connections.release(request.socket);
    dropForwardedPorts(request);
    const fault = hostFault(request);
    if (fault === null) live.handleUpgrade(request, socket, head);
    else refuseOn(socket, fault);
  });
  server.on("connect", (request, socket) => {
    connections.release(request.socket);
    refuseOn(
      socket,
      errorBodyOf("method-not-allowed", "This server isn't a proxy. Request a path of this site."),
    );
  });
  return { server, connections };
}

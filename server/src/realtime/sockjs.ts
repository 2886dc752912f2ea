import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { SayFor } from "./close-codes.ts";
import { sockJsMessages, type Connection } from "./connection.ts";
import { HttpSession } from "./http-session.ts";
import type { LiveLimits, MessageLimits } from "./limits.ts";
import type { OriginRule } from "./origins.ts";
import { readerStyles, type ReaderStyle } from "./reader-styles.ts";
import {
  allowOrigin,
  faulty,
  greeting,
  info,
  missing,
  neverStored,
  notAllowed,
  notUpgraded,
  preflight,
  readBody,
  refusalText,
  taken,
} from "./sockjs-http.ts";
import type { SockJsSettings } from "./sockjs-settings.ts";
import { WebSocketConnection } from "./web-socket-connection.ts";

/** Maximum size of a POST, in frames: JSON enlarges frames, and a POST may carry several. */
const WRAPPED_FACTOR = 4;
/** Idle time after which TCP keep-alive probes a silent peer, in ms. */
const KEEP_ALIVE_MS = 30_000;
const stompProtocols = ["v12.stomp", "v11.stomp", "v10.stomp"];

/**
 * Counts a request of a network. Over its limit it returns false and calls `refuse`, at once or
 * later.
 */
export type AdmitsRequest = (network: string, socket: Duplex, refuse: () => void) => boolean;

export interface SockJsOptions {
  readonly prefix: string;
  readonly settings: SockJsSettings;
  readonly origins: OriginRule;
  /** Whether to accept a connection from this network, if only to send it an ERROR. */
  readonly mayAttempt: (network: string) => boolean;
  readonly admits: AdmitsRequest;
  readonly networkOf: (request: IncomingMessage) => string;
  readonly onConnection: (connection: Connection) => void;
  readonly sayFor: SayFor;
  readonly limits: Pick<LiveLimits, "frameBytes"> & MessageLimits;
}

const methods = {
  websocket: "GET",
  xhr: "POST",
  xhr_streaming: "POST",
  xhr_send: "POST",
  eventsource: "GET",
} as const;
type Transport = keyof typeof methods;

interface SessionPath {
  readonly session: string;
  readonly transport: Transport;
}

/**
 * The server side of SockJS: turns its transports over WebSocket and HTTP into connections. It runs
 * before the server's body parsers, since SockJS posts have content types of their own.
 */
export class SockJs {
  readonly #options: SockJsOptions;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #webSockets: WebSocketServer;
  readonly #maxMessageBytes: number;
  #closing = false;

  constructor(options: SockJsOptions) {
    this.#options = options;
    this.#maxMessageBytes = options.limits.frameBytes * WRAPPED_FACTOR;
    this.#webSockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      clientTracking: false,
      maxPayload: this.#maxMessageBytes,
      handleProtocols: (offered) =>
        stompProtocols.find((protocol) => offered.has(protocol)) ?? false,
    });
    this.#webSockets.on("wsClientError", (_error, socket, request) =>
      this.#refuseUpgrade(request, socket, 400),
    );
  }

  owns(url: string | undefined): boolean {
    const { prefix } = this.#options;
    return url?.startsWith(prefix) === true && /^(?:[/?]|$)/.test(url.slice(prefix.length));
  }

  refuseNew(): void {
    this.#closing = true;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Without a listener, a client that disconnects before its connection exists would crash us.
    const ignore = () => {};
    socket.on("error", ignore);
    const network = this.#options.networkOf(request);
    if (!this.#options.admits(network, socket, () => this.#refuseUpgrade(request, socket, 429)))
      return;
    const path = this.#pathOf(request);
    const raw = path === rawPath;
    if (!raw && sessionPath(path)?.transport !== "websocket")
      return this.#refuseUpgrade(request, socket, 404);
    if (request.method !== "GET")
      return this.#refuseUpgrade(request, socket, 405, "Allow: GET\r\n");
    if (!this.#options.origins.mayConnect(request.headers))
      return this.#refuseUpgrade(request, socket, 403);
    if (this.#closing) return this.#refuseUpgrade(request, socket, 503, "Retry-After: 2\r\n");
    if (!this.#options.mayAttempt(network)) return this.#refuseUpgrade(request, socket, 429);
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      socket.off("error", ignore);
      if (socket instanceof Socket) socket.setKeepAlive(true, KEEP_ALIVE_MS);
      const encoding = raw ? "raw" : "sockjs-websocket";
      const { settings, limits } = this.#options;
      const { heartbeatMs } = settings;
      const accepted = request.headers["accept-language"];
      this.#options.onConnection(
        new WebSocketConnection(webSocket, socket, {
          encoding,
          network,
          accepted,
          heartbeatMs,
          limits,
        }),
      );
    });
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    // Keeps browsers from guessing that a response is a script or a page.
    response.setHeader("X-Content-Type-Options", "nosniff");
    const network = this.#options.networkOf(request);
    const refuse = () => this.#refuse(request, response, 429);
    if (!this.#options.admits(network, request.socket, refuse)) return;
    const path = this.#pathOf(request);
    const { method } = request;
    if (path === rawPath) return missedUpgrade(request, response);
    const at = sessionPath(path);
    if (at === null) return this.#outsideSessions(path, request, response);
    const { session, transport } = at;
    if (transport === "websocket") return missedUpgrade(request, response);
    const expected = methods[transport];
    // A preflight gives no access; the request after it is checked for its origin.
    if (method !== "OPTIONS" && !this.#options.origins.mayConnect(request.headers)) {
      this.#refuse(request, response, 403);
      return;
    }
    allowOrigin(request, response);
    if (method === "OPTIONS") return preflight(response, expected);
    if (method !== expected) return notAllowed(response, `OPTIONS, ${expected}`);
    if (transport === "xhr_send") {
      this.#post(request, response, session).catch(() => response.destroy());
      return;
    }
    this.#read(request, response, { name: session, network, style: readerStyles[transport] });
  }

  /** Handles the pages outside sessions, which are the same for every origin. */
  #outsideSessions(path: string, request: IncomingMessage, response: ServerResponse): void {
    const { method } = request;
    const isInfo = path === "/info";
    if (!isInfo && path !== "" && path !== "/") return missing(response);
    allowOrigin(request, response);
    if (isInfo && method === "OPTIONS") return preflight(response, "GET");
    if (method !== "GET" && method !== "HEAD")
      return notAllowed(response, isInfo ? "OPTIONS, GET" : "GET");
    if (!isInfo) return greeting(response);
    return this.#closing ? this.#refuseClosing(request, response) : info(response);
  }

  #pathOf({ url = "" }: IncomingMessage): string {
    return url.slice(this.#options.prefix.length).split("?", 1)[0] ?? "";
  }

  #read(
    request: IncomingMessage,
    response: ServerResponse,
    { name, network, style }: { name: string; network: string; style: ReaderStyle },
  ): void {
    let session = this.#sessions.get(name);
    if (session === undefined) {
      const { settings, limits } = this.#options;
      if (this.#closing) return this.#refuseClosing(request, response);
      if (!this.#options.mayAttempt(network)) {
        this.#refuse(request, response, 429);
        return;
      }
      const opener = { network, accepted: request.headers["accept-language"] };
      session = new HttpSession(opener, settings, limits, () => this.#sessions.delete(name));
      this.#sessions.set(name, session);
      this.#options.onConnection(session);
    }
    response.writeHead(200, {
      "Content-Type": style.contentType,
      "Cache-Control": neverStored,
      "X-Accel-Buffering": "no",
    });
    session.attach(response, style);
  }

  async #post(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const session = this.#sessions.get(name);
    if (session === undefined) return missing(response);
    const body = await readBody(request, this.#maxMessageBytes);
    if (body === null) {
      this.#refuse(request, response, 413, { Connection: "close" });
      return;
    }
    if (body === "") return faulty(response, "Payload expected.");
    const messages = sockJsMessages(body);
    if (messages === null) return faulty(response, "Broken JSON encoding.");
    taken(response);
    for (const message of messages) session.receive(message);
  }

  #refusalText(request: IncomingMessage, status: number): string {
    const accepted = request.headers["accept-language"];
    return refusalText(status, (message) => this.#options.sayFor(message, accepted));
  }

  /** Refuses a request that SockJS prescribes no response for. */
  #refuse(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    response
      .writeHead(status, { ...headers, "Content-Type": "application/json; charset=utf-8" })
      .end(this.#refusalText(request, status));
  }

  #refuseClosing(request: IncomingMessage, response: ServerResponse): void {
    this.#refuse(request, response, 503, { "Retry-After": "2" });
  }

  #refuseUpgrade(request: IncomingMessage, socket: Duplex, status: number, header = ""): void {
    // SockJS prescribes an empty body for these.
    const body = status === 404 || status === 405 ? "" : this.#refusalText(request, status);
    const type = body === "" ? "" : "Content-Type: application/json; charset=utf-8\r\n";
    // The server's sockets stay half open after `end`, so a refused one is destroyed.
    socket.once("finish", () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${header}${type}Connection: close\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
}

const rawPath = "/websocket";
const sessionPattern = /^\/[^/.]+\/(?<session>[^/.]+)\/(?<transport>[a-z_]+)$/;

function sessionPath(path: string): SessionPath | null {
  const { session, transport = "" } = sessionPattern.exec(path)?.groups ?? {};
  return session !== undefined && isTransport(transport) ? { session, transport } : null;
}

function isTransport(name: string): name is Transport {
  return Object.hasOwn(methods, name);
}

function missedUpgrade(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === "GET") notUpgraded(request, response);
  else notAllowed(response, "GET");
}

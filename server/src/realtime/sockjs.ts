import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { sockJsMessages, type Connection } from "./connection.ts";
import { HttpSession } from "./http-session.ts";
import type { OriginRule } from "./origins.ts";
import { readerStyle, type ReaderStyle } from "./reader-styles.ts";
import { SockJsFrame } from "./sockjs-frame.ts";
import {
  allowOrigin,
  faulty,
  greeting,
  info,
  missing,
  neverStored,
  notAllowed,
  notUpgraded,
  payloadOf,
  preflight,
  readBody,
  taken,
} from "./sockjs-http.ts";
import type { SockJsSettings } from "./sockjs-settings.ts";
import { WebSocketConnection } from "./web-socket-connection.ts";

/** SockJS wraps frames in JSON, which may swell them; a post may carry several. */
const WRAPPED_FACTOR = 4;
/** A peer that vanished without a word is found by the operating system after this time, in ms. */
const KEEP_ALIVE_MS = 30_000;
const stompProtocols = ["v12.stomp", "v11.stomp", "v10.stomp"];

export interface SockJsOptions {
  /** Where the endpoint is; it ends without a slash. */
  readonly prefix: string;
  readonly settings: SockJsSettings;
  /** Which pages may connect. */
  readonly origins: OriginRule;
  /** Whether one more connection of this address is let in far enough to be told what is wrong. */
  readonly mayKnock: (address: string) => boolean;
  /** The address of who makes a request. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly onConnection: (connection: Connection) => void;
  readonly frameBytes: number;
}

/** How each transport of a session is asked for. */
const methods = {
  websocket: "GET",
  xhr: "POST",
  xhr_streaming: "POST",
  xhr_send: "POST",
  eventsource: "GET",
  jsonp: "GET",
  jsonp_send: "POST",
  htmlfile: "GET",
} as const;
type Transport = keyof typeof methods;

interface SessionPath {
  readonly session: string;
  readonly transport: Transport;
}

/**
 * SockJS's side of the wire: its transports over WebSocket and HTTP, made into connections. Stands
 * before the server's own parsers, since its posts have content types of their own.
 */
export class SockJs {
  readonly #options: SockJsOptions;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #webSockets: WebSocketServer;
  readonly #maxMessageBytes: number;
  readonly #frame: SockJsFrame;
  #closing = false;

  constructor(options: SockJsOptions) {
    this.#options = options;
    this.#maxMessageBytes = options.frameBytes * WRAPPED_FACTOR;
    this.#frame = new SockJsFrame(options.prefix, options.origins.frameAncestors);
    this.#webSockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      clientTracking: false,
      maxPayload: this.#maxMessageBytes,
      handleProtocols: (offered) =>
        stompProtocols.find((protocol) => offered.has(protocol)) ?? false,
    });
  }

  /** Whether the path is this endpoint's. */
  owns(url: string | undefined): boolean {
    const { prefix } = this.#options;
    return url?.startsWith(prefix) === true && /^(?:[/?]|$)/.test(url.slice(prefix.length));
  }

  /** From now on no new connection is taken; those that are open go on. */
  refuseNew(): void {
    this.#closing = true;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Until a connection has it, a client that breaks off would end the process.
    const ignore = () => {};
    socket.on("error", ignore);
    const path = this.#pathOf(request);
    const raw = path === rawPath;
    if (!raw && sessionPath(path)?.transport !== "websocket")
      return refuse(socket, "404 Not Found");
    if (request.method !== "GET") return refuse(socket, "405 Method Not Allowed", "Allow: GET\r\n");
    if (!this.#options.origins.mayConnect(request.headers)) return refuse(socket, "403 Forbidden");
    if (this.#closing) return refuse(socket, "503 Service Unavailable", "Retry-After: 2\r\n");
    const address = this.#options.addressOf(request);
    if (!this.#options.mayKnock(address)) return refuse(socket, "429 Too Many Requests");
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      socket.off("error", ignore);
      if (socket instanceof Socket) socket.setKeepAlive(true, KEEP_ALIVE_MS);
      const encoding = raw ? "raw" : "sockjs-websocket";
      const { heartbeatMs } = this.#options.settings;
      this.#options.onConnection(
        new WebSocketConnection(webSocket, socket, { encoding, address, heartbeatMs }),
      );
    });
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    // What clients take for a script or a page must never be guessed to be one.
    response.setHeader("X-Content-Type-Options", "nosniff");
    const path = this.#pathOf(request);
    const { method } = request;
    if (path === rawPath) return missedUpgrade(request, response);
    const at = sessionPath(path);
    if (at === null) return this.#aroundSessions(path, request, response);
    const { session, transport } = at;
    if (transport === "websocket") return missedUpgrade(request, response);
    const expected = methods[transport];
    // A preflight lets nobody in: the call after it is judged by its origin.
    if (method !== "OPTIONS" && !this.#options.origins.mayConnect(request.headers)) {
      response.writeHead(403).end();
      return;
    }
    allowOrigin(request, response);
    if (method === "OPTIONS") return preflight(response, expected);
    if (method !== expected) return notAllowed(response, `OPTIONS, ${expected}`);
    if (transport === "xhr_send" || transport === "jsonp_send") {
      this.#post(request, response, at).catch(() => response.destroy());
      return;
    }
    const style = readerStyle(transport, request.url);
    if ("fault" in style) return faulty(response, style.fault);
    if (transport === "htmlfile") this.#frame.guardScripted(response);
    this.#read(request, response, session, style);
  }

  /** The pages that are no session's: they say the same to everyone, whatever page asks. */
  #aroundSessions(path: string, request: IncomingMessage, response: ServerResponse): void {
    const { method } = request;
    if (this.#frame.answer(path, request, response)) return;
    const isInfo = path === "/info";
    if (!isInfo && path !== "" && path !== "/") return missing(response);
    allowOrigin(request, response);
    if (isInfo && method === "OPTIONS") return preflight(response, "GET");
    if (method !== "GET" && method !== "HEAD")
      return notAllowed(response, isInfo ? "OPTIONS, GET" : "GET");
    if (!isInfo) return greeting(response);
    return this.#closing ? unavailable(response) : info(response);
  }

  #pathOf({ url = "" }: IncomingMessage): string {
    return url.slice(this.#options.prefix.length).split("?", 1)[0] ?? "";
  }

  #read(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    style: ReaderStyle,
  ): void {
    let session = this.#sessions.get(name);
    if (session === undefined) {
      const address = this.#options.addressOf(request);
      if (this.#closing) return unavailable(response);
      if (!this.#options.mayKnock(address)) {
        response.writeHead(429).end();
        return;
      }
      session = new HttpSession(address, this.#options.settings, () => this.#sessions.delete(name));
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

  async #post(
    request: IncomingMessage,
    response: ServerResponse,
    { session: name, transport }: SessionPath,
  ): Promise<void> {
    const session = this.#sessions.get(name);
    if (session === undefined) return missing(response);
    const body = await readBody(request, this.#maxMessageBytes);
    if (body === null) {
      response.writeHead(413, { Connection: "close" }).end();
      return;
    }
    const byForm = transport === "jsonp_send";
    const text = byForm ? payloadOf(request, body) : body;
    if (text === "") return faulty(response, "Payload expected.");
    const messages = sockJsMessages(text);
    if (messages === null) return faulty(response, "Broken JSON encoding.");
    taken(response, byForm ? "form" : "script");
    for (const message of messages) session.receive(message);
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

function refuse(socket: Duplex, status: string, header = ""): void {
  // The server's sockets stay half open after `end`; a refused one has nothing more to say.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${header}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

function unavailable(response: ServerResponse): void {
  response.writeHead(503, { "Retry-After": 2 }).end();
}

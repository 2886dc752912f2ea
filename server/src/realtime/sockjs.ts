import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { sockJsMessages, type Connection } from "./connection.ts";
import { HttpSession, readerStyles } from "./http-session.ts";
import {
  allowOrigin,
  greeting,
  info,
  missing,
  neverStored,
  notAllowed,
  notUpgraded,
  posted,
  preflight,
  readBody,
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
  /** Whether a page of this origin may connect. */
  readonly mayConnect: (origin: string | undefined, host: string | undefined) => boolean;
  /** Whether one more connection of this address is let in far enough to be told what is wrong. */
  readonly mayKnock: (address: string) => boolean;
  /** The address of who makes a request. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly onConnection: (connection: Connection) => void;
  readonly frameBytes: number;
}

type ReaderTransport = keyof typeof readerStyles;
interface SessionPath {
  readonly session: string;
  readonly transport: ReaderTransport | "xhr_send" | "websocket";
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
  #closing = false;

  constructor(options: SockJsOptions) {
    this.#options = options;
    this.#maxMessageBytes = options.frameBytes * WRAPPED_FACTOR;
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
    if (!this.#mayConnect(request)) return refuse(socket, "403 Forbidden");
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
    const path = this.#pathOf(request);
    const { method } = request;
    if (path === rawPath) return missedUpgrade(request, response);
    const at = sessionPath(path);
    if (at === null) return this.#aroundSessions(path, request, response);
    if (at.transport === "websocket") return missedUpgrade(request, response);
    const expected = at.transport === "eventsource" ? "GET" : "POST";
    // A preflight lets nobody in: the call after it is judged by its origin.
    if (method !== "OPTIONS" && !this.#mayConnect(request))
      return void response.writeHead(403).end();
    allowOrigin(request, response);
    if (method === "OPTIONS") return preflight(response, expected);
    if (method !== expected) return notAllowed(response, `OPTIONS, ${expected}`);
    if (at.transport !== "xhr_send") return this.#read(request, response, at.session, at.transport);
    this.#post(request, response, at.session).catch(() => response.destroy());
  }

  /** The pages that are no session's: they say the same to everyone, whatever page asks. */
  #aroundSessions(path: string, request: IncomingMessage, response: ServerResponse): void {
    const { method } = request;
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

  #mayConnect({ headers }: IncomingMessage): boolean {
    return this.#options.mayConnect(headers.origin, headers.host);
  }

  #read(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    transport: ReaderTransport,
  ): void {
    const style = readerStyles[transport];
    let session = this.#sessions.get(name);
    if (session === undefined) {
      const address = this.#options.addressOf(request);
      if (this.#closing) return unavailable(response);
      if (!this.#options.mayKnock(address)) return void response.writeHead(429).end();
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

  async #post(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const session = this.#sessions.get(name);
    if (session === undefined) return missing(response);
    const text = await readBody(request, this.#maxMessageBytes);
    if (text === null) return void response.writeHead(413, { Connection: "close" }).end();
    const messages = text === "" ? null : sockJsMessages(text);
    if (messages === null)
      return posted(response, text === "" ? "Payload expected." : "Broken JSON encoding.");
    posted(response, null);
    for (const message of messages) session.receive(message);
  }
}

const rawPath = "/websocket";
const sessionPattern =
  /^\/[^/.]+\/(?<session>[^/.]+)\/(?:(?<reader>xhr|xhr_streaming|eventsource)|(?<other>xhr_send|websocket))$/;

function sessionPath(path: string): SessionPath | null {
  const { session, reader, other } = sessionPattern.exec(path)?.groups ?? {};
  if (session === undefined) return null;
  if (reader === "xhr" || reader === "xhr_streaming" || reader === "eventsource")
    return { session, transport: reader };
  return { session, transport: other === "xhr_send" ? "xhr_send" : "websocket" };
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

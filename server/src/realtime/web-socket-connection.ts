import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { closeCodes } from "./close-codes.ts";
import { CLOSE_WITHIN_MS, sockJsClose, sockJsMessages, type Connection } from "./connection.ts";
import { Allowance, type MessageLimits } from "./limits.ts";
import { webSocketFrame, type Prepared } from "./prepared.ts";

/** Maximum length of a close frame's reason, in bytes (RFC 6455). */
const MAX_REASON_BYTES = 123;
/** Bytes of a message that count as one message. */
const COUNTED_BYTES = 4_096;
const heartbeatFrame = webSocketFrame(Buffer.from("h"));
const openFrame = webSocketFrame(Buffer.from("o"));

let corked: Duplex[] = [];

/** Buffers writes to the socket until the end of the tick, so that they leave together. */
function cork(socket: Duplex): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  if (corked.push(socket) === 1) process.nextTick(uncorkAll);
}

function uncorkAll(): void {
  const sockets = corked;
  corked = [];
  for (const socket of sockets) socket.uncork();
}

/**
 * A WebSocket client, plain or in SockJS's framing. Prepared frames bypass `ws`, which writes its
 * own frames at once when compression is off, so the order is kept.
 */
export class WebSocketConnection implements Connection {
  readonly encoding: "raw" | "sockjs-websocket";
  readonly network: string;
  readonly accepted: string | undefined;
  onMessage: (bytes: Buffer) => void = () => {};
  onClose: () => void = () => {};
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #heartbeat: NodeJS.Timeout | undefined;
  readonly #allowance: Allowance;
  #terminateTimer: NodeJS.Timeout | undefined;

  constructor(
    webSocket: WebSocket,
    socket: Duplex,
    options: {
      encoding: "raw" | "sockjs-websocket";
      network: string;
      accepted: string | undefined;
      heartbeatMs: number;
      limits: MessageLimits;
    },
  ) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.encoding = options.encoding;
    this.network = options.network;
    this.accepted = options.accepted;
    const { messagesASecond, messagesAtOnce } = options.limits;
    this.#allowance = new Allowance(messagesASecond, performance.now(), messagesAtOnce);
    webSocket.binaryType = "nodebuffer";
    webSocket.on("message", (data) => this.#receive(data));
    webSocket.on("ping", (data) => this.#isAllowed(data.length));
    webSocket.on("pong", (data) => this.#isAllowed(data.length));
    // `ws` has sent a close frame; terminate the connection if the client doesn't close it soon.
    webSocket.on("error", () => this.#terminateSoon());
    webSocket.on("close", () => {
      clearInterval(this.#heartbeat);
      clearTimeout(this.#terminateTimer);
      this.onClose();
    });
    if (this.encoding === "sockjs-websocket") {
      this.#write(openFrame);
      this.#heartbeat = setInterval(() => this.#write(heartbeatFrame), options.heartbeatMs);
    }
  }

  buffered(): number {
    return this.#socket.writableLength;
  }

  send(message: Prepared): void {
    this.#write(this.encoding === "raw" ? message.rawFrames : message.sockJsFrame);
  }

  close(code: number, reason: string): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    if (this.encoding === "sockjs-websocket") {
      this.#write(webSocketFrame(Buffer.from(sockJsClose(code, reason))));
      this.#webSocket.close(1000);
    } else {
      this.#webSocket.close(code, truncate(reason));
    }
    this.#terminateSoon();
  }

  #write(bytes: Buffer): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    cork(this.#socket);
    this.#socket.write(bytes);
  }

  #terminateSoon(): void {
    this.#terminateTimer ??= setTimeout(() => this.#webSocket.terminate(), CLOSE_WITHIN_MS);
  }

  /**
   * Counts what the client sent. Disconnects one that sends too much, and stops reading from it.
   */
  #isAllowed(bytes: number): boolean {
    if (this.#allowance.take(performance.now(), 1 + Math.floor(bytes / COUNTED_BYTES))) return true;
    this.close(closeCodes.limit, "Too many messages per second");
    this.#webSocket.pause();
    this.#terminateSoon();
    return false;
  }

  #receive(data: unknown): void {
    if (!Buffer.isBuffer(data) || !this.#isAllowed(data.length) || data.length === 0) return;
    if (this.encoding === "raw") return this.onMessage(data);
    const messages = sockJsMessages(data.toString("utf8"));
    if (messages === null) return this.#webSocket.terminate();
    for (const message of messages) {
      if (!this.#isAllowed(0)) return;
      this.onMessage(Buffer.from(message));
    }
  }
}

/** Shortens a reason to the size of a close frame, without cutting a character in half. */
function truncate(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > MAX_REASON_BYTES) text = text.slice(0, -1);
  return text;
}

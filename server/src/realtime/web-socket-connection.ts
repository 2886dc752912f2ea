import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { CLOSE_WITHIN_MS, sockJsClose, sockJsMessages, type Connection } from "./connection.ts";
import { webSocketFrame, type Prepared } from "./prepared.ts";

/** The most that a close frame can carry as its reason, in bytes (RFC 6455). */
const MAX_REASON_BYTES = 123;
const heartbeatFrame = webSocketFrame(Buffer.from("h"));
const openFrame = webSocketFrame(Buffer.from("o"));

let corked: Duplex[] = [];

/** Holds what is written to the socket until the tick ends: then it leaves in one piece. */
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
 * A client over WebSocket, plain or in SockJS's framing. Prepared frames are written past `ws`:
 * without compression it writes each frame of its own at once, so the order holds.
 */
export class WebSocketConnection implements Connection {
  readonly encoding: "raw" | "sockjs-websocket";
  readonly address: string;
  onMessage: (bytes: Buffer) => void = () => {};
  onClose: () => void = () => {};
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #lettingGo: NodeJS.Timeout | undefined;

  constructor(
    webSocket: WebSocket,
    socket: Duplex,
    options: { encoding: "raw" | "sockjs-websocket"; address: string; heartbeatMs: number },
  ) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.encoding = options.encoding;
    this.address = options.address;
    webSocket.binaryType = "nodebuffer";
    webSocket.on("message", (data) => this.#receive(data));
    // `ws` has told the client what is wrong; the socket goes when it heard, or soon after.
    webSocket.on("error", () => this.#letGoSoon());
    webSocket.on("close", () => {
      clearInterval(this.#heartbeat);
      clearTimeout(this.#lettingGo);
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
      this.#webSocket.close(code, fitting(reason));
    }
    this.#letGoSoon();
  }

  #write(bytes: Buffer): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    cork(this.#socket);
    this.#socket.write(bytes);
  }

  #letGoSoon(): void {
    this.#lettingGo ??= setTimeout(() => this.#webSocket.terminate(), CLOSE_WITHIN_MS);
  }

  #receive(data: unknown): void {
    if (!Buffer.isBuffer(data) || data.length === 0) return;
    if (this.encoding === "raw") return this.onMessage(data);
    const messages = sockJsMessages(data.toString("utf8"));
    if (messages === null) this.#webSocket.terminate();
    else for (const message of messages) this.onMessage(Buffer.from(message));
  }
}

/** As much of a reason as a close frame can carry, never half a character. */
function fitting(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > MAX_REASON_BYTES) text = text.slice(0, -1);
  return text;
}

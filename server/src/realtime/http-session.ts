import type { ServerResponse } from "node:http";
import { closeCodes } from "./close-codes.ts";
import { CLOSE_WITHIN_MS, sockJsClose, type Connection } from "./connection.ts";
import { Allowance, type MessageLimits } from "./limits.ts";
import type { Prepared } from "./prepared.ts";
import type { ReaderStyle } from "./reader-styles.ts";
import type { SockJsSettings } from "./sockjs-settings.ts";

interface Reader {
  readonly response: ServerResponse;
  readonly style: ReaderStyle;
  sentBytes: number;
}

/** A SockJS session whose client reads from HTTP responses and writes with POSTs. */
export class HttpSession implements Connection {
  readonly encoding = "sockjs-stream";
  readonly network: string;
  readonly accepted: string | undefined;
  onMessage: (bytes: Buffer) => void = () => {};
  onClose: () => void = () => {};
  #reader: Reader | null = null;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #opened = false;
  #closeFrame: string | null = null;
  #over = false;
  #timer: NodeJS.Timeout;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #allowance: Allowance;
  readonly #settings: SockJsSettings;
  readonly #forget: () => void;

  /** `forget` is called when the session can be dropped. */
  constructor(
    { network, accepted }: Pick<Connection, "network" | "accepted">,
    settings: SockJsSettings,
    { messagesASecond, messagesAtOnce }: MessageLimits,
    forget: () => void,
  ) {
    this.network = network;
    this.accepted = accepted;
    this.#settings = settings;
    this.#allowance = new Allowance(messagesASecond, performance.now(), messagesAtOnce);
    this.#forget = forget;
    this.#timer = setTimeout(() => this.#end(), settings.disconnectMs);
    this.#heartbeat = setInterval(() => this.#write("h"), settings.heartbeatMs);
  }

  buffered(): number {
    return this.#waitingBytes + (this.#reader?.response.writableLength ?? 0);
  }

  send(message: Prepared): void {
    if (this.#closeFrame !== null) return;
    this.#waiting.push(message.sockJsText);
    this.#waitingBytes += message.sockJsText.length;
    this.#flush();
  }

  close(code: number, reason: string): void {
    if (this.#closeFrame !== null) return;
    this.#closeFrame = sockJsClose(code, reason);
    if (this.#reader !== null) this.#finish(this.#reader, this.#closeFrame);
    // The session is kept for a while, so that its client can read the close frame.
    else this.#endLater();
    this.#reportClosed();
  }

  receive(message: string): void {
    if (this.#closeFrame !== null) return;
    if (this.#allowance.take(performance.now())) this.onMessage(Buffer.from(message));
    else this.close(closeCodes.limit, "Too many messages per second");
  }

  /** Attaches a response that takes messages until it is full, closed or detached. */
  attach(response: ServerResponse, style: ReaderStyle): void {
    // A poll's headers wait for its body: clients take a started response for a live server.
    if (style.streaming) response.write(style.prelude);
    if (this.#reader !== null) {
      response.end(style.wrap(sockJsClose(2010, "Another connection still open")));
      return;
    }
    // A session that was closed at once still sends the open frame first, as clients expect.
    if (this.#opened && this.#closeFrame !== null && this.#waiting.length === 0) {
      response.end(style.wrap(this.#closeFrame));
      return;
    }
    clearTimeout(this.#timer);
    const reader: Reader = { response, style, sentBytes: 0 };
    this.#reader = reader;
    response.on("close", () => {
      // Bytes written to a response that broke off may be lost, so the client must reconnect.
      if (this.#reader !== reader) return;
      this.#reader = null;
      this.close(1002, "Connection interrupted");
    });
    if (!this.#opened) {
      this.#opened = true;
      this.#write("o");
    }
    this.#flush();
    if (this.#closeFrame !== null && this.#reader === reader)
      this.#finish(reader, this.#closeFrame);
  }

  #flush(): void {
    while (this.#reader !== null && this.#waiting.length > 0) {
      const frames = this.#reader.style.streaming
        ? this.#waiting.splice(0, 1)
        : this.#waiting.splice(0);
      for (const frame of frames) this.#waitingBytes -= frame.length;
      this.#write(frames.length === 1 ? (frames[0] ?? "") : joinArrays(frames));
    }
  }

  #write(frame: string): void {
    const reader = this.#reader;
    if (reader === null) return;
    const text = reader.style.wrap(frame);
    reader.sentBytes += text.length;
    if (!reader.style.streaming || reader.sentBytes > this.#settings.streamBytes) {
      this.#reader = null;
      reader.response.end(text);
      this.#endLater();
    } else {
      reader.response.write(text);
    }
  }

  #finish(reader: Reader, closeFrame: string): void {
    this.#reader = null;
    const { response, style } = reader;
    const timer = setTimeout(() => response.destroy(), CLOSE_WITHIN_MS);
    response.on("close", () => clearTimeout(timer));
    response.end(style.wrap(closeFrame));
    this.#endLater();
  }

  #endLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), this.#settings.disconnectMs);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#closeFrame ??= sockJsClose(1000, "Normal closure");
    this.#reportClosed();
    this.#forget();
  }

  #reportClosed(): void {
    if (this.#over) return;
    this.#over = true;
    clearInterval(this.#heartbeat);
    this.onClose();
  }
}

/** Joins several `a[...]` frames into one. */
function joinArrays(frames: readonly string[]): string {
  return `a[${frames.map((frame) => frame.slice(2, -1)).join(",")}]`;
}

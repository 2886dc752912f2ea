/** First byte of an unfragmented text frame: FIN and opcode (RFC 6455). */
const FIN_TEXT = 0x81;

/** Encodes an unmasked WebSocket text frame, as servers send it. */
export function webSocketFrame(payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.of(FIN_TEXT, length), payload]);
  if (length < 65_536) {
    return Buffer.concat([Buffer.of(FIN_TEXT, 126, length >> 8, length & 0xff), payload]);
  }
  const head = Buffer.alloc(10);
  head[0] = FIN_TEXT;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** Characters that some SockJS transports corrupt unless they are escaped. */
const fragile = /[\u200c-\u200f\u2028-\u202f\u2060-\u206f\ufff0-\uffff]/g;

function sockJsArray(messages: readonly string[]): string {
  const json = JSON.stringify(messages);
  return `a${json.replaceAll(fragile, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)}`;
}

/** Messages for many connections. The bytes of each encoding are made on first use and shared. */
export class Prepared {
  readonly #messages: readonly Buffer[];
  #raw: Buffer | null = null;
  #sockJs: string | null = null;
  #sockJsFrame: Buffer | null = null;

  constructor(messages: readonly Buffer[]) {
    this.#messages = messages;
  }

  get rawFrames(): Buffer {
    return (this.#raw ??= Buffer.concat(this.#messages.map(webSocketFrame)));
  }

  /** A SockJS frame as text, for HTTP transports. */
  get sockJsText(): string {
    return (this.#sockJs ??= sockJsArray(
      this.#messages.map((message) => message.toString("utf8")),
    ));
  }

  get sockJsFrame(): Buffer {
    return (this.#sockJsFrame ??= webSocketFrame(Buffer.from(this.sockJsText)));
  }
}

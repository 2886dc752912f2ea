import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A streamed HTTP response, in the chunks in which the server wrote it. */
export interface HttpStream {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Reads the next chunk; empty at the end of the response. */
  readChunk(): Promise<string>;
  readRest(): Promise<string>;
  /** Disconnects without warning, like a broken network. */
  abort(): void;
}

/** Sends a request written by hand and returns its response as a stream. */
export async function openStream(
  url: string,
  requestLine: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpStream> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding("latin1");
  socket.on("error", () => {});
  await once(socket, "connect");
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${requestLine}\r\nHost: ${hostname}\r\n${lines.join("")}\r\n`);
  const reader = new Reader(socket);
  const [statusLine = "", ...fields] = (await reader.until("\r\n\r\n")).split("\r\n");
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: new Map(
      fields.map((field) => {
        const colon = field.indexOf(":");
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    ),
    async readChunk() {
      const length = Number.parseInt(await reader.until("\r\n"), 16);
      const chunk = await reader.take(length);
      await reader.take(2);
      return chunk;
    },
    readRest: () => reader.rest(),
    abort: () => {
      socket.destroy();
    },
  };
}

class Reader {
  #text = "";
  #isOver = false;
  #wake = () => {};

  constructor(socket: Socket) {
    socket.on("data", (text) => {
      this.#text += text.toString();
      this.#wake();
    });
    socket.on("close", () => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** Reads up to the mark, and drops the mark. */
  async until(mark: string): Promise<string> {
    while (!this.#text.includes(mark)) await this.#more();
    const at = this.#text.indexOf(mark);
    const text = this.#text.slice(0, at);
    this.#text = this.#text.slice(at + mark.length);
    return text;
  }

  async take(length: number): Promise<string> {
    while (this.#text.length < length) await this.#more();
    const text = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    return text;
  }

  async rest(): Promise<string> {
    while (!this.#isOver) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.take(this.#text.length);
  }

  async #more(): Promise<void> {
    if (this.#isOver) throw new Error("the connection ended too soon");
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { encodeFrame } from "../server/src/realtime/stomp-codec.ts";

export interface Greeting {
  readonly path: string;
  readonly frames: readonly string[];
  /** Further headers of the handshake. */
  readonly headers?: Readonly<Record<string, string>>;
  /** End marker of each counted message, two bytes or more, which appears nowhere else. */
  readonly end: Buffer;
}

export const STOMP_PATH = "/ws-bid/websocket";

/** Returns the greeting that subscribes to a topic of our server. */
export const stompGreeting = (topic: string): Greeting => ({
  path: STOMP_PATH,
  frames: [
    stompFrame("CONNECT", { "accept-version": "1.2", host: "gavelyard", "heart-beat": "0,0" }),
    stompFrame("SUBSCRIBE", { id: "sub-0", destination: topic }),
  ],
  end: Buffer.from("}\0"),
});

export const stompFrame = (command: string, headers: Readonly<Record<string, string>>) =>
  encodeFrame(command, headers, "", "1.2").toString();

/** A connection that only counts messages, at minimal cost. */
export interface Watcher {
  messages: number;
  readonly socket: Socket;
}

/**
 * Opens a raw WebSocket that counts messages, without the cost of a client library. Calls
 * `onMessages` for each chunk that completes messages.
 */
export async function openWatcher(
  url: string,
  { path, frames, headers = {}, end }: Greeting,
  onMessages: (watcher: Watcher) => void,
): Promise<Watcher> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const watcher: Watcher = { messages: 0, socket };
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n${lines}\r\n`,
  );
  let tail = Buffer.alloc(0);
  const answer = Buffer.from((await once(socket, "data"))[0]);
  if (!answer.toString().startsWith("HTTP/1.1 101")) throw new Error(answer.toString());
  const count = (chunk: Buffer) => {
    const before = watcher.messages;
    // An end marker split over two chunks is in the previous chunk's tail and the first bytes of
    // this one.
    const seam = Buffer.concat([tail, chunk.subarray(0, end.length - 1)]);
    if (seam.includes(end)) watcher.messages += 1;
    for (let at = chunk.indexOf(end); at >= 0;) {
      watcher.messages += 1;
      at = chunk.indexOf(end, at + end.length);
    }
    tail = Buffer.from(chunk.subarray(-(end.length - 1)));
    if (watcher.messages > before) onMessages(watcher);
  };
  // The first message can arrive with the handshake response.
  count(answer.subarray(answer.indexOf("\r\n\r\n")));
  socket.on("data", count);
  for (const frame of frames) sendText(socket, frame);
  return watcher;
}

/** Sends one masked text frame, as clients must. */
export function sendText(socket: Socket, text: string): void {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head =
    payload.length < 126
      ? Buffer.of(0x81, 0x80 | payload.length)
      : Buffer.of(0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff);
  const masked = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  socket.write(Buffer.concat([head, mask, masked]));
}

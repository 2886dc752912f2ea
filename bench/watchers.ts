import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { encodeFrame } from "../server/src/realtime/stomp-codec.ts";

/** Ends the body of each message that is counted: a JSON object in a STOMP frame. */
const END_OF_MESSAGE = Buffer.from("}\0");
const BRACE = END_OF_MESSAGE[0];

/** One connection that counts messages and does as little else as can be. */
export interface Watcher {
  /** Messages so far. */
  messages: number;
  readonly socket: Socket;
}

/**
 * Opens a raw WebSocket that counts what it hears, without the cost of a client library.
 * `onMessages` hears of each piece of the stream that completed messages.
 */
export async function openWatcher(
  url: string,
  path: string,
  onMessages: (watcher: Watcher) => void,
): Promise<Watcher> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const watcher: Watcher = { messages: 0, socket };
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
  );
  let endsWithBrace = false;
  const [answer] = await once(socket, "data");
  if (!String(answer).startsWith("HTTP/1.1 101")) throw new Error(String(answer));
  socket.on("data", (chunk: Buffer) => {
    const before = watcher.messages;
    if (endsWithBrace && chunk[0] === 0) watcher.messages += 1;
    for (let at = chunk.indexOf(END_OF_MESSAGE); at >= 0;) {
      watcher.messages += 1;
      at = chunk.indexOf(END_OF_MESSAGE, at + END_OF_MESSAGE.length);
    }
    endsWithBrace = chunk.at(-1) === BRACE;
    if (watcher.messages > before) onMessages(watcher);
  });
  return watcher;
}

/** Sends a STOMP frame as a client does: one masked text message. */
export function sendStomp(
  { socket }: Watcher,
  command: string,
  headers: Readonly<Record<string, string>>,
): void {
  const payload = encodeFrame(command, headers, "", "1.2");
  const mask = randomBytes(4);
  const head =
    payload.length < 126
      ? Buffer.of(0x81, 0x80 | payload.length)
      : Buffer.of(0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff);
  const masked = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  socket.write(Buffer.concat([head, mask, masked]));
}

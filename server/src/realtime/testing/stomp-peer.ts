import { once } from "node:events";
import { WebSocket } from "ws";
import { StompParser, type StompFrame } from "../stomp-codec.ts";

const LARGEST_FRAME_BYTES = 10_000_000;

/** A client that sends exactly the given text over a plain WebSocket, well-formed or not. */
export interface StompPeer {
  readonly socket: WebSocket;
  readonly frames: StompFrame[];
  /** Received messages, byte for byte. */
  readonly texts: string[];
  heartbeats(): number;
  send(text: string | Buffer): void;
  readonly closed: Promise<number>;
}

/** Connects to a live server's plain endpoint; sends nothing. */
export async function connectPeer(url: string): Promise<StompPeer> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws-bid/websocket`, ["v12.stomp"]);
  const frames: StompFrame[] = [];
  const texts: string[] = [];
  const parser = new StompParser(LARGEST_FRAME_BYTES);
  parser.version = "1.2";
  let heartbeats = 0;
  socket.on("message", (data) => {
    if (!Buffer.isBuffer(data)) return;
    if (data.length === 1) heartbeats += 1;
    texts.push(data.toString());
    frames.push(...parser.push(data));
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await once(socket, "open");
  return {
    socket,
    frames,
    texts,
    closed,
    heartbeats: () => heartbeats,
    send: (text) => socket.send(text),
  };
}

export function frameText(
  command: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  return `${command}\n${lines.join("")}\n${body}\0`;
}

export const connectFrame = (headers: Readonly<Record<string, string>> = {}): string =>
  frameText("CONNECT", { "accept-version": "1.2", host: "gavelyard", ...headers });

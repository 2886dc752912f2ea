import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A client over a plain WebSocket that sends these frames, then reads nothing until resumed. */
export async function deafClient(url: string, says: readonly string[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  socket.write(
    "GET /ws-bid/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await once(socket, "readable");
  for (const text of says) {
    const body = Buffer.from(text);
    // Masked with zeros, which leaves the payload as it is.
    const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0]);
    socket.write(Buffer.concat([head, body]));
  }
  return socket;
}

/** A client over XHR streaming that sends these frames, then reads nothing. */
export async function deafStream(
  url: string,
  session: string,
  says: readonly string[],
): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  const path = `/ws-bid/000/${session}`;
  socket.write(`POST ${path}/xhr_streaming HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
  await once(socket, "readable");
  await fetch(`${url}${path}/xhr_send`, { method: "POST", body: JSON.stringify(says) });
  return socket;
}

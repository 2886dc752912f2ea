import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createHttpServer, type Patience } from "./http-server.ts";

const noLiveConnections = { owns: () => false, handleRequest: () => {}, handleUpgrade: () => {} };
const big = Buffer.alloc(64 * 1024 * 1024);
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function listen(patience: Patience) {
  const server = createHttpServer(
    (request, response) => {
      if (request.url === "/big") return response.end(big);
      request.resume().on("end", () => response.end("served"));
      request.on("error", () => {});
    },
    noLiveConnections,
    patience,
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return z.object({ port: z.int() }).parse(server.address()).port;
}

async function slowClient(port: number, text: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  stops.push(() => socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

const isCut = async (socket: Socket) => {
  // A cut connection may be reset as well as closed.
  if (!socket.destroyed) await new Promise((done) => socket.resume().once("close", done));
  return socket.destroyed;
};

test("who offers HTTP/2 by the way is served", async () => {
  const port = await listen({ headMs: 5_000, requestMs: 5_000, silenceMs: 5_000 });
  const socket = await slowClient(
    port,
    "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n",
  );
  const [answer] = z.tuple([z.instanceof(Buffer)]).parse(await once(socket, "data"));
  expect(answer.toString()).toContain("served");
});

describe("slow clients", () => {
  const patience = { headMs: 400, requestMs: 900, silenceMs: 1_200 };

  test("300 that never end their head are cut, and nobody else notices", async () => {
    const port = await listen(patience);
    const slow = await Promise.all(
      Array.from({ length: 300 }, () =>
        slowClient(port, "GET / HTTP/1.1\r\nHost: here\r\nX-Slow: "),
      ),
    );
    for (let call = 0; call < 20; call += 1) {
      const reply = await fetch(`http://127.0.0.1:${port}/`);
      expect(await reply.text()).toBe("served");
    }
    expect(slow.some((socket) => socket.destroyed)).toBe(false);
    expect(await Promise.all(slow.map(isCut))).not.toContain(false);
  });

  test("one that drips its body is cut", async () => {
    const port = await listen(patience);
    const socket = await slowClient(
      port,
      "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n",
    );
    const drip = setInterval(() => socket.write("x"), 100);
    stops.push(() => clearInterval(drip));
    expect(await isCut(socket)).toBe(true);
  });

  test("one that asks and never reads is cut", async () => {
    const port = await listen({ ...patience, headMs: 60_000, requestMs: 60_000 });
    const socket = await slowClient(port, "GET /big HTTP/1.1\r\nHost: here\r\n\r\n");
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    let read = 0;
    socket.on("data", (bytes) => (read += bytes.length));
    await isCut(socket);
    expect(read).toBeLessThan(big.length);
  });
});

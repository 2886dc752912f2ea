import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createHttpServer, type Patience } from "./http-server.ts";

const noLiveConnections = { owns: () => false, handleRequest: () => {}, handleUpgrade: () => {} };
const big = Buffer.alloc(64 * 1024 * 1024);
const answers: (() => void)[] = [];
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function open(patience: Patience) {
  const { server, connections } = createHttpServer(
    (request, response) => {
      if (request.url === "/big") return response.end(big);
      if (request.url === "/at-once") return response.writeHead(413).end("too much");
      if (request.url === "/later") {
        answers.push(() => response.end("served later"));
        return;
      }
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
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return { port, server, connections };
}

const listen = async (patience: Patience) => (await open(patience)).port;

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
  const port = await listen({ headMs: 5_000, requestMs: 5_000, bodyMs: 5_000, silenceMs: 5_000 });
  const socket = await slowClient(
    port,
    "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n",
  );
  const [answer] = z.tuple([z.instanceof(Buffer)]).parse(await once(socket, "data"));
  expect(answer.toString()).toContain("served");
});

describe("slow clients", () => {
  const patience = { headMs: 400, requestMs: 60_000, bodyMs: 400, silenceMs: 1_200 };

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

  test("300 that drip their body are cut", async () => {
    const port = await listen(patience);
    const head = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n";
    const slow = await Promise.all(Array.from({ length: 300 }, () => slowClient(port, head)));
    const drip = setInterval(() => slow.forEach((socket) => socket.write("x")), 100);
    stops.push(() => clearInterval(drip));
    expect(await Promise.all(slow.map(isCut))).not.toContain(false);
  });

  test("a large upload over a slow line is served, however long it takes", async () => {
    const port = await listen(patience);
    const pieces = 30;
    const socket = await slowClient(
      port,
      `POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${pieces * 500}\r\n\r\n`,
    );
    const answer = once(socket, "data");
    for (let sent = 0; sent < pieces; sent += 1) {
      socket.write(Buffer.alloc(500));
      await sleep(100);
    }
    expect(String((await answer)[0])).toContain("served");
  });

  test("a body that comes after its answer harms no later request", async () => {
    const port = await listen(patience);
    const body = Buffer.alloc(300_000);
    const socket = await slowClient(
      port,
      `POST /at-once HTTP/1.1\r\nHost: here\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    expect(String((await once(socket, "data"))[0])).toContain("too much");
    socket.write(body);
    socket.write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    expect(String((await once(socket, "data"))[0])).toContain("served");
  });

  test("a body that nobody wants is answered at once and not read to its end", async () => {
    const port = await listen(patience);
    const socket = await slowClient(
      port,
      "POST /at-once HTTP/1.1\r\nHost: here\r\nContent-Length: 400000000\r\n\r\n",
    );
    expect(String((await once(socket, "data"))[0])).toContain("413");
    let written = 0;
    const pour = () => {
      while (!socket.destroyed && written < 400_000_000) {
        written += 65_536;
        if (!socket.write(Buffer.alloc(65_536))) return;
      }
    };
    socket.on("drain", pour);
    pour();
    await isCut(socket);
    expect(written).toBeLessThan(50_000_000);
  });

  test("one that asks and never reads is cut", async () => {
    const port = await listen({ ...patience, headMs: 60_000 });
    const socket = await slowClient(port, "GET /big HTTP/1.1\r\nHost: here\r\n\r\n");
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    let read = 0;
    socket.on("data", (bytes) => (read += bytes.length));
    await isCut(socket);
    expect(read).toBeLessThan(big.length);
  });
});

describe("a stop", () => {
  const patience = { headMs: 60_000, requestMs: 60_000, bodyMs: 60_000, silenceMs: 60_000 };
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;

  test("says to kept connections that an answer is their last, then ends them", async () => {
    const { port, server, connections } = await open(patience);
    const kept = await slowClient(port, ask("/"));
    expect(String((await once(kept, "data"))[0])).not.toContain("Connection: close");
    connections.startEnding();
    kept.write(ask("/"));
    expect(String((await once(kept, "data"))[0])).toContain("Connection: close");
    expect(await isCut(kept)).toBe(true);
    server.close();
    await connections.end();
  });

  test("waits for answers, for half-sent requests a second, and for idle clients not at all", async () => {
    const { port, server, connections } = await open(patience);
    const idle = await slowClient(port, ask("/"));
    await once(idle, "data");
    const waiting = await slowClient(port, ask("/later"));
    await vi.waitUntil(() => answers.length === 1);
    const half = [
      await slowClient(port, "GET / HTTP/1.1\r\nHost: he"),
      await slowClient(port, "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nx"),
    ];
    await vi.waitUntil(() => half.every(({ bytesWritten }) => bytesWritten > 0));
    const late = once(waiting, "data");
    server.close();
    const beganMs = performance.now();
    const ended = connections.end();
    expect(await isCut(idle)).toBe(true);
    expect(await Promise.all(half.map(isCut))).toEqual([true, true]);
    expect(performance.now() - beganMs).toBeLessThan(2_500);
    for (const answer of answers.splice(0)) answer();
    expect(String((await late)[0])).toMatch(/Connection: close[^]*served later/);
    await ended;
    expect(performance.now() - beganMs).toBeLessThan(4_000);
  });
});

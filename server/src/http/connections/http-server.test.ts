import { once } from "node:events";
import { request } from "node:https";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { certificateFor } from "../../testing/certificate.ts";
import {
  createHttpServer,
  type Certificate,
  type ClientTimeouts,
  type LiveConnections,
} from "./http-server.ts";
import { letPass } from "../../testing/wait-for.ts";

const liveConnections: LiveConnections = {
  owns: (url) => url === "/live",
  handleRequest: (_request, response) => response.end("no upgrade"),
  handleUpgrade: (_request, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
};
const big = Buffer.alloc(64 * 1024 * 1024);
const answers: (() => void)[] = [];
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function open(timeouts: ClientTimeouts, certificate: Certificate | null = null) {
  const { server, connections } = createHttpServer(
    (request, response) => {
      if (request.url === "/big") return response.end(big);
      if (request.url === "/from") return response.end(request.headers["x-forwarded-for"]);
      if (request.url === "/at-once") return response.writeHead(413).end("too much");
      if (request.url === "/later") {
        answers.push(() => response.end("served later"));
        return;
      }
      request.resume().on("end", () => response.end("served"));
      request.on("error", () => {});
    },
    liveConnections,
    { timeouts, certificate },
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

const listen = async (timeouts: ClientTimeouts) => (await open(timeouts)).port;

async function slowClient(port: number, text: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  stops.push(() => socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

const isCut = async (socket: Socket) => {
  // A cut connection may be reset or closed.
  if (!socket.destroyed) await new Promise((done) => socket.resume().once("close", done));
  return socket.destroyed;
};

test("a client that offers an upgrade to HTTP/2 is served", async () => {
  const port = await listen({ headMs: 5_000, requestMs: 5_000, bodyMs: 5_000, silenceMs: 5_000 });
  const socket = await slowClient(
    port,
    "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n",
  );
  const [answer] = z.tuple([z.instanceof(Buffer)]).parse(await once(socket, "data"));
  expect(answer.toString()).toContain("served");
});

/** Starts a server; returns what it answers to a text until it closes the connection. */
async function openAnswering(): Promise<(text: string) => Promise<string>> {
  const port = await listen({ headMs: 5_000, requestMs: 5_000, bodyMs: 5_000, silenceMs: 5_000 });
  return async (text) => {
    const socket = await slowClient(port, text);
    let answer = "";
    socket.on("data", (part: Buffer) => (answer += part.toString()));
    await once(socket, "close");
    return answer;
  };
}

test("only a WebSocket upgrade with one host is accepted", async () => {
  const answerTo = await openAnswering();
  const upgrade = (to: string, hosts: string) =>
    answerTo(`GET /live HTTP/1.1\r\n${hosts}Connection: Upgrade, close\r\nUpgrade: ${to}\r\n\r\n`);
  expect(await upgrade("WebSocket", "Host: a\r\n")).toMatch(/^HTTP\/1\.1 101 /);
  expect(await upgrade("h2c", "Host: a\r\n")).toMatch(/^HTTP\/1\.1 200 .*no upgrade$/s);
  for (const hosts of ["", "Host: a\r\nHost: b\r\n"]) {
    const refused = await upgrade("websocket", hosts);
    expect(refused).toMatch(
      /^HTTP\/1\.1 400 .*"message":"This request has (no|more than one) Host/s,
    );
  }
  expect(await answerTo("CONNECT a:22 HTTP/1.1\r\nHost: a\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 405 .*"message":"This server isn't a proxy/s,
  );
});

test.each([
  ["203.0.113.9:4711", "203.0.113.9"],
  ["203.0.113.9:1, 198.51.100.1", "203.0.113.9, 198.51.100.1"],
  ["[2001:db8::7]:4711", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
  ["unknown", "unknown"],
])("a visitor at %s is at %s", async (forwarded, address) => {
  const answerTo = await openAnswering();
  const answer = await answerTo(
    `GET /from HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: ${forwarded}\r\n\r\n`,
  );
  expect(answer.split("\r\n\r\n")[1]).toBe(address);
});

test("a request must have one host, except in HTTP/1.0", async () => {
  const answerTo = await openAnswering();
  const refused = await answerTo("GET / HTTP/1.1\r\n\r\n");
  expect(refused).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused).toContain('"message":"This request has no Host header. Nothing was changed."');
  expect(await answerTo("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n")).toContain(
    '"message":"This request has more than one Host header. Nothing was changed."',
  );
  expect(await answerTo("GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 .*served$/s);
});

test("an expectation that we don't know is ignored", async () => {
  const port = await listen({ headMs: 5_000, requestMs: 5_000, bodyMs: 5_000, silenceMs: 5_000 });
  const socket = await slowClient(port, "GET / HTTP/1.1\r\nHost: here\r\nExpect: x\r\n\r\n");
  const [answer] = z.tuple([z.instanceof(Buffer)]).parse(await once(socket, "data"));
  expect(answer.toString()).toContain("served");
});

describe("slow clients", () => {
  const timeouts = { headMs: 400, requestMs: 60_000, bodyMs: 400, silenceMs: 1_200 };

  test("300 that never finish their headers are cut, without affecting others", async () => {
    const port = await listen({ ...timeouts, headMs: 3_000 });
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

  test("2,000 connections of one address that send nothing keep 512, and then none", async () => {
    const { port, server } = await open({ ...timeouts, headMs: 4_000, silenceMs: 60_000 });
    const silent: Socket[] = [];
    for (let opened = 0; opened < 2_000; opened += 1) {
      const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
      stops.push(() => socket.destroy());
      socket.on("error", () => {}).resume();
      await once(socket, "connect");
      silent.push(socket);
    }
    const ofAddress = async (localAddress: string) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress });
      stops.push(() => socket.destroy());
      socket.write("GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
      return String((await once(socket, "data"))[0]);
    };
    const connections = () =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    await expect.poll(connections).toBeLessThanOrEqual(512);
    // The oldest made room, so the same address is served, too.
    expect(await ofAddress("127.0.0.2")).toContain("served");
    expect(await ofAddress("127.0.0.3")).toContain("served");
    expect(await Promise.all(silent.map(isCut))).not.toContain(false);
  });

  test("a connection that is opened in advance is served while it may wait", async () => {
    const port = await listen({ ...timeouts, headMs: 3_000, silenceMs: 60_000 });
    const socket = await slowClient(port, "");
    await letPass(1_200, "a browser opens it before it is needed");
    socket.write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    expect(String((await once(socket, "data"))[0])).toContain("served");
    await letPass(2_500, "the connection is kept after its first request");
    socket.write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    expect(String((await once(socket, "data"))[0])).toContain("served");
  });

  test("300 that send their body too slowly are cut", async () => {
    const port = await listen(timeouts);
    const head = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n";
    const slow = await Promise.all(Array.from({ length: 300 }, () => slowClient(port, head)));
    const drip = setInterval(() => slow.forEach((socket) => socket.write("x")), 100);
    stops.push(() => clearInterval(drip));
    expect(await Promise.all(slow.map(isCut))).not.toContain(false);
  });

  test("a stalled body gets a response before it is cut", async () => {
    const port = await listen(timeouts);
    const head = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\nhalf";
    const socket = await slowClient(port, head);
    let answer = "";
    socket.on("data", (part: Buffer) => (answer += part.toString()));
    expect(await isCut(socket)).toBe(true);
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*took too long to arrive/s);
  });

  test("a large upload over a slow connection is served, however long it takes", async () => {
    const port = await listen(timeouts);
    const pieces = 30;
    const socket = await slowClient(
      port,
      `POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${pieces * 500}\r\n\r\n`,
    );
    const answer = once(socket, "data");
    for (let sent = 0; sent < pieces; sent += 1) {
      socket.write(Buffer.alloc(500));
      await letPass(100, "a slow client's pace");
    }
    expect(String((await answer)[0])).toContain("served");
  });

  test("a body that arrives after its response affects no later request", async () => {
    const port = await listen(timeouts);
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

  test("an unwanted body gets a response immediately and isn't read to its end", async () => {
    const port = await listen(timeouts);
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

  test("one that sends requests and never reads is cut", async () => {
    const port = await listen({ ...timeouts, headMs: 60_000 });
    const socket = await slowClient(port, "GET /big HTTP/1.1\r\nHost: here\r\n\r\n");
    socket.pause();
    await letPass(2_500, "the client reads nothing for longer than it may");
    let read = 0;
    socket.on("data", (bytes) => (read += bytes.length));
    await isCut(socket);
    expect(read).toBeLessThan(big.length);
  });
});

describe("a stop", () => {
  const timeouts = { headMs: 60_000, requestMs: 60_000, bodyMs: 60_000, silenceMs: 60_000 };
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;

  test("announces the last response to keep-alive connections, then ends them", async () => {
    const { port, server, connections } = await open(timeouts);
    const kept = await slowClient(port, ask("/"));
    expect(String((await once(kept, "data"))[0])).not.toContain("Connection: close");
    connections.startEnding();
    kept.write(ask("/"));
    expect(String((await once(kept, "data"))[0])).toContain("Connection: close");
    expect(await isCut(kept)).toBe(true);
    server.close();
    await connections.end();
  });

  test("waits for responses, a second for half-sent requests, and not for idle clients", async () => {
    const { port, server, connections } = await open(timeouts);
    const idle = await slowClient(port, ask("/"));
    await once(idle, "data");
    const waiting = await slowClient(port, ask("/later"));
    await expect.poll(() => answers.length === 1).toBe(true);
    const half = [
      await slowClient(port, "GET / HTTP/1.1\r\nHost: he"),
      await slowClient(port, "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nx"),
    ];
    await expect.poll(() => half.every(({ bytesWritten }) => bytesWritten > 0)).toBe(true);
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

test("with a certificate it speaks TLS only, cuts slow clients, and waits for answers at its end", async () => {
  const certificate = certificateFor("localhost");
  const { port, server, connections } = await open(
    { headMs: 2_000, requestMs: 5_000, bodyMs: 400, silenceMs: 5_000 },
    certificate,
  );
  const address = { port, host: "localhost", ca: certificate.cert };
  const get = (path: string, ca = certificate.cert) =>
    new Promise<string>((resolve, reject) => {
      request({ ...address, ca, path, agent: false }, (response) =>
        response.setEncoding("utf8").on("data", resolve),
      )
        .on("error", reject)
        .end();
    });
  expect(await get("/")).toBe("served");
  await expect(get("/", certificateFor("localhost").cert)).rejects.toThrow("self-signed");
  const plain = await slowClient(port, "GET / HTTP/1.1\r\nHost: here\r\n\r\n");
  const slow = connectTls(address, () =>
    slow.write("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nx"),
  );
  slow.on("error", () => {});
  expect(await Promise.all([plain, slow].map(isCut))).toEqual([true, true]);
  const later = get("/later");
  await expect.poll(() => answers.length === 1).toBe(true);
  server.close();
  const ended = connections.end();
  for (const answer of answers.splice(0)) answer();
  expect(await later).toBe("served later");
  await ended;
});

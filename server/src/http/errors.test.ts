import Fastify from "fastify";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { answerUnparsed, registerErrors } from "./errors.ts";

async function answerTo(code: string) {
  const app = Fastify();
  onTestFinished(() => app.close());
  registerErrors(app);
  app.get("/", () => {
    throw Object.assign(new Error("from the database"), { code });
  });
  return app.inject("/");
}

test.each(["EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN", "ECONNREFUSED", "57P05", "40001"])(
  "%s is reported as an unavailable database, not as our failure",
  async (code) => {
    const { statusCode, headers } = await answerTo(code);
    expect([statusCode, headers["retry-after"]]).toEqual([503, "2"]);
  },
);

test("a read-only server isn't reported as a full disk", async () => {
  const [readOnly, full] = [await answerTo("25006"), await answerTo("53100")];
  expect([readOnly.statusCode, full.statusCode]).toEqual([503, 503]);
  expect(readOnly.body).not.toMatch(/room/);
  expect(full.body).toMatch(/storage is full/);
});

test("a request that its client aborts isn't logged as an outage", async () => {
  const levels: number[] = [];
  const write = (line: string) =>
    levels.push(z.object({ level: z.int() }).parse(JSON.parse(line)).level);
  const app = Fastify({ logger: { level: "debug", stream: { write } } });
  onTestFinished(() => app.close());
  registerErrors(app);
  app.post("/", () => "done");
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    "POST / HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
  );
  const arrived = once(app.server, "request");
  await arrived;
  socket.destroy();
  await expect.poll(() => levels.includes(20)).toBe(true);
  expect(levels.filter((level) => level > 30)).toEqual([]);
});

test("two changes that lock each other's records are a 409 for the one that the database ends", async () => {
  const { statusCode, body } = await answerTo("40P01");
  expect(statusCode).toBe(409);
  expect(body).toContain("Nothing was changed. Try again.");
});

test("a faulty statement stays our error", async () => {
  expect((await answerTo("42601")).statusCode).toBe(500);
});

test.each([
  [
    "a method that is none",
    "FOO / HTTP/1.1\r\nHost: here\r\n\r\n",
    400,
    "We can't read this request.",
  ],
  [
    "a broken header",
    "GET / HTTP/1.1\r\nHost: here\r\nbroken\r\n\r\n",
    400,
    "We can't read this request.",
  ],
  ["another protocol", "\u0016\u0003\u0001\u0002", 400, "We can't read this request."],
  [
    "a head of 40 KB",
    `GET / HTTP/1.1\r\nHost: here\r\nX: ${"x".repeat(40_000)}\r\n\r\n`,
    431,
    "too long",
  ],
])("%s gets a message in our words", async (_what, text, status, words) => {
  const app = Fastify({ clientErrorHandler: answerUnparsed });
  onTestFinished(() => app.close());
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(port), "127.0.0.1");
  let answer = "";
  socket.on("data", (part) => (answer += part.toString()));
  socket.write(text);
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body)).toMatchObject({
    statusCode: status,
    message: expect.stringContaining(words),
  });
});

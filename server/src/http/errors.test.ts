import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { registerErrors } from "./errors.ts";

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
  "%s says that the database is away, not that we failed",
  async (code) => {
    const { statusCode, headers } = await answerTo(code);
    expect([statusCode, headers["retry-after"]]).toEqual([503, "2"]);
  },
);

test("a server that only reads is not told as a full disk", async () => {
  const [readOnly, full] = [await answerTo("25006"), await answerTo("53100")];
  expect([readOnly.statusCode, full.statusCode]).toEqual([503, 503]);
  expect(readOnly.body).not.toMatch(/room/);
  expect(full.body).toMatch(/storage is full/);
});

test("a fault of a statement stays ours", async () => {
  expect((await answerTo("42601")).statusCode).toBe(500);
});

import { once } from "node:events";
import { createServer, Agent, request, type RequestListener } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { openListeners } from "./listeners.ts";

const host = "127.0.0.1";

async function open(answer: RequestListener, port = 0) {
  const http = createServer(answer);
  const listeners = await openListeners(http, { port, host }, async (options) => {
    http.listen(options);
    await once(http, "listening");
  });
  const stop = async () => {
    const closed = once(http, "close");
    http.close();
    await Promise.all([listeners.close(), closed]);
  };
  onTestFinished(() => http.closeAllConnections());
  return { http, stop, port: z.object({ port: z.int() }).parse(http.address()).port };
}

/** Sends a request over its own connection, which stays open. */
async function ask(port: number, path: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const asking = request({ host, port, path, agent }).end();
  const [answer] = await once(asking, "response");
  return z
    .string()
    .array()
    .parse(await answer.setEncoding("utf8").toArray())
    .join("");
}

test.runIf(process.platform === "linux")("a crowd is let in within few turns", async () => {
  const CROWD = 160;
  let turns = 0;
  let entered = 0;
  const { http, port } = await open((_request, response) => response.end());
  http.on("connection", () => (entered += 1));
  for (let one = 0; one < CROWD; one += 1) {
    const socket = connect(port, host).on("error", () => {});
    onTestFinished(() => {
      socket.destroy();
    });
  }
  while (entered < CROWD) {
    await nextTurn();
    turns += 1;
  }
  expect(turns).toBeLessThan(CROWD / 3);
});

test("a port that such a server has is taken", async () => {
  const { port } = await open((_request, response) => response.end());
  await expect(open((_request, response) => response.end(), port)).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
});

test("who stops answers what was asked, cuts who waits for nothing and lets nobody in", async () => {
  const CALLERS = 64;
  const answers: (() => void)[] = [];
  const { stop, port } = await open((asked, response) => {
    if (asked.url === "/slow") {
      response.setHeader("connection", "close");
      answers.push(() => response.end("answered"));
    } else response.end("at once");
  });
  const quick = await Promise.all(Array.from({ length: CALLERS }, () => ask(port, "/")));
  expect(new Set(quick)).toEqual(new Set(["at once"]));
  const slow = Array.from({ length: CALLERS }, () => ask(port, "/slow"));
  await vi.waitUntil(() => answers.length === CALLERS);

  let stopped = false;
  const stopping = stop().then(() => (stopped = true));
  await expect(ask(port, "/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await sleep(50);
  expect(stopped).toBe(false);
  for (const answer of answers) answer();
  expect(new Set(await Promise.all(slow))).toEqual(new Set(["answered"]));
  await stopping;
});

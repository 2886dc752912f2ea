import { once } from "node:events";
import { createServer, Agent, request, type RequestListener } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openListeners } from "./listeners.ts";
import { letPass } from "../../testing/wait-for.ts";

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

test.runIf(process.platform === "linux")(
  "many connections are accepted within few event-loop turns",
  async () => {
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
  },
);

test("the port of such a server is in use", async () => {
  const { port } = await open((_request, response) => response.end());
  await expect(open((_request, response) => response.end(), port)).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
});

test("stopping answers pending requests, cuts idle connections and accepts none", async () => {
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
  await expect.poll(() => answers.length === CALLERS).toBe(true);

  let stopped = false;
  const stopping = stop().then(() => (stopped = true));
  await expect(ask(port, "/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await letPass(50, "a stop that didn't wait would be over");
  expect(stopped).toBe(false);
  for (const answer of answers) answer();
  expect(new Set(await Promise.all(slow))).toEqual(new Set(["answered"]));
  await stopping;
});

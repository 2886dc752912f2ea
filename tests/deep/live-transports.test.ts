import { once } from "node:events";
import { createServer } from "node:http";
import type { BrowserContext } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLiveServer, type LiveServer } from "../../server/src/realtime/testing/live-server.ts";
import { sockJsFiles } from "../../server/src/realtime/testing/sockjs-files.ts";
import { patientOptions } from "../../server/src/realtime/testing/patient-sockjs.ts";
import { sharedBrowser } from "../stage.ts";

/** SockJS's transports in a browser, from allowed and forbidden origins. */

const transports = ["websocket", "xhr-streaming", "eventsource", "xhr-polling"];
/**
 * Follows a lot over one transport until its state arrives. Returns the messages and how the
 * connection ended.
 */
const program = `function follow(url, options) {
  return new Promise((resolve) => {
    const socket = new SockJS(url, null, options);
    const received = [];
    const say = (...lines) => socket.send(lines.join("\\n") + "\\n\\n\\0");
    socket.onopen = () => say("CONNECT", "accept-version:1.2", "host:x");
    socket.onmessage = ({ data }) => {
      const [command] = data.split("\\n");
      received.push(command);
      if (command === "CONNECTED") say("SUBSCRIBE", "id:<1>", "destination:/topic/bids/1");
      if (data.includes('"type":"STATE"')) socket.close();
    };
    socket.onclose = ({ code }) => resolve([...received, code].join(" "));
  });
}`;

let live: LiveServer;
let context: BrowserContext;
/** A page on another origin. */
const other = createServer((_request, response) => {
  response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Other</title>");
});
let allowed = "";
/** The same page under another host name. */
let stranger = "";
beforeAll(async () => {
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  if (address === null || typeof address === "string") throw new Error("the page has no port");
  allowed = `http://127.0.0.1:${address.port}`;
  stranger = `http://stranger.localhost:${address.port}`;
  [live, context] = await Promise.all([
    startLiveServer({ allowedOrigins: [allowed] }),
    sharedBrowser().then((browser) => browser.newContext()),
  ]);
  live.ledger.open(1);
});
afterAll(async () => {
  await context?.close();
  other.close();
  await live?.stop();
});

async function follow(pageUrl: string, transport: string, client: "new" | "old"): Promise<unknown> {
  const page = await context.newPage();
  await page.goto(pageUrl);
  await page.addScriptTag({ path: sockJsFiles[client] });
  await page.addScriptTag({ content: program });
  const received: unknown = await page.evaluate(
    `follow(${JSON.stringify(`${live.url}/ws-bid`)}, ${JSON.stringify(patientOptions(transport))})`,
  );
  await page.close();
  return received;
}

describe.for(["new", "old"] as const)("the %s client", (client) => {
  test.for(transports)("follows a lot over %s", async (transport) => {
    expect(await follow(`${live.url}/ws-bid`, transport, client)).toBe("CONNECTED MESSAGE 1000");
  });

  test.for(transports)(
    "follows a lot over %s in a page of another origin that may connect",
    async (transport) => {
      expect(await follow(allowed, transport, client)).toBe("CONNECTED MESSAGE 1000");
    },
  );
});

test.for(transports)("a page that may not connect gets nothing over %s", async (transport) => {
  expect(await follow(stranger, transport, "new")).toBe("2000");
});

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { startLiveServer, type LiveServer } from "./testing/live-server.ts";
import { patientSockJs } from "./testing/patient-sockjs.ts";
import { connectFrame, frameText } from "./testing/stomp-peer.ts";

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
  server.ledger.open(1);
});
afterAll(() => server.stop());

let serial = 0;
const session = () => `/000/session-${++serial}`;
const call = (path: string, init: RequestInit = {}) => fetch(`${server.url}/ws-bid${path}`, init);
const post = (path: string, body = "", init: RequestInit = {}) =>
  call(path, { method: "POST", body, ...init });
const text = async (answer: Promise<Response>) => (await answer).text();

describe("outside sessions", () => {
  test.for(["", "/"])("%j greets", async (path) => {
    const answer = await call(path);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=UTF-8");
    expect(await answer.text()).toBe("Welcome to SockJS!\n");
  });

  test("info offers WebSockets and is never stored", async () => {
    const answer = await call("/info", { headers: { origin: "https://gavelyard.example" } });
    expect(answer.headers.get("cache-control")).toMatch(/no-store/);
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://gavelyard.example");
    expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
    const entropyOf = async (said: Response) =>
      z.object({ entropy: z.int() }).parse(await said.json()).entropy;
    const entropy = await entropyOf(answer.clone());
    expect(await answer.json()).toMatchObject({
      websocket: true,
      cookie_needed: false,
      origins: ["*:*"],
    });
    expect(entropy).not.toBe(await entropyOf(await call("/info")));
  });

  test.for([
    ["/info", "GET"],
    ["/000/s/xhr", "POST"],
    ["/000/s/xhr_send", "POST"],
    ["/000/s/eventsource", "GET"],
  ])("answers the preflight of %s", async ([path = "", method]) => {
    const answer = await call(path, {
      method: "OPTIONS",
      headers: { "access-control-request-headers": "content-type" },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-methods")).toBe(`OPTIONS, ${method}`);
    expect(answer.headers.get("access-control-allow-headers")).toBe("content-type");
    expect(answer.headers.get("cache-control")).toMatch(/max-age=31536000/);
  });

  test.for([
    ["GET", "/nothing"],
    ["GET", "/a/b/c/d"],
    ["POST", "//s/xhr"],
    ["POST", "/000/s.s/xhr"],
    ["POST", "/000//xhr"],
    ["GET", "/000/s/html"],
    ["GET", "/iframe.html"],
    ["GET", "/sockjs.min.js"],
    ["GET", "/000/s/jsonp?c=call"],
    ["GET", "/000/s/htmlfile?c=call"],
    ["POST", "/000/unknown-session/xhr_send"],
  ])("missing, with an empty body: %s %s", async ([method = "", path = ""]) => {
    const answer = await call(path, { method });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe("");
  });

  test.for([
    ["https://evil.example", 403],
    ["null", 403],
    ["https://gavelyard.example", 200],
  ] as const)("origin %s: %i", async ([origin, status]) => {
    const answer = await post(`${session()}/xhr`, "", { headers: { origin } });
    expect(answer.status).toBe(status);
    const refusal = '"message":"Other sites can\'t connect here."';
    if (status === 403) expect(await answer.text()).toContain(refusal);
    const upgrade = new WebSocket(`${server.url.replace("http", "ws")}/ws-bid/websocket`, {
      origin,
    });
    onTestFinished(() => upgrade.on("error", () => {}).terminate());
    const opened = await new Promise<number>((resolve) => {
      upgrade.once("open", () => resolve(200));
      upgrade.once("unexpected-response", (_request, response) => {
        response.setEncoding("utf8").on("data", (body: string) => {
          expect(body).toContain(refusal);
          resolve(Number(response.statusCode));
        });
      });
    });
    expect(opened).toBe(status);
  });
});

describe("a session over polling", () => {
  test("opens, carries messages both ways and sends the close frame", async () => {
    const at = session();
    expect(await text(post(`${at}/xhr`))).toBe("o\n");
    const sent = await post(`${at}/xhr_send`, JSON.stringify([connectFrame()]), {
      headers: { "content-type": "text/plain" },
    });
    expect(sent.status).toBe(204);
    expect(await text(post(`${at}/xhr`))).toMatch(/^a\["CONNECTED\\n.*\\u0000"\]\n$/);
    await post(`${at}/xhr_send`, JSON.stringify([frameText("SEND", {}, "x")]));
    expect(await text(post(`${at}/xhr`))).toMatch(/^a\["ERROR\\n/);
    const over = `c[4403,"You can't send here. Place bids over HTTP."]\n`;
    expect(await text(post(`${at}/xhr`))).toBe(over);
    expect(await text(post(`${at}/xhr`))).toBe(over);
  });

  test.for([
    ["nothing", "", "Payload expected."],
    ["broken JSON", '["x', "Broken JSON encoding."],
    ["numbers", "[1]", "Broken JSON encoding."],
  ])("a post of %s is refused", async ([, body = "", fault]) => {
    const at = session();
    await post(`${at}/xhr`);
    const answer = await post(`${at}/xhr_send`, body);
    expect(answer.status).toBe(500);
    expect(await answer.text()).toBe(fault);
  });

  test("a post over the limit is refused", async () => {
    const at = session();
    await post(`${at}/xhr`);
    const answer = await post(`${at}/xhr_send`, JSON.stringify(["x".repeat(300_000)]));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ message: "This message is too large." });
  });

  test("a second reader is refused, and a reader that disconnects ends the session", async () => {
    const at = session();
    await post(`${at}/xhr`);
    const breaking = new AbortController();
    const { signal } = breaking;
    // Whichever arrives later is refused.
    const readers = [1, 2].map(async () => text(post(`${at}/xhr`, "", { signal })));
    expect(await Promise.any(readers)).toBe('c[2010,"Another connection still open"]\n');
    breaking.abort();
    await Promise.allSettled(readers);
    await expect
      .poll(async () => text(post(`${at}/xhr`)))
      .toBe('c[1002,"Connection interrupted"]\n');
  });
});

async function readUntil(answer: Response, wanted: string | RegExp): Promise<string> {
  let received = "";
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const part = await reader?.read();
    received += part?.value ?? "";
    if (part?.done === true || part === undefined || received.search(wanted) !== -1)
      return received;
  }
}

describe("a session over streaming", () => {
  test("begins with a prelude that browsers need", async () => {
    const answer = await post(`${session()}/xhr_streaming`);
    expect(answer.headers.get("content-type")).toBe("application/javascript; charset=UTF-8");
    expect(await readUntil(answer, /o\n/)).toBe(`${"h".repeat(2048)}\no\n`);
  });

  test("as events, escapes what would break them", async () => {
    const at = session();
    const answer = await call(`${at}/eventsource`);
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    const id = encodeURIComponent("100%");
    await post(
      `${at}/xhr_send`,
      JSON.stringify([
        connectFrame(),
        frameText("SUBSCRIBE", { id, destination: "/topic/bids/1" }),
      ]),
    );
    const received = await readUntil(answer, /STATE/);
    expect(received).toMatch(/^\r\ndata: o\r\n\r\ndata: a\["CONNECTED/);
    expect(received).toContain("subscription:100%2525");
  });

  test("starts a new response after 128 KiB", async () => {
    const at = session();
    const answer = await post(`${at}/xhr_streaming`);
    await post(
      `${at}/xhr_send`,
      JSON.stringify([
        connectFrame(),
        ...Array.from({ length: 90 }, (_, index) =>
          frameText("SUBSCRIBE", {
            id: `s-${index}`,
            destination: "/topic/auctions",
            receipt: "r",
          }),
        ),
      ]),
    );
    for (let round = 0; round < 20; round += 1)
      server.realtime.publish("/topic/auctions", { pad: "x".repeat(200) });
    const whole = await readUntil(answer, /never/);
    expect(whole.length).toBeGreaterThan(131_072);
    expect(whole.length).toBeLessThan(140_000);
    expect(await text(post(`${at}/xhr`))).toMatch(/^a\["MESSAGE/);
  });
});

describe("a session over WebSocket", () => {
  const open = async () => {
    const socket = new WebSocket(
      `${server.url.replace("http", "ws")}/ws-bid${session()}/websocket`,
    );
    onTestFinished(() => socket.terminate());
    const received: string[] = [];
    socket.on("message", (data: Buffer) => received.push(data.toString()));
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    await expect.poll(() => received).toEqual(["o"]);
    return { socket, received, closed };
  };

  test("carries one message or an array, and ignores empty frames", async () => {
    const { socket, received } = await open();
    socket.send("");
    socket.send(JSON.stringify(connectFrame()));
    await expect.poll(() => received[1]).toMatch(/^a\["CONNECTED/);
  });

  test("is ended by invalid JSON", async () => {
    const { socket, closed } = await open();
    socket.send('["x');
    expect(await closed).toBe(1006);
  });

  test("gets the reason why it ends", async () => {
    const { socket, received, closed } = await open();
    socket.send(JSON.stringify([frameText("NACK")]));
    await closed;
    expect(received.at(-1)).toBe('c[4400,"CONNECT first"]');
  });
});

test.for(["websocket", "xhr-streaming", "xhr-polling"])(
  "sockjs-client reports the close code over %s",
  async (transport) => {
    const client = patientSockJs(server.url, transport);
    const closed = new Promise<{ code: number; reason: string }>((resolve) => {
      client.addEventListener("close", (event) => resolve(event));
    });
    client.addEventListener("open", () =>
      client.send(connectFrame({ Authorization: "Bearer none" })),
    );
    expect(await closed).toMatchObject({ code: 4401, reason: "Invalid token" });
  },
);

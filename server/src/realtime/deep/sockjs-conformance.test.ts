import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { defaultSockJs } from "../sockjs-settings.ts";
import { startEchoServices } from "../testing/echo-services.ts";
import { openStream } from "../testing/http-stream.ts";
import { startLiveServer, type LiveServer } from "../testing/live-server.ts";
import { letPass } from "../../testing/wait-for.ts";

/** The SockJS protocol, as its public tests specify it. */

const NOT_STORED = "no-store, no-cache, no-transform, must-revalidate, max-age=0";
const settings = { streamBytes: 4_096, disconnectMs: 500, heartbeatMs: 200 };

let echo: Awaited<ReturnType<typeof startEchoServices>>;
/** Like `echo`, with short heartbeats. */
let hasty: Awaited<ReturnType<typeof startEchoServices>>;
/** Like `echo`, with a short time without a reader. */
let forgetful: Awaited<ReturnType<typeof startEchoServices>>;
let live: LiveServer;
beforeAll(async () => {
  const { streamBytes, disconnectMs, heartbeatMs } = settings;
  [echo, hasty, forgetful, live] = await Promise.all([
    startEchoServices({ streamBytes }),
    startEchoServices({ streamBytes, heartbeatMs }),
    startEchoServices({ streamBytes, disconnectMs }),
    startLiveServer(),
  ]);
});
afterAll(async () => {
  echo.stop();
  hasty.stop();
  forgetful.stop();
  await live.stop();
});

let serial = 0;
const session = (service = "/echo") => `${service}/000/session-${++serial}`;
const post = (path: string, body = "", headers: Record<string, string> = {}, on = echo) =>
  fetch(on.url + path, { method: "POST", body, headers });
const bodyOf = async (answer: Promise<Response>) => (await answer).text();

function expectOpenTo(answer: Response, origin: string | null): void {
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin ?? "*");
  expect(answer.headers.get("access-control-allow-credentials")).toBe(
    origin === null ? null : "true",
  );
}

function expectNeverStored(answer: Response): void {
  expect(answer.headers.get("cache-control")).toBe(NOT_STORED);
  expect(answer.headers.get("expires")).toBeNull();
  expect(answer.headers.get("last-modified")).toBeNull();
  expect(answer.headers.get("set-cookie")).toBeNull();
}

describe.for([
  ["a service", () => `${echo.url}/echo`],
  ["/ws-bid with default settings", () => `${live.url}/ws-bid`],
] as const)("%s, outside sessions", ([, base]) => {
  test.for(["", "/"])("%j greets", async (path) => {
    const answer = await fetch(base() + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=UTF-8");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(await answer.text()).toBe("Welcome to SockJS!\n");
  });

  test.for(["/a", "/a.html", "//", "///", "/a/a", "/a/a/", "/a/", "/iframe.htm", "/IFRAME.HTML"])(
    "%s is missing",
    async (path) => {
      expect((await fetch(base() + path)).status).toBe(404);
    },
  );

  test("info offers WebSockets to every origin", async () => {
    const answers = await Promise.all(
      [{}, { origin: "test" }].map((headers) => fetch(`${base()}/info`, { headers })),
    );
    const entropies: number[] = [];
    for (const [index, answer] of answers.entries()) {
      expect(answer.headers.get("content-type")).toBe("application/json; charset=UTF-8");
      expectNeverStored(answer);
      expectOpenTo(answer, index === 0 ? null : "test");
      const info = z
        .strictObject({
          websocket: z.literal(true),
          cookie_needed: z.literal(false),
          origins: z.tuple([z.literal("*:*")]),
          entropy: z
            .int()
            .nonnegative()
            .max(2 ** 32 - 1),
        })
        .parse(await answer.json());
      entropies.push(info.entropy);
    }
    expect(entropies[0]).not.toBe(entropies[1]);
  });

  test.for([
    ["/info", "GET"],
    ["/abc/abc/xhr", "POST"],
    ["/abc/abc/xhr_send", "POST"],
    ["/abc/abc/xhr_streaming", "POST"],
    ["/abc/abc/eventsource", "GET"],
  ] as const)("the preflight of %s is cached for a year", async ([path, method]) => {
    for (const origin of [null, "test", "null"]) {
      const answer = await fetch(base() + path, {
        method: "OPTIONS",
        headers: {
          "access-control-request-method": method,
          "access-control-request-headers": "a, b, c",
          ...(origin !== null && { origin }),
        },
      });
      expect(answer.status).toBe(204);
      expect(await answer.text()).toBe("");
      expect(answer.headers.get("access-control-allow-methods")).toBe(`OPTIONS, ${method}`);
      expect(answer.headers.get("access-control-allow-headers")).toBe("a, b, c");
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000");
      expect(answer.headers.get("access-control-max-age")).toBe("31536000");
      expect(Date.parse(answer.headers.get("expires") ?? "")).toBeGreaterThan(Date.now());
      expectOpenTo(answer, origin);
    }
  });

  test.for(["//", "/a./a", "/a/a.", "/./.", "/", "///"])(
    "a session at %s is missing",
    async (part) => {
      for (const method of ["GET", "POST"])
        expect((await fetch(`${base()}${part}/xhr`, { method })).status).toBe(404);
    },
  );

  test.for(["/a/a", "/_/_", "/1/1", "/abcdefgh_i-j%20/abcdefg_i-j%20"])(
    "a session at %s opens",
    async (part) => {
      const answer = await fetch(`${base()}${part}/xhr`, { method: "POST" });
      expect(await answer.text()).toBe("o\n");
    },
  );

  test.for([
    ["GET", "/0/0/websocket", {}, 400],
    ["GET", "/0/0/websocket", { upgrade: "WebSocket", connection: "close" }, 400],
    ["GET", "/websocket", {}, 400],
    ["POST", "/0/0/websocket", {}, 405],
    ["POST", "/0/0/websocket", { upgrade: "WebSocket", connection: "Upgrade" }, 405],
    ["GET", "/0/0/xhr", {}, 405],
    ["PUT", "/info", {}, 405],
  ] as const)("%s %s with %j is answered %i", async ([method, path, headers, status]) => {
    const { pathname } = new URL(base());
    const answer = await openStream(base(), `${method} ${pathname}${path} HTTP/1.1`, {
      connection: "close",
      ...headers,
    });
    expect(answer.status).toBe(status);
    const body = await answer.readRest();
    if (status === 400) expect(body).toContain("pgrade");
    else {
      expect(answer.headers.get("allow")).toBeTruthy();
      expect(answer.headers.has("content-type")).toBe(false);
      expect(body.replace("0\r\n\r\n", "")).toBe("");
    }
  });

  test.for(["unknown", "toString", "XHR"])("the transport %s is missing", async (transport) => {
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(`${base()}/000/s/${transport}?c=callback`, { method });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe("");
    }
  });
});

test("the numbers match the protocol", () => {
  expect(defaultSockJs).toEqual({ heartbeatMs: 25_000, disconnectMs: 5_000, streamBytes: 131_072 });
});

describe("polling", () => {
  test("opens, echoes and allows the page's origin", async () => {
    const at = session();
    const opened = await post(`${at}/xhr`, "", { origin: "test" });
    expect(opened.status).toBe(200);
    expect(opened.headers.get("content-type")).toBe("application/javascript; charset=UTF-8");
    expectOpenTo(opened, "test");
    expectNeverStored(opened);
    expect(await opened.text()).toBe("o\n");

    const sent = await post(`${at}/xhr_send`, '["x"]', { origin: "test" });
    expect(sent.status).toBe(204);
    expect(sent.headers.get("content-type")).toBe("text/plain; charset=UTF-8");
    expectOpenTo(sent, "test");
    expectNeverStored(sent);
    expect(await bodyOf(post(`${at}/xhr`))).toBe('a["x"]\n');
  });

  test("finds a session by its name alone, whatever server the path names", async () => {
    const at = session();
    await post(`${at}/xhr`);
    await post(`${at}/xhr_send`, '["a"]');
    expect(await bodyOf(post(`${at.replace("/000/", "/999/")}/xhr`))).toBe('a["a"]\n');
  });

  test("refuses posts to a missing session", async () => {
    expect((await post(`${session()}/xhr_send`, '["x"]')).status).toBe(404);
  });

  test("continues after unreadable posts", async () => {
    const at = session();
    await post(`${at}/xhr`);
    for (const [body, fault] of [
      ['["x', "Broken JSON encoding."],
      ["", "Payload expected."],
    ] as const) {
      const answer = await post(`${at}/xhr_send`, body);
      expect(answer.status).toBe(500);
      expect(await answer.text()).toBe(fault);
    }
    expect((await post(`${at}/xhr_send`, "[]")).status).toBe(204);
    expect((await post(`${at}/xhr_send`, '["a"]')).status).toBe(204);
    expect(await bodyOf(post(`${at}/xhr`))).toBe('a["a"]\n');
  });

  test("takes posts of every content type, in order", async () => {
    const at = session();
    await post(`${at}/xhr`);
    const types = [
      "text/plain",
      "T",
      "application/json",
      "application/xml",
      "",
      "application/json; charset=utf-8",
      "text/xml; charset=utf-8",
      "text/xml",
    ];
    for (const [index, type] of types.entries()) {
      const answer = await post(`${at}/xhr_send`, `["${index}"]`, { "content-type": type });
      expect(answer.status).toBe(204);
    }
    const all = JSON.stringify(types.map((_type, index) => String(index)));
    expect(await bodyOf(post(`${at}/xhr`))).toBe(`a${all}\n`);
  });

  test("answers each poll after the end with the close frame", async () => {
    const at = session("/close");
    expect(await bodyOf(post(`${at}/xhr`))).toBe("o\n");
    for (let times = 0; times < 2; times += 1)
      expect(await bodyOf(post(`${at}/xhr`))).toBe('c[3000,"Go away!"]\n');
  });

  test("refuses a second reader, and ends when the first disconnects", async () => {
    const at = session();
    await post(`${at}/xhr`);
    const first = new AbortController();
    // Whichever arrives later is refused.
    const readers = [1, 2].map(async () =>
      bodyOf(fetch(`${echo.url}${at}/xhr`, { method: "POST", signal: first.signal })),
    );
    expect(await Promise.any(readers)).toBe('c[2010,"Another connection still open"]\n');
    first.abort();
    await Promise.allSettled(readers);
    await expect
      .poll(async () => bodyOf(post(`${at}/xhr`)))
      .toBe('c[1002,"Connection interrupted"]\n');
  });

  test("ends a session that nobody reads, and sends heartbeats to readers", async () => {
    const at = session();
    const poll = (on: typeof echo) => bodyOf(post(`${at}/xhr`, "", {}, on));
    expect(await poll(hasty)).toBe("o\n");
    expect(await poll(hasty)).toBe("h\n");
    expect(await poll(forgetful)).toBe("o\n");
    await letPass(settings.disconnectMs + 200, "nobody reads for longer than a session lives");
    expect((await post(`${at}/xhr_send`, '["x"]', {}, forgetful)).status).toBe(404);
    expect(await poll(forgetful)).toBe("o\n");
  });
});

function characters(...ranges: readonly (readonly [number, number])[]): string {
  return ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .map((code) => String.fromCharCode(code))
    .join("");
}

function escapeAll(text: string): string {
  return Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}

describe("characters", () => {
  test("that browsers mangle are sent escaped", async () => {
    const fragile = characters(
      [0x200c, 0x200f],
      [0x2028, 0x202f],
      [0x2060, 0x206f],
      [0xfff0, 0xffff],
    );
    const at = session();
    await post(`${at}/xhr`);
    await post(`${at}/xhr_send`, `["${fragile}"]`);
    expect(await bodyOf(post(`${at}/xhr`))).toBe(`a["${escapeAll(fragile)}"]\n`);
  });

  test.for([
    ["as they are", (text: string) => JSON.stringify(text)],
    ["escaped", (text: string) => `"${escapeAll(text)}"`],
  ] as const)("of every code arrive unchanged: %s", async ([, encode]) => {
    // Lone surrogates are no characters and can't be encoded as UTF-8.
    const all = `${characters([0, 0xd7ff], [0xe000, 0xffff])}\u{1f69b}`;
    const at = session();
    await post(`${at}/xhr`);
    // In chunks, since the size of a POST is limited.
    for (let from = 0; from < all.length; from += 20_000) {
      const body = `[${encode(all.slice(from, from + 20_000))}]`;
      expect((await post(`${at}/xhr_send`, body)).status).toBe(204);
    }
    const frame = await bodyOf(post(`${at}/xhr`));
    const received = z.array(z.string()).parse(JSON.parse(frame.slice(1)));
    expect(received.join("") === all).toBe(true);
  });
});

describe("streaming", () => {
  test("begins with 2 KiB for browsers, then echoes each message", async () => {
    const at = session();
    const stream = await openStream(echo.url, `POST ${at}/xhr_streaming HTTP/1.1`, {
      origin: "test",
      "content-length": "0",
    });
    onTestFinished(stream.abort);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toBe("application/javascript; charset=UTF-8");
    expect(stream.headers.get("access-control-allow-origin")).toBe("test");
    expect(stream.headers.get("cache-control")).toBe(NOT_STORED);
    expect(stream.headers.get("transfer-encoding")).toBe("chunked");
    expect(stream.headers.has("content-length")).toBe(false);
    expect(await stream.readChunk()).toBe(`${"h".repeat(2048)}\n`);
    expect(await stream.readChunk()).toBe("o\n");
    await post(`${at}/xhr_send`, '["x"]');
    expect(await stream.readChunk()).toBe('a["x"]\n');
  });

  test("as events escapes what would break them", async () => {
    const at = session();
    const stream = await openStream(echo.url, `GET ${at}/eventsource HTTP/1.1`);
    onTestFinished(stream.abort);
    // Without a charset, as the newest SockJS tests require: an event stream is always UTF-8.
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.headers.get("cache-control")).toBe(NOT_STORED);
    expect(await stream.readChunk()).toBe("\r\n");
    expect(await stream.readChunk()).toBe("data: o\r\n\r\n");
    await post(`${at}/xhr_send`, String.raw`["  \u0000\n\r "]`);
    expect(await stream.readChunk()).toBe(String.raw`data: a["  \u0000\n\r "]` + "\r\n\r\n");
  });

  test.for([
    ["POST", "xhr_streaming", (frame: string) => `${frame}\n`],
    ["GET", "eventsource", (frame: string) => `data: ${frame}\r\n\r\n`],
  ] as const)("%s %s ends a full response", async ([method, transport, wrap]) => {
    const at = session();
    const stream = await openStream(echo.url, `${method} ${at}/${transport} HTTP/1.1`, {
      "content-length": "0",
    });
    onTestFinished(stream.abort);
    await stream.readChunk();
    let bytes = (await stream.readChunk()).length;
    const message = JSON.stringify(["x".repeat(128)]);
    while (bytes <= settings.streamBytes) {
      await post(`${at}/xhr_send`, message);
      const chunk = await stream.readChunk();
      expect(chunk).toBe(wrap(`a${message}`));
      bytes += chunk.length;
    }
    expect(await stream.readChunk()).toBe("");
    // The session continues with the next response.
    await post(`${at}/xhr_send`, '["next"]');
    expect(await bodyOf(post(`${at}/xhr`))).toBe('a["next"]\n');
  });

  test("over HTTP 1.0 isn't chunked", async () => {
    const stream = await openStream(echo.url, `POST ${session("/close")}/xhr_streaming HTTP/1.0`, {
      connection: "Keep-Alive",
    });
    expect(stream.status).toBe(200);
    expect(stream.headers.has("transfer-encoding")).toBe(false);
    expect(stream.headers.has("content-length")).toBe(false);
    expect(await stream.readRest()).toBe(`${"h".repeat(2048)}\no\nc[3000,"Go away!"]\n`);
  });

  test("sends the close frame in its own chunk, and again on the next request", async () => {
    const at = session("/close");
    for (const opens of [true, false]) {
      const stream = await openStream(echo.url, `POST ${at}/xhr_streaming HTTP/1.1`, {
        "content-length": "0",
      });
      onTestFinished(stream.abort);
      await stream.readChunk();
      if (opens) expect(await stream.readChunk()).toBe("o\n");
      expect(await stream.readChunk()).toBe('c[3000,"Go away!"]\n');
      expect(await stream.readChunk()).toBe("");
    }
  });

  test("refuses a second reader, and ends when the first disconnects", async () => {
    const at = session();
    const open = async () => {
      const stream = await openStream(echo.url, `POST ${at}/xhr_streaming HTTP/1.1`, {
        "content-length": "0",
      });
      onTestFinished(stream.abort);
      await stream.readChunk();
      return stream;
    };
    const first = await open();
    expect(await first.readChunk()).toBe("o\n");
    const second = await open();
    expect(await second.readChunk()).toBe('c[2010,"Another connection still open"]\n');
    expect(await second.readChunk()).toBe("");
    first.abort();
    await expect
      .poll(async () => (await open()).readChunk())
      .toBe('c[1002,"Connection interrupted"]\n');
  });

  test("sends heartbeats", async () => {
    const stream = await openStream(hasty.url, `POST ${session()}/xhr_streaming HTTP/1.1`, {
      "content-length": "0",
    });
    onTestFinished(stream.abort);
    for (let frames = 0; frames < 2; frames += 1) await stream.readChunk();
    expect(await stream.readChunk()).toBe("h\n");
    expect(await stream.readChunk()).toBe("h\n");
  });
});

test("the greeting over HTTP 1.0 isn't chunked", async () => {
  const answer = await openStream(echo.url, "GET /echo HTTP/1.0", { connection: "Keep-Alive" });
  expect(answer.headers.get("connection")).toBe("close");
  expect(answer.headers.has("transfer-encoding")).toBe(false);
  expect(await answer.readRest()).toBe("Welcome to SockJS!\n");
});

describe("WebSocket", () => {
  const open = async (path: string, on = echo) => {
    const socket = new WebSocket(on.url.replace("http", "ws") + path);
    onTestFinished(() => socket.terminate());
    const received: string[] = [];
    socket.on("message", (data: Buffer) => received.push(data.toString()));
    const closed = new Promise<readonly [number, string]>((resolve) =>
      socket.once("close", (code, reason) => resolve([code, reason.toString()])),
    );
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return { socket, received, closed };
  };

  test("opens, echoes and ignores empty frames", async () => {
    const { socket, received } = await open(`${session()}/websocket`);
    for (const text of ["", "[]", '["a"]', '"b"', '["c","d"]']) socket.send(text);
    await expect.poll(() => received).toEqual(["o", 'a["a"]', 'a["b"]', 'a["c"]', 'a["d"]']);
  });

  test("sends the reason and closes", async () => {
    const { received, closed } = await open(`${session("/close")}/websocket`);
    expect((await closed)[0]).toBe(1000);
    expect(received).toEqual(["o", 'c[3000,"Go away!"]']);
  });

  test("lets connections share a session's name, at once or in turn", async () => {
    const path = `${session()}/websocket`;
    const [one, two] = [await open(path), await open(path)];
    one.socket.send('["a"]');
    two.socket.send('["b"]');
    await expect
      .poll(() => [one.received.at(-1), two.received.at(-1)])
      .toEqual(['a["a"]', 'a["b"]']);
    one.socket.close();
    await one.closed;
    const three = await open(path);
    await expect.poll(() => three.received).toEqual(["o"]);
  });

  test("is closed by invalid JSON", async () => {
    const { socket, closed } = await open(`${session()}/websocket`);
    socket.send('["a');
    expect((await closed)[0]).toBe(1006);
  });

  test("sends heartbeats", async () => {
    const { received } = await open(`${session()}/websocket`, hasty);
    await expect.poll(() => received.slice(0, 3)).toEqual(["o", "h", "h"]);
  });

  test.for(["13", "8"])("version %s completes the handshake", async (version) => {
    const answer = await openStream(echo.url, `GET ${session()}/websocket HTTP/1.1`, {
      upgrade: "websocket",
      connection: "keep-alive, Upgrade",
      "sec-websocket-version": version,
      "sec-websocket-origin": "http://asd",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    });
    onTestFinished(answer.abort);
    expect(answer.status).toBe(101);
    // The example in RFC 6455.
    expect(answer.headers.get("sec-websocket-accept")).toBe("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    expect(answer.headers.has("content-length")).toBe(false);
  });

  test("without a key or with another version gets a 400", async () => {
    for (const headers of [{ "sec-websocket-version": "13" }, { "sec-websocket-version": "0" }]) {
      const answer = await openStream(echo.url, `GET ${session()}/websocket HTTP/1.1`, {
        upgrade: "websocket",
        connection: "Upgrade",
        ...headers,
      });
      expect(answer.status).toBe(400);
      answer.abort();
    }
  });

  test("plain carries messages as they are, without frames or heartbeats", async () => {
    const { socket, received } = await open("/echo/websocket", hasty);
    socket.send("Hello world!\uffff");
    socket.send(Buffer.from("bytes"));
    await letPass(2 * settings.heartbeatMs, "heartbeats would have come");
    expect(received).toEqual(["Hello world!\uffff", "bytes"]);
    expect(await (await open("/close/websocket")).closed).toEqual([3000, "Go away!"]);
  });
});

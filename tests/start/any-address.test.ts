import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startEmpty, type OwnProduct } from "../product.ts";

let market: OwnProduct;
beforeAll(async () => {
  market = await startEmpty(inject("postgresUrl"));
});
afterAll(() => market?.end());

interface RawAnswer {
  /** Null when the connection closed without a response. */
  readonly status: number | null;
  readonly text: string;
}

/** Sends a raw request line and reads until the connection ends. */
async function send(line: string): Promise<RawAnswer> {
  const socket = connect(Number(new URL(market.product.url).port), "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (part) => parts.push(part));
  socket.on("error", () => {});
  const closed = once(socket, "close");
  socket.write(
    Buffer.from(
      `${line}\r\nHost: here\r\nAccept: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      "latin1",
    ),
  );
  await closed;
  const text = Buffer.concat(parts).toString("latin1");
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  return { status: status === undefined ? null : Number(status), text };
}

const signs = [
  ..."/\\.%?#@:;,&=+*~!$'()[]{}|^`<>\"aZ0 ",
  "//",
  "../",
  "%2f",
  "%00",
  "%ff",
  "%E0%A4",
  "%2e%2e",
  "\u0000",
  "\u007f",
  "\u00e9",
  "http://",
  "host:1",
  "api",
  "auctions",
  "vehicles",
  "truck",
  "media",
  "assets",
  "ws-bid",
  "websocket",
  "xhr",
  "docs",
  "inventory",
  "sitemaps",
  ".well-known",
  "1",
  "-1",
  "99999999999999999999",
  "__proto__",
  "constructor",
];
const methods = ["GET", "GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

/** Returns a seeded generator of whole numbers below its argument. */
function numbersFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const known = [
  "//",
  "///",
  "//a//b",
  "//[",
  "/\\",
  "/\\[",
  "/\\host/path",
  "http://[",
  "http://other.example/",
  "http://other.example//",
  "*",
  "",
  "?",
  "/?",
  "/#",
  "/%",
  "/%zz",
  "/vehicles?%",
  "/vehicles?page=%ff",
  "/truck/%",
  "/truck/99999999999999999999",
  "/truck/1?a[b]=c",
  "/auctions//",
  "/auctions/1/",
  "/auctions/99999999999999999999",
  "/auctions?//",
  "/ws-bid",
  "/ws-bid//",
  "/ws-bid/%/%/xhr",
  "/ws-bid/a/b/jsonp?c=%",
  `/${"a".repeat(8_000)}`,
  `/vehicles?q=${"%20".repeat(2_000)}`,
];

test("no path is a 500", async () => {
  const below = numbersFrom(36);
  const pick = <T>(list: readonly T[]) => list[below(list.length)];
  const generated = Array.from({ length: 1_500 }, () => {
    const path = Array.from({ length: 1 + below(6) }, () => pick(signs)).join("");
    return `${pick(methods)} ${below(8) === 0 ? "" : "/"}${path} HTTP/1.1`;
  });
  const lines = [...known.map((path) => `GET ${path} HTTP/1.1`), ...generated];
  const broken: string[] = [];
  for (let from = 0; from < lines.length; from += 8) {
    const some = lines.slice(from, from + 8);
    for (const [index, answer] of (await Promise.all(some.map(send))).entries()) {
      if ((answer.status ?? 0) >= 500)
        broken.push(`${some[index]?.slice(0, 200)}: ${answer.text.slice(0, 400)}`);
    }
  }
  expect(broken).toEqual([]);
  expect(market.product.output()).not.toContain("request failed");
  expect((await send("GET /readyz HTTP/1.1")).status).toBe(200);
});

test.each([
  "//",
  "/\\other.example",
  "http://other.example/",
  "/media/anything",
  "/media/018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d/320.webp",
  "/assets/anything",
  "/assets/missing.js",
  "/api/anything",
  "/auth/anything",
  "/wp-login.php",
  "/favicon.bmp",
])("%s isn't a page, and no page is rendered", async (path) => {
  const { status, text } = await send(`GET ${path} HTTP/1.1`);
  expect(status).toBe(404);
  expect(text).toContain("application/json");
  expect(text.length).toBeLessThan(2_000);
});

test.each(["/nothing-here", "/truck/0", "/vehicles/nothing"])(
  "%s shows a page that says so",
  async (path) => {
    const { status, text } = await send(`GET ${path} HTTP/1.1`);
    expect(status).toBe(404);
    expect(text).toContain("text/html");
  },
);

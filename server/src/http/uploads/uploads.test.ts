import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openMarketplace, type Marketplace, type TestBidder } from "../../testing/marketplace.ts";

/** The call accepts one file of 10 MB and 1 MB of other fields. */
const LIMIT_BYTES = 11 * 1024 * 1024;
const FLOOD_BYTES = 100 * 1024 * 1024;

let market: Marketplace;
let bidder: TestBidder;
beforeAll(async () => {
  market = await openMarketplace();
  bidder = await market.bidder();
});
afterAll(() => market.close());

/** Starts a form over a raw connection. Returns the connection and the start of its response. */
async function beginForm(...headers: readonly string[]) {
  const { port } = new URL(market.url);
  const socket = connect(Number(port), "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (part) => resolve(part.toString()));
    socket.once("close", () => resolve("closed without an answer"));
  });
  const head = [
    "POST /api/invoices/1/proofs HTTP/1.1",
    "Host: here",
    `Authorization: Bearer ${bidder.jwt}`,
    "Content-Type: multipart/form-data; boundary=b",
    ...headers,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return { socket, answer };
}

test.each([
  ["application/json", Buffer.from('{"email":"caf\xe9@example.com"}', "latin1")],
  ["application/x-www-form-urlencoded", Buffer.from("email=caf%E9%40example.com")],
  ["application/x-www-form-urlencoded", Buffer.from("email=caf\xe9@example.com", "latin1")],
  [
    "multipart/form-data; boundary=part",
    Buffer.from(
      '--part\r\nContent-Disposition: form-data; name="email"\r\n\r\ncaf\xe9@example.com\r\n--part--\r\n',
      "latin1",
    ),
  ],
])("bytes that aren't UTF-8 in %s are refused, not stored as other text", async (type, payload) => {
  const answer = await market.app.http.inject({
    method: "POST",
    url: "/auth/forgot-password",
    headers: { "content-type": type },
    payload,
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    message: expect.stringContaining("unreadable characters"),
    issues: [{ path: "email" }],
  });
});

test("a form that declares a too large size is refused before it is sent", async () => {
  const { answer } = await beginForm(`Content-Length: ${LIMIT_BYTES + 1}`);
  expect(await answer).toMatch(/^HTTP\/1\.1 413 [^]*can total up to 11 MB/);
});

const part = (disposition: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;

/** Sends a form without an end, expects to be cut, and returns the start of the response. */
async function flood(beginning: string): Promise<string> {
  const { socket, answer } = await beginForm("Transfer-Encoding: chunked");
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
  if (beginning !== "") socket.write(chunk(Buffer.from(beginning)));
  const piece = chunk(Buffer.alloc(65_536, "x"));
  let written = 0;
  const pour = () => {
    while (!socket.destroyed && written < FLOOD_BYTES) {
      written += 65_536;
      if (!socket.write(piece)) return;
    }
  };
  socket.on("drain", pour);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  pour();
  const start = await answer;
  await closed;
  // Nobody reads the bytes in flight.
  expect(written).toBeLessThan(LIMIT_BYTES + 16 * 1024 * 1024);
  return start;
}

test.each([
  ["a preamble", ""],
  ["an unknown field", part('name="nobody-asked"')],
  ["an unknown file", part('name="nobody-asked"; filename="a.pdf"')],
  ["a file past its limit", part('name="document"; filename="a.pdf"')],
  ["a known field", part('name="note"')],
])("a form that never ends is cut off: %s", async (_what, beginning) => {
  const isRefusal = (start: string) => start.startsWith("HTTP/1.1 413 ");
  const starts: string[] = [];
  // Where a client still sends, the cut can overtake the response on its way (TCP).
  while (starts.length < 5 && !starts.some(isRefusal)) starts.push(await flood(beginning));
  expect(starts).toContainEqual(expect.stringMatching(/^HTTP\/1\.1 413 /));
});

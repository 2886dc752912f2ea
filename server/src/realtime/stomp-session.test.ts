import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { refusals } from "@gavelyard/contract/refusals";
import { startLiveServer, type LiveServer, type LiveServerOptions } from "./testing/live-server.ts";
import { connectFrame, connectPeer, frameText, type StompPeer } from "./testing/stomp-peer.ts";

let server: LiveServer;
let clockSkewMs = 0;
beforeAll(async () => {
  server = await startLiveServer({ now: () => performance.now() + clockSkewMs });
  server.ledger.open(1);
  const expiresAtMs = performance.now() + 60_000;
  server.tokens.set("customer", { userId: 5, permissions: [], expiresAtMs });
  server.tokens.set("other", { userId: 6, permissions: [], expiresAtMs });
  server.tokens.set("support", { userId: 7, permissions: ["auctions"], expiresAtMs });
  server.tokens.set("old", "expired");
});
afterAll(() => server.stop());
beforeEach(() => {
  clockSkewMs = 0;
});

const subscribe = (destination: string, id = "a", headers: Record<string, string> = {}) =>
  frameText("SUBSCRIBE", { id, destination, ...headers });

/** A peer that sends all this at once. */
async function peer(says: readonly (string | Buffer)[], on = server): Promise<StompPeer> {
  const connected = await connectPeer(on.url);
  onTestFinished(() => connected.socket.terminate());
  for (const text of says) connected.send(text);
  return connected;
}

async function connectedPeer(headers: Record<string, string> = {}, on = server) {
  const connected = await peer([connectFrame(headers)], on);
  await expect.poll(() => connected.frames.map(({ command }) => command)).toEqual(["CONNECTED"]);
  return connected;
}

async function withLimits(options: LiveServerOptions): Promise<LiveServer> {
  const limited = await startLiveServer(options);
  onTestFinished(() => limited.stop());
  limited.ledger.open(1);
  return limited;
}

/** Returns how the server ended the session: its ERROR and the close code. */
async function ending({ frames, closed }: StompPeer) {
  const code = await closed;
  const last = frames.at(-1);
  return { code, command: last?.command, message: last?.headers.get("message"), frame: last };
}

const lotSeqs = ({ frames }: StompPeer) =>
  frames
    .filter(({ command }) => command === "MESSAGE")
    .map(({ body }) => Number(JSON.parse(body.toString()).seq));

describe("CONNECT", () => {
  test.for([
    ["1.0,1.1,1.2", "1.2"],
    ["1.1,1.0", "1.1"],
    ["1.0", "1.0"],
    ["1.1 , 3.0", "1.1"],
  ])("of %s takes version %s", async ([offered = "", version]) => {
    const { frames } = await connectedPeer({ "accept-version": offered });
    expect(frames[0]?.headers.get("version")).toBe(version);
    // Version 1.0 has no heartbeats.
    expect(frames[0]?.headers.get("heart-beat")).toBe(version === "1.0" ? undefined : "4000,4000");
  });

  test("with no common version gets the supported ones", async () => {
    const { frame, code } = await ending(await peer([connectFrame({ "accept-version": "2.0" })]));
    expect(frame?.headers.get("version")).toBe("1.0,1.1,1.2");
    expect(frame?.headers.get("message")).toBe("No common version");
    expect(code).toBe(4400);
  });

  test("may be spelled STOMP, with CRLF line ends", async () => {
    const { frames } = await peer(["STOMP\r\naccept-version:1.2\r\n\r\n\0"]);
    await expect.poll(() => frames[0]?.command).toBe("CONNECTED");
  });

  test("chooses the subprotocol that stompjs asks for", async () => {
    expect((await connectedPeer()).socket.protocol).toBe("v12.stomp");
  });
});

describe("an ERROR says what is wrong, and the connection closes", () => {
  test.for<readonly [string, readonly (string | Buffer)[], RegExp, number]>([
    ["nothing before CONNECT", [subscribe("/topic/auctions")], /CONNECT first/, 4400],
    ["CONNECT twice", [connectFrame(), connectFrame()], /Already connected/, 4400],
    ["a forged token", [connectFrame({ Authorization: "Bearer no" })], /^Invalid token$/, 4401],
    ["an expired token", [connectFrame({ Authorization: "Bearer old" })], /^Token expired$/, 4401],
    ["heartbeats in words", [connectFrame({ "heart-beat": "often" })], /heart-beat/, 4400],
    [
      "an unknown command",
      [connectFrame(), frameText("BEGINN", { transaction: "t" })],
      /"BEGINN"/,
      4400,
    ],
    [
      "a command of control characters",
      [connectFrame(), frameText("\u0001".repeat(30))],
      /Unknown command/,
      4400,
    ],
    [
      "SEND",
      [connectFrame(), frameText("SEND", { destination: "/topic/bids/1" }, "{}")],
      /over HTTP/,
      4403,
    ],
    [
      "no destination",
      [connectFrame(), frameText("SUBSCRIBE", { id: "a" })],
      /destination and id/,
      4400,
    ],
    [
      "no id",
      [connectFrame(), frameText("SUBSCRIBE", { destination: "/topic/auctions" })],
      /destination and id/,
      4400,
    ],
    [
      "an id twice",
      [connectFrame(), subscribe("/topic/auctions"), subscribe("/topic/bids/1")],
      /in use/,
      4400,
    ],
    [
      "an endless id",
      [connectFrame(), subscribe("/topic/auctions", "x".repeat(101))],
      /too long/,
      4429,
    ],
    [
      "an unknown way to acknowledge",
      [connectFrame(), subscribe("/topic/auctions", "a", { ack: "sometimes" })],
      /ack must be auto/,
      4400,
    ],
    ["an unknown lot", [connectFrame(), subscribe("/topic/bids/999")], /not in an auction/, 4400],
    ["a wildcard", [connectFrame(), subscribe("/topic/bids/*")], /No such destination/, 4400],
    [
      "an id with a leading zero",
      [connectFrame(), subscribe("/topic/bids/01")],
      /No such destination/,
      4400,
    ],
    [
      "a last-seq that isn't a number",
      [connectFrame(), subscribe("/topic/bids/1", "a", { "last-seq": "-1" })],
      /last-seq/,
      4400,
    ],
    [
      "a user's queue, to visitors",
      [connectFrame(), subscribe("/user/queue/events")],
      /token/,
      4401,
    ],
    [
      "a user's queue by its inner name",
      [connectFrame(), subscribe("/user/queue/events#5")],
      /No such destination/,
      4400,
    ],
    [
      "the control room, to customers",
      [connectFrame({ Authorization: "Bearer customer" }), subscribe("/topic/control/1")],
      /can't subscribe/,
      4403,
    ],
    ["an undefined escape", [connectFrame(), "SUBSCRIBE\nid:a\\t\n\n\0"], /undefined escape/, 4400],
    [
      "a head that is not UTF-8",
      [connectFrame(), Buffer.from([65, 10, 97, 58, 0xff, 10, 10, 0])],
      /UTF-8/,
      4400,
    ],
    [
      "a body past its length",
      [connectFrame(), "SEND\ncontent-length:1\n\nabc\0"],
      /content-length/,
      4400,
    ],
  ])("%s", async ([, [first = "", ...rest], message, code]) => {
    const refused = await peer([first]);
    // Frames after CONNECT wait for its response, as the protocol requires of clients.
    if (rest.length > 0) await expect.poll(() => refused.frames.length).toBe(1);
    for (const text of rest) refused.send(text);
    const end = await ending(refused);
    expect(end.command).toBe("ERROR");
    expect(end.message).toMatch(message);
    expect(refusals).toHaveProperty([end.frame?.headers.get("code") ?? ""]);
    expect(end.code).toBe(code);
  });

  test("in the language that CONNECT asks for", async () => {
    const sayFor = ({ text }: { text: string }, accepted = "none") => `${accepted}: ${text}`;
    const inLanguages = await withLimits({ sayFor });
    const messageFor = async (headers: Record<string, string>) =>
      (await ending(await peer([connectFrame(headers)], inLanguages))).message;
    const Authorization = "Bearer no";
    expect(await messageFor({ Authorization, "accept-language": "es" })).toBe("es: Invalid token");
    expect(await messageFor({ Authorization })).toBe("none: Invalid token");
  });

  test("with the receipt of the frame at fault", async () => {
    const refused = await connectedPeer();
    refused.send(frameText("SEND", { destination: "/x", receipt: "r-1" }, "x"));
    expect((await ending(refused)).frame?.headers.get("receipt-id")).toBe("r-1");
  });

  test("and refusals are counted", async () => {
    const before = server.realtime.stats().ended.access ?? 0;
    await (
      await peer([connectFrame(), frameText("SEND", {}, "x")])
    ).closed;
    expect(server.realtime.stats().ended.access).toBe(before + 1);
  });
});

describe("a subscription", () => {
  test("has the headers that clients read, and its receipt after the first message", async () => {
    const watcher = await connectedPeer();
    watcher.send(
      subscribe("/topic/bids/1", "my:id\\n", { receipt: "r-2" }).replace("my:id", "my\\cid"),
    );
    await expect.poll(() => watcher.frames.length).toBe(3);
    const [, message, receipt] = watcher.frames;
    expect(Object.fromEntries(message?.headers ?? [])).toEqual({
      destination: "/topic/bids/1",
      subscription: "my:id\n",
      "message-id": expect.stringMatching(/^1-0-s\d+$/),
      "content-type": "application/json",
      "content-length": String(message?.body.length),
    });
    expect(receipt?.headers.get("receipt-id")).toBe("r-2");
  });

  test("ends with UNSUBSCRIBE", async () => {
    const watcher = await connectedPeer();
    server.ledger.open(2);
    watcher.send(subscribe("/topic/bids/2"));
    await expect.poll(() => lotSeqs(watcher)).toEqual([0]);
    watcher.send(frameText("UNSUBSCRIBE", { id: "a", receipt: "gone" }));
    await expect.poll(() => watcher.frames.at(-1)?.command).toBe("RECEIPT");
    server.bid(2, 1_000);
    watcher.send(subscribe("/topic/bids/2", "b"));
    await expect.poll(() => lotSeqs(watcher)).toEqual([0, 1]);
  });

  test("in version 1.0 goes by its destination", async () => {
    const watcher = await connectedPeer({ "accept-version": "1.0" });
    watcher.send(frameText("SUBSCRIBE", { destination: "/topic/bids/1" }));
    await expect.poll(() => watcher.frames[1]?.headers.get("subscription")).toBe("/topic/bids/1");
  });

  test("may arrive in binary, byte by byte", async () => {
    const watcher = await connectedPeer();
    for (const byte of Buffer.from(subscribe("/topic/bids/1"))) watcher.send(Buffer.of(byte));
    await expect.poll(() => lotSeqs(watcher)).toEqual([0]);
  });

  test("to a private queue gets only its own user's events; staff get the control room's", async () => {
    const [mine, theirs] = [
      await connectedPeer({ Authorization: "Bearer customer" }),
      await connectedPeer({ Authorization: "other" }),
    ];
    const staff = await connectedPeer({ authorization: "bearer support" });
    mine.send(subscribe("/user/queue/events", "q", { receipt: "r" }));
    theirs.send(subscribe("/user/queue/events", "q", { receipt: "r" }));
    staff.send(subscribe("/topic/control/3", "q", { receipt: "r" }));
    for (const each of [mine, theirs, staff])
      await expect.poll(() => each.frames.at(-1)?.command).toBe("RECEIPT");
    const at = new Date().toISOString();
    server.realtime.publishToUser(5, { type: "LIMIT_CHANGED", limit: 30_000, at });
    server.realtime.publish("/topic/control/3", { paused: true });
    await expect.poll(() => mine.frames.at(-1)?.command).toBe("MESSAGE");
    expect(mine.frames.at(-1)?.headers.get("destination")).toBe("/user/queue/events");
    expect(JSON.parse(mine.frames.at(-1)?.body.toString() ?? "")).toMatchObject({ limit: 30_000 });
    await expect.poll(() => staff.frames.at(-1)?.body.toString()).toBe('{"paused":true}');
    expect(theirs.frames.at(-1)?.command).toBe("RECEIPT");
  });

  test("DISCONNECT is answered and closes", async () => {
    const leaving = await connectedPeer();
    leaving.send(frameText("DISCONNECT", { receipt: "bye" }));
    expect(await leaving.closed).toBe(1000);
    expect(leaving.frames.at(-1)?.headers.get("receipt-id")).toBe("bye");
  });
});

describe("tokens", () => {
  test("that expire end private subscriptions, and only those", async () => {
    const own = await connectedPeer({ Authorization: "Bearer customer" });
    own.send(subscribe("/user/queue/events", "q", { receipt: "r" }));
    const open = await connectedPeer({ Authorization: "Bearer customer" });
    open.send(subscribe("/topic/bids/1", "q", { receipt: "r" }));
    for (const each of [own, open])
      await expect.poll(() => each.frames.at(-1)?.command).toBe("RECEIPT");
    clockSkewMs = 61_000;
    expect(await ending(own)).toMatchObject({ code: 4401, message: "Token expired" });
    open.send(subscribe("/user/queue/events", "later"));
    expect(await ending(open)).toMatchObject({ code: 4401, message: "Token expired" });
  });

  test("of a user whose access changed stop at once", async () => {
    const own = await connectedPeer({ Authorization: "Bearer customer" });
    const other = await connectedPeer({ Authorization: "Bearer other" });
    server.realtime.endUser(5, false);
    expect(await ending(own)).toMatchObject({
      code: 4401,
      message: expect.stringMatching(/token/),
    });
    other.send(subscribe("/topic/bids/1", "still", { receipt: "here" }));
    await expect.poll(() => other.frames.at(-1)?.headers.get("receipt-id")).toBe("here");
  });
});

describe("heartbeats", () => {
  test("come within 4 s of silence, and only to those who want them", async () => {
    let nowMs = 0;
    const stopped = await withLimits({ now: () => nowMs });
    const beating = await connectedPeer({ "heart-beat": "0,4000" }, stopped);
    const silent = await connectedPeer({ "heart-beat": "0,0" }, stopped);
    nowMs += 4_000;
    await expect.poll(() => beating.heartbeats()).toBe(1);
    expect(silent.heartbeats()).toBe(0);
  });

  test("missing heartbeats close the connection, unless the client asked for none", async () => {
    let nowMs = 0;
    const limited = await withLimits({ limits: { silenceMs: 900 }, now: () => nowMs });
    const [gone, quiet, alive] = [
      await connectedPeer({ "heart-beat": "400,0" }, limited),
      await connectedPeer({ "heart-beat": "0,0" }, limited),
      await connectedPeer({ "heart-beat": "400,0" }, limited),
    ];
    nowMs += 500;
    alive.send(`\n${subscribe("/topic/bids/1")}`);
    await expect.poll(() => alive.frames.length).toBe(2);
    nowMs += 500;
    expect(await ending(gone)).toMatchObject({ code: 4408, message: "Heartbeats are missing" });
    await expect.poll(() => limited.realtime.stats().connections).toBe(2);
    expect(quiet.socket.readyState).toBe(quiet.socket.OPEN);
  });
});

describe("limits", () => {
  test("bytes of a frame", async () => {
    const body = "x".repeat(70_000);
    const refused = await connectedPeer();
    refused.send(frameText("SEND", { destination: "/x" }, body));
    expect(await ending(refused)).toMatchObject({ message: "The frame is too large" });
  });

  test("subscriptions, which may all be opened at once", async () => {
    const watcher = await connectedPeer();
    for (let index = 0; index < 100; index += 1)
      watcher.send(subscribe("/topic/auctions", `s-${index}`));
    watcher.send(subscribe("/topic/bids/1", "over"));
    expect(await ending(watcher)).toMatchObject({ code: 4429, message: "Too many subscriptions" });
    expect(watcher.frames).toHaveLength(2);
  });

  test("frames a second", async () => {
    const busy = await connectedPeer();
    for (let index = 0; index < 30; index += 1) busy.send(frameText("UNSUBSCRIBE", { id: "x" }));
    expect(await ending(busy)).toMatchObject({ code: 4429, message: "Too many frames per second" });
  });

  test("time to CONNECT", async () => {
    const limited = await withLimits({ limits: { connectMs: 300 } });
    expect(await ending(await peer([], limited))).toMatchObject({
      message: "No CONNECT in time",
    });
  });

  test("connections of an address", async () => {
    const limited = await withLimits({ limits: { connectionsANetwork: 2 }, networkFactor: 1 });
    const kept = [await connectedPeer({}, limited), await connectedPeer({}, limited)];
    const third = await peer([], limited);
    expect(await ending(third)).toMatchObject({
      code: 4429,
      message: "Too many connections from your address",
    });
    expect(kept.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true);
    await expect.poll(() => limited.realtime.stats().connections).toBe(2);
    await connectedPeer({}, await withLimits({ limits: { connectionsANetwork: 0 } }));
  });

  test("a client that disconnects during the handshake affects nobody else", async () => {
    const { hostname, port } = new URL(server.url);
    for (const path of ["/ws-bid/nowhere", "/ws-bid/websocket"]) {
      const socket = connect(Number(port), hostname);
      await new Promise((resolve) => socket.once("connect", resolve));
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
      socket.resetAndDestroy();
    }
    const { socket } = await connectedPeer();
    expect(socket.readyState).toBe(socket.OPEN);
  });
});

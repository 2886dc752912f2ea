import type { LotMessage } from "@gavelyard/contract/realtime";
import { Client } from "@stomp/stompjs";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { closeCodes } from "../close-codes.ts";
import { deafClient, deafStream } from "../testing/deaf-client.ts";
import { startLiveServer, type LiveServer } from "../testing/live-server.ts";
import { patientSockJs } from "../testing/patient-sockjs.ts";
import { connectFrame, connectPeer, frameText } from "../testing/stomp-peer.ts";
import { letPass } from "../../testing/wait-for.ts";

/** No client misses a message or waits for a slow one, on any transport. */

const carriers = ["plain", "websocket", "xhr-streaming", "eventsource", "xhr-polling"] as const;
type Carrier = (typeof carriers)[number];

let server: LiveServer;
let lots = 0;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.stop());

function newLot(on = server): number {
  on.ledger.open(++lots);
  return lots;
}

/** A client that follows a lot and resumes after the messages in `received`, as the pages do. */
async function follow(lot: number, carrier: Carrier, received: LotMessage[]) {
  const client = new Client({
    reconnectDelay: 0,
    webSocketFactory: () =>
      carrier === "plain"
        ? new WebSocket(`${server.url.replace("http", "ws")}/ws-bid/websocket`, ["v12.stomp"])
        : patientSockJs(server.url, carrier),
  });
  onTestFinished(() => client.deactivate({ force: true }));
  await new Promise<void>((resolve) => {
    client.onConnect = () => resolve();
    client.activate();
  });
  const last = received.at(-1);
  client.subscribe(
    `/topic/bids/${lot}`,
    ({ body }) => received.push(JSON.parse(body)),
    last === undefined ? {} : { "last-seq": String(last.seq) },
  );
  return client;
}

const upTo = (seq: number) => Array.from({ length: seq + 1 }, (_, index) => index);
const seqs = (received: readonly LotMessage[]) => received.map(({ seq }) => seq);

describe("a client that reconnects", () => {
  test.for(
    carriers.map((carrier, index) => [carrier, carriers[(index + 1) % carriers.length]] as const),
  )("over %s, then over %s, gets every message once", async ([from, to]) => {
    const lot = newLot();
    const received: LotMessage[] = [];
    const before = await follow(lot, from, received);
    await expect.poll(() => received).toHaveLength(1);
    for (let amount = 1; amount <= 5; amount += 1) server.bid(lot, amount * 1_000);
    await expect.poll(() => seqs(received)).toEqual(upTo(5));
    before.forceDisconnect();
    await expect.poll(() => before.connected).toBe(false);

    // As many bids as a busy lot gets in 30 seconds.
    for (let amount = 6; amount <= 60; amount += 1) server.bid(lot, amount * 1_000);
    await follow(lot, to ?? from, received);
    await expect.poll(() => received.length).toBeGreaterThan(59);
    server.bid(lot, 70_000);
    await expect.poll(() => seqs(received)).toEqual(upTo(61));
    expect(received.slice(1).every(({ type, resync }) => type === "BID" && resync !== true)).toBe(
      true,
    );
  });

  test("after missing more rows than are replayed gets the current state", async () => {
    const lot = newLot();
    const received: LotMessage[] = [];
    const before = await follow(lot, "websocket", received);
    await expect.poll(() => received).toHaveLength(1);
    before.forceDisconnect();
    for (let amount = 1; amount <= 300; amount += 1) server.bid(lot, amount * 1_000);
    await follow(lot, "plain", received);
    await expect.poll(() => received).toHaveLength(2);
    expect(received[1]).toMatchObject({ type: "STATE", seq: 300, amount: 300_000, resync: true });
  });
});

test("rows that this process missed are sent before later ones", async () => {
  const lot = newLot();
  const received: LotMessage[] = [];
  await follow(lot, "plain", received);
  await expect.poll(() => received).toHaveLength(1);
  for (let amount = 1; amount <= 4; amount += 1) server.ledger.bid(lot, amount * 1_000);
  server.bid(lot, 5_000);
  await expect.poll(() => seqs(received)).toEqual(upTo(5));
});

describe("a client that floods the server", () => {
  /** Sends until the connection is cut; returns the close code. */
  async function flood(path: string, send: (socket: WebSocket) => void): Promise<number> {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}${path}`);
    const closed = once(socket, "close");
    await once(socket, "open");
    for (let count = 0; count < 3_000; count += 1) send(socket);
    const [code] = await closed;
    return code;
  }

  test.for([
    ["unasked pongs", "/ws-bid/websocket", (socket: WebSocket) => socket.pong()],
    ["heartbeats", "/ws-bid/websocket", (socket: WebSocket) => socket.send("\n")],
    ["empty messages", "/ws-bid/websocket", (socket: WebSocket) => socket.send("")],
    [
      "large heartbeats",
      "/ws-bid/websocket",
      (socket: WebSocket) => socket.send("\n".repeat(60_000)),
    ],
    ["empty lists", "/ws-bid/0/flood/websocket", (socket: WebSocket) => socket.send("[]")],
    [
      "long lists",
      "/ws-bid/0/flood/websocket",
      (socket: WebSocket) => socket.send(JSON.stringify(Array.from({ length: 50 }, () => "\n"))),
    ],
  ] as const)("with %s is disconnected", async ([, path, send]) => {
    expect(await flood(path, send)).toBe(path.includes("/0/") ? 1000 : closeCodes.limit);
  });

  test("with pings is disconnected by us or by its own library", async () => {
    const code = await flood("/ws-bid/websocket", (socket) => socket.ping());
    expect([1006, closeCodes.limit]).toContain(code);
  });

  test("with a long posted list loses its session", async () => {
    const at = `${server.url}/ws-bid/0/posted`;
    const opened = await fetch(`${at}/xhr`, { method: "POST" });
    expect(await opened.text()).toBe("o\n");
    const body = JSON.stringify(Array.from({ length: 1_000 }, () => "\n"));
    expect((await fetch(`${at}/xhr_send`, { method: "POST", body })).status).toBe(204);
    const next = await (await fetch(`${at}/xhr`, { method: "POST" })).text();
    expect(next).toContain(`c[${closeCodes.limit},`);
  });

  test("with all that a page may send at once stays connected", async () => {
    const peer = await connectPeer(server.url);
    peer.send(connectFrame());
    for (let id = 0; id < 100; id += 1)
      peer.send(frameText("SUBSCRIBE", { id: String(id), destination: `/topic/bids/${newLot()}` }));
    for (let id = 0; id < 100; id += 1) peer.send(frameText("UNSUBSCRIBE", { id: String(id) }));
    for (let id = 0; id < 150; id += 1) peer.send(frameText("ACK", { id: String(id) }));
    peer.send(frameText("BEGIN", { transaction: "t", receipt: "all" }));
    await expect
      .poll(() => peer.frames.map(({ headers }) => headers.get("receipt-id")))
      .toContain("all");
    peer.socket.close();
  });
});

describe("a client that stops reading", () => {
  const limits = { conflateBytes: 20_000, behindMs: 1_000 };
  const framesFor = (destination: string) => [
    connectFrame(),
    frameText("SUBSCRIBE", { id: "a", destination }),
  ];

  /** Publishes until the condition is met; returns the number of rounds. */
  async function publishUntil(publish: () => void, isEnough: () => boolean): Promise<number> {
    let rounds = 0;
    for (; !isEnough(); rounds += 1) {
      for (let index = 0; index < 200; index += 1) publish();
      await letPass(1, "sockets get their turn");
      if (rounds > 1_000) throw new Error("nobody fell behind");
    }
    return rounds * 200;
  }

  test.for([
    [
      "a plain WebSocket",
      (url: string, lot: number) => deafClient(url, framesFor(`/topic/bids/${lot}`)),
    ],
    [
      "XHR streaming",
      (url: string, lot: number) => deafStream(url, "deaf", framesFor(`/topic/bids/${lot}`)),
    ],
  ] as const)("over %s is disconnected, while others get each row at once", async ([, goDeaf]) => {
    let nowMs = 0;
    const busy = await startLiveServer({ limits, now: () => nowMs });
    onTestFinished(() => busy.stop());
    const lot = newLot(busy);
    const quick = await connectPeer(busy.url);
    for (const text of framesFor(`/topic/bids/${lot}`)) quick.send(text);
    await goDeaf(busy.url, lot);
    await expect.poll(() => busy.realtime.stats().subscriptions).toBe(2);

    let amount = 0;
    const bid = () => {
      busy.bid(lot, ++amount);
    };
    await publishUntil(bid, () => busy.realtime.stats().conflated > 0);
    await expect.poll(() => quick.frames.length).toBe(amount + 2);
    // The slow client is still connected and behind; the quick one gets a new message without waiting for it.
    bid();
    await expect.poll(() => quick.frames.length).toBe(amount + 2);
    expect(busy.realtime.stats()).toMatchObject({ connections: 2, ended: {} });

    nowMs += limits.behindMs + 1;
    await expect.poll(() => busy.realtime.stats().connections).toBe(1);
    expect(busy.realtime.stats().ended).toEqual({ slow: 1 });
  });

  test("of the auctions topic is disconnected too, after the same time", async () => {
    const busy = await startLiveServer({ limits: { ...limits, cutBytes: 100_000_000 } });
    onTestFinished(() => busy.stop());
    let waiting = 0;
    const deaf = await deafClient(busy.url, framesFor("/topic/auctions"));
    await expect.poll(() => busy.realtime.stats().subscriptions).toBe(1);
    // The operating systems buffer a part; the rest waits in the server, far below `cutBytes`.
    while (busy.realtime.stats().ended.slow === undefined && waiting < 120) {
      busy.realtime.publish("/topic/auctions", { pad: "x".repeat(500_000) });
      waiting += 1;
      await letPass(50, "sockets get their turn");
    }
    expect(busy.realtime.stats().ended).toEqual({ slow: 1 });
    // After the buffered messages comes the ERROR with the reason.
    let tail = "";
    deaf.on("data", (part) => (tail = (tail + part.toString("latin1")).slice(-400)));
    await expect.poll(() => tail).toMatch(/ERROR\nmessage:Your connection is too slow/);
  });

  test("over polling expires", async () => {
    const quickly = await startLiveServer({ sockJs: { disconnectMs: 2_000 } });
    onTestFinished(() => quickly.stop());
    const lot = newLot(quickly);
    const at = `${quickly.url}/ws-bid/000/deaf`;
    const post = (path: string, body = "") => fetch(at + path, { method: "POST", body });
    await post("/xhr");
    await post("/xhr_send", JSON.stringify(framesFor(`/topic/bids/${lot}`)));
    await expect.poll(() => quickly.realtime.stats().subscriptions).toBe(1);
    await expect.poll(() => quickly.realtime.stats().connections).toBe(0);
    expect((await post("/xhr_send", "[]")).status).toBe(404);
  });
});

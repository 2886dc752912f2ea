import { randomUUID } from "node:crypto";
import type { LotMessage, UserEvent } from "@gavelyard/contract/realtime";
import { Client, type IFrame } from "@stomp/stompjs";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { z } from "zod";
import { act } from "../events/act.ts";
import { grantAdministrator } from "../sign-in/first-admin.ts";
import { openProxy } from "../testing/cuttable.ts";
import { openMarketplace, type Marketplace } from "../testing/marketplace.ts";
import { changePermissions } from "../users/change-permissions.ts";
import { patientSockJs } from "./testing/patient-sockjs.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await openMarketplace();
});
afterAll(() => market.close());

interface Connected {
  readonly client: Client;
  readonly errors: IFrame[];
  follow(destination: string, headers?: Record<string, string>): LotMessage[];
}

type Carrier = "sockjs" | "websocket" | "xhr-streaming" | "xhr-polling";

async function connect(carrier: Carrier, jwt?: string, url = market.url): Promise<Connected> {
  const errors: IFrame[] = [];
  const client = new Client({
    reconnectDelay: 0,
    heartbeatIncoming: 4_000,
    heartbeatOutgoing: 4_000,
    connectHeaders: jwt === undefined ? {} : { Authorization: `Bearer ${jwt}` },
    webSocketFactory: () =>
      carrier === "websocket"
        ? new WebSocket(`${url.replace("http", "ws")}/ws-bid/websocket`, ["v12.stomp"])
        : patientSockJs(url, carrier === "sockjs" ? "websocket" : carrier),
  });
  onTestFinished(() => client.deactivate({ force: true }));
  client.onStompError = (frame) => errors.push(frame);
  await new Promise<void>((resolve) => {
    client.onConnect = () => resolve();
    client.onWebSocketClose = () => resolve();
    client.activate();
  });
  return {
    client,
    errors,
    follow(destination, headers = {}) {
      const received: LotMessage[] = [];
      client.subscribe(destination, ({ body }) => received.push(JSON.parse(body)), headers);
      return received;
    },
  };
}

const topic = (inventoryId: number) => `/topic/bids/${inventoryId}`;

describe.for(["sockjs", "websocket", "xhr-streaming", "xhr-polling"] as const)(
  "over %s",
  (carrier) => {
    test("the state comes first, then every row once and in order", async () => {
      const [who, rival, inventoryId] = [
        await market.bidder(),
        await market.bidder(),
        await market.lot(),
      ];
      await market.bid(who, inventoryId, 1_000, { maxAmount: 3_000 });
      const received = (await connect(carrier)).follow(topic(inventoryId));
      await expect.poll(() => received.length).toBe(1);
      await market.bid(rival, inventoryId, 2_000);
      await market.bid(rival, inventoryId, 4_000);
      await expect.poll(() => received.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      expect(received[0]).toMatchObject({
        type: "STATE",
        amount: 1_000,
        bidderAlias: "Bidder 1",
        status: "OPEN",
      });
      expect(received.slice(1).map(({ amount }) => amount)).toEqual([2_000, 2_050, 4_000]);
      expect(JSON.stringify(received)).not.toMatch(/3000[^0-9]|userId|@/);
    });
  },
);

test("a returning client gets what it missed, or else the state", async () => {
  const [who, inventoryId] = [await market.bidder(), await market.lot()];
  for (const amount of [1_000, 2_000, 3_000])
    await market.bid(await market.bidder(), inventoryId, amount);
  const { follow } = await connect("websocket");
  const missed = follow(topic(inventoryId), { "last-seq": "1" });
  const whole = follow(topic(inventoryId), { "last-seq": "900" });
  await expect.poll(() => missed.map(({ seq }) => seq)).toEqual([2, 3]);
  await expect
    .poll(() => whole.map(({ type, resync }) => [type, resync]))
    .toEqual([["STATE", true]]);
  await market.bid(who, inventoryId, 4_000);
  await expect.poll(() => missed.map(({ seq }) => seq)).toEqual([2, 3, 4]);
});

test("staff without their second factor can't follow the control room (D45)", async () => {
  const strict = await openMarketplace(undefined, { staffFactorFrom: "2000-01-01" });
  onTestFinished(() => strict.close());
  const credentials = { email: "new@example.com", password: "correct horse battery" };
  await grantAdministrator(strict.context, { ...credentials, name: "Ada Admin" });
  const answer = await fetch(`${strict.url}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  const { jwt } = z.object({ jwt: z.string() }).parse(await answer.json());
  const staff = await connect("websocket", jwt, strict.url);
  const closed = new Promise<number>((resolve) => {
    staff.client.onWebSocketClose = ({ code }) => resolve(code);
  });
  staff.follow("/topic/control/1");
  expect(await closed).toBe(4403);
});

test("a sign-out that a process couldn't hear of ends its live connections afterwards", async () => {
  const proxy = await openProxy(market.database.url);
  onTestFinished(() => proxy.close());
  const other = await openMarketplace(market.database, { listenUrl: proxy.url });
  onTestFinished(() => other.close());
  const [left, stays] = [await market.bidder(), await market.bidder()];
  const ended = await connect("websocket", left.jwt, other.url);
  const kept = await connect("websocket", stays.jwt, other.url);
  ended.follow("/user/queue/events");
  kept.follow("/user/queue/events");
  const closed = new Promise<number>((resolve) => {
    ended.client.onWebSocketClose = ({ code }) => resolve(code);
  });
  proxy.cut();
  await expect.poll(() => other.context.bus.connected).toBe(false);
  await fetch(`${market.url}/auth/logout`, {
    method: "POST",
    headers: { authorization: `Bearer ${left.jwt}` },
  });
  proxy.restore();
  expect(await closed).toBe(4401);
  expect(kept.client.connected).toBe(true);
});

test("losing the auctions permission closes the control room for good (D57)", async () => {
  const account = async (email: string) => {
    const password = "correct horse battery";
    await grantAdministrator(market.context, { email, name: "Ada Admin", password });
    const answer = await fetch(`${market.url}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    return z.object({ userId: z.int(), jwt: z.string() }).parse(await answer.json());
  };
  const [boss, { userId, jwt }] = [
    await account("boss@example.com"),
    await account("desk@example.com"),
  ];
  const open = await connect("websocket", jwt);
  const events = open.follow("/user/queue/events");
  open.follow("/topic/control/1");
  const by = { userId: boss.userId, ip: null, key: null };
  // A receipt is answered after the subscriptions before it.
  await new Promise<void>((resolve) => {
    open.client.watchForReceipt("subscribed", () => resolve());
    open.client.subscribe("/topic/auctions", () => {}, { receipt: "subscribed" });
  });
  const closed = new Promise<number>((resolve) => {
    open.client.onWebSocketClose = ({ code }) => resolve(code);
  });
  await act(market.context, (tx, record) =>
    changePermissions(market.context, tx, record, userId, { auctions: false }, by),
  );
  expect(await closed).toBe(4503);
  expect(events).toMatchObject([{ type: "PERMISSIONS_CHANGED" }]);
  const again = await connect("websocket", jwt);
  again.follow("/topic/control/1");
  await expect
    .poll(() => again.errors.map(({ headers }) => headers["message"]))
    .toEqual(["Your account can't subscribe to this"]);
});

test("bids through another server reach watchers here, without a gap", async () => {
  const other = await openMarketplace(market.database);
  onTestFinished(() => other.close());
  const [one, two, inventoryId] = [
    await market.bidder(),
    await market.bidder(),
    await market.lot(),
  ];
  const received = (await connect("sockjs")).follow(topic(inventoryId));
  await expect.poll(() => received.length).toBe(1);
  for (let round = 0; round < 10; round += 1) {
    await other.bid(one, inventoryId, 1_000 + round * 200);
    await market.bid(two, inventoryId, 1_100 + round * 200);
  }
  await expect
    .poll(() => received.map(({ seq }) => seq))
    .toEqual(Array.from({ length: 21 }, (_, seq) => seq));
});

test("bidders get only their own events", async () => {
  const [winner, loser] = [await market.bidder(), await market.bidder()];
  const inventoryId = await market.lot();
  const events: UserEvent[] = [];
  const foreign: UserEvent[] = [];
  (await connect("websocket", loser.jwt)).client.subscribe("/user/queue/events", ({ body }) =>
    events.push(JSON.parse(body)),
  );
  (await connect("websocket", winner.jwt)).client.subscribe("/user/queue/events", ({ body }) =>
    foreign.push(JSON.parse(body)),
  );
  await expect.poll(() => market.app.realtime.stats().connections).toBeGreaterThanOrEqual(2);
  await market.bid(loser, inventoryId, 1_000);
  await market.bid(winner, inventoryId, 2_000);
  await market.end(inventoryId);
  await expect.poll(() => events.map(({ type }) => type)).toEqual(["OUTBID", "LOST"]);
  await expect.poll(() => foreign.map(({ type }) => type)).toEqual(["WON"]);
});

describe("refusals", () => {
  const refused = async (act: (connected: Connected) => void, jwt?: string) => {
    const connected = await connect("websocket", jwt);
    act(connected);
    await expect.poll(() => connected.errors.length).toBe(1);
    return connected.errors[0]?.headers["message"];
  };

  test("a bad token", async () => {
    expect(await refused(() => {}, "no.such.token")).toMatch(/token/i);
  });
  test("sending", async () => {
    expect(
      await refused(({ client }) => client.publish({ destination: topic(1), body: "{}" })),
    ).toMatch(/HTTP/);
  });
  test("a unit in no auction", async () => {
    expect(await refused(({ follow }) => follow(topic(999_999)))).toMatch(/not in an auction/);
  });
  test("an unknown destination", async () => {
    expect(await refused(({ follow }) => follow("/topic/>"))).toMatch(/No such destination/);
  });
  test("a user's destination, for visitors", async () => {
    expect(await refused(({ follow }) => follow("/user/queue/events"))).toMatch(/token/);
  });
  test("a staff destination, for customers", async () => {
    const { jwt } = await market.bidder();
    expect(await refused(({ follow }) => follow("/topic/control/1"), jwt)).toMatch(
      /can't subscribe/,
    );
  });
  test("a foreign origin", async () => {
    const answer = await fetch(`${market.url}/ws-bid/1/a/xhr`, {
      method: "POST",
      headers: { origin: "https://evil.example" },
    });
    expect(answer.status).toBe(403);
  });
});

test("connections and requests of one IPv6 network are limited together", async () => {
  // Six connections, 60 requests a minute.
  const limited = await openMarketplace(undefined, { rateLimits: 0.02, trustProxy: "127.0.0.1" });
  onTestFinished(() => limited.close());
  const from = (host: string) => ({ "x-forwarded-for": `2001:db8:0:9::${host}` });
  const firstFrame = (host: string) =>
    new Promise<string>((resolve, reject) => {
      const url = `${limited.url.replace("http", "ws")}/ws-bid/websocket`;
      const socket = new WebSocket(url, ["v12.stomp"], { headers: from(host) });
      onTestFinished(() => socket.terminate());
      socket.once("open", () => socket.send("CONNECT\naccept-version:1.2\nhost:x\n\n\0"));
      socket.once("message", (data: Buffer) => resolve(data.toString().split("\n")[0] ?? ""));
      socket.once("error", reject);
    });
  for (const host of ["1", "2", "3", "4", "5", "6"])
    expect(await firstFrame(host)).toBe("CONNECTED");
  expect(await firstFrame("7")).toBe("ERROR");
  const post = `/ws-bid/000/${randomUUID()}/xhr_send`;
  for (const [path, method] of [
    ["/ws-bid/info", "GET"],
    [post, "POST"],
  ] as const) {
    let status = 0;
    for (let sent = 0; sent < 130 && status !== 429; sent += 1) {
      const headers = from((sent + 10).toString(16));
      status = (await fetch(limited.url + path, { method, headers })).status;
    }
    expect(status).toBe(429);
  }
  await expect(firstFrame("8")).rejects.toThrow("429");
});

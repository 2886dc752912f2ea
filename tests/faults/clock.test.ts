import { Client } from "@stomp/stompjs";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { createDatabase, type FreshDatabase } from "../database.ts";
import { startProduct, type Product } from "../product.ts";
import {
  JWT_SECRET,
  openMarket,
  stepDatabase,
  type Answer,
  type Bidder,
  type Market,
} from "./market.ts";
import { letPass } from "../../server/src/testing/wait-for.ts";

const STEP_SEC = 300;
/** Longer than a session lasts without being renewed. */
const PROCESS_STEP_SEC = 3_600;

let database: FreshDatabase;
let product: Product;
let market: Market;
let stepFile: string;
beforeAll(async () => {
  database = await createDatabase(inject("postgresUrl"));
  stepFile = path.join(database.dataDir, "clock-step");
  await writeFile(stepFile, "0");
  product = await startProduct({
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    DEMO: "0",
    JWT_SECRET,
    LOG_LEVEL: "silent",
    CLOCK_STEP_FILE: stepFile,
    NODE_OPTIONS: `--import=${import.meta.resolve("./step-clock.ts")}`,
  });
  market = await openMarket(product.url, database.ownerUrl);
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

async function stepProcess(seconds: number): Promise<void> {
  await writeFile(`${stepFile}.new`, String(seconds * 1_000));
  await rename(`${stepFile}.new`, stepFile);
  await letPass(60, "a process reads its clock's step every 20 ms");
}

const lotOf = async (inventoryId: number) => {
  const [lot] = await market.rows<{ outcome: string | null; leader: number; late_ms: number }>(
    `SELECT outcome, leader_id::int AS leader,
        (extract(epoch FROM closed_at - closes_at) * 1000)::float8 AS late_ms
      FROM lots WHERE inventory_id = $1`,
    [inventoryId],
  );
  return lot;
};

function bidders() {
  const [one, other] = market.bidders;
  if (one === undefined || other === undefined) throw new Error("nobody bids");
  return { one, other };
}

/** Expects a refusal because the lot's close has passed or is recorded. */
function expectOver({ code, message }: Answer): void {
  expect(["lot-closed", "not-found"], message).toContain(code);
}

describe("a process whose clock jumps an hour", () => {
  for (const seconds of [PROCESS_STEP_SEC, -PROCESS_STEP_SEC]) {
    test(`${seconds > 0 ? "forward" : "back"} still decides bids, closes and live connections by the database's clock`, async () => {
      const { one, other } = bidders();
      const closing = await market.lot(600);
      expect((await market.bid(closing, one, 100)).status).toBe(200);
      const shown = await serverTimeOf(closing);
      const events = await eventsOf(other);
      await stepProcess(seconds);
      expect((await market.bid(closing, other, 200)).status).toBe(200);
      const [late] = await market.rows<{ off_ms: number }>(
        "SELECT (extract(epoch FROM clock_ms() - max(placed_at)) * 1000)::float8 AS off_ms FROM ledger",
      );
      expect(Math.abs(late?.off_ms ?? Number.NaN)).toBeLessThan(2_000);

      await market.moveClose(closing, 3);
      await expect
        .poll(() => lotOf(closing))
        .toMatchObject({ outcome: "SOLD", leader: other.userId });
      expect((await lotOf(closing))?.late_ms).toBeLessThan(1_000);
      expectOver(await market.bid(closing, one, 300));
      await expect.poll(events).toEqual(["WON"]);
      // A page rendered before the step must not count as fresh.
      await expect.poll(() => serverTimeOf(closing)).not.toBe(shown);
      await stepProcess(0);
      expect(await market.broken()).toEqual([]);
    });
  }
});

/** Follows a bidder's events live; the result returns the types of those that came. */
async function eventsOf({ jwt }: Bidder): Promise<() => readonly string[]> {
  const types: string[] = [];
  const client = new Client({
    brokerURL: `${product.url.replace("http", "ws")}/ws-bid/websocket`,
    connectHeaders: { Authorization: `Bearer ${jwt}` },
    reconnectDelay: 0,
  });
  onTestFinished(() => client.deactivate({ force: true }));
  await new Promise<void>((resolve) => {
    client.onConnect = () => {
      client.watchForReceipt("subscribed", () => resolve());
      client.subscribe("/user/queue/events", ({ body }) => types.push(JSON.parse(body).type), {
        receipt: "subscribed",
      });
    };
    client.activate();
  });
  return () => types;
}

/** Returns the server time in a unit's rendered page. */
async function serverTimeOf(inventoryId: number): Promise<string | undefined> {
  const response = await fetch(`${product.url}/truck/${inventoryId}`, {
    headers: { accept: "text/html" },
  });
  return /"serverTime":"([^"]+)"/.exec(await response.text())?.[1];
}

describe("a database whose clock jumps five minutes", () => {
  test("forward closes due lots once, and refuses later bids", async () => {
    const { one, other } = bidders();
    const [soon, later] = [await market.lot(120), await market.lot(900)];
    for (const lot of [soon, later]) expect((await market.bid(lot, one, 100)).status).toBe(200);
    await stepDatabase(market.rows, STEP_SEC);
    try {
      expectOver(await market.bid(soon, other, 200));
      await expect.poll(() => lotOf(soon)).toMatchObject({ outcome: "SOLD", leader: one.userId });
      expect((await market.bid(later, other, 200)).status).toBe(200);
    } finally {
      await stepDatabase(market.rows, 0);
    }
    // After the clock steps back, closed lots stay closed and open lots take bids.
    expectOver(await market.bid(soon, other, 300));
    expect((await market.bid(later, one, 300)).status).toBe(200);
    expect(await lotOf(soon)).toMatchObject({ outcome: "SOLD", leader: one.userId });
    expect(await market.broken()).toEqual([]);
  });

  test("back keeps lots open that much longer, and their ledgers in order", async () => {
    const { one, other } = bidders();
    const lot = await market.lot(600);
    expect((await market.bid(lot, one, 100)).status).toBe(200);
    await market.moveClose(lot, 4);
    await stepDatabase(market.rows, -STEP_SEC);
    try {
      await letPass(4_500, "the close would come by the right clock");
      expect((await market.bid(lot, other, 200)).status).toBe(200);
      expect(await lotOf(lot)).toMatchObject({ outcome: null });
    } finally {
      await stepDatabase(market.rows, 0);
    }
    expectOver(await market.bid(lot, one, 300));
    await expect.poll(() => lotOf(lot)).toMatchObject({ outcome: "SOLD", leader: other.userId });
    const seqs = await market.rows<{ kind: string; seq: number }>(
      `SELECT g.kind, g.seq::int AS seq FROM ledger g JOIN lots l ON l.id = g.lot_id
        WHERE l.inventory_id = $1 ORDER BY g.id`,
      [lot],
    );
    expect(seqs).toEqual([
      { kind: "BID", seq: 1 },
      { kind: "BID", seq: 2 },
      { kind: "CLOSE", seq: 3 },
    ]);
    expect(await market.broken()).toEqual([]);
  });
});

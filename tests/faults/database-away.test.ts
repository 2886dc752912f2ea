import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, inject, test } from "vitest";
import { openDataDir } from "../../server/src/testing/data-dir.ts";
import { openProxy } from "../../server/src/testing/cuttable.ts";
import { createDatabase } from "../database.ts";
import { startProduct, type Product } from "../product.ts";
import { isInDoubt } from "./bid-journal.ts";
import { embeddedUrl, JWT_SECRET, openMarket, type Answer, type Market } from "./market.ts";
import { letPass } from "../../server/src/testing/wait-for.ts";

/** The default run is short; `AWAY_SEC=30` tests the promised duration. */
const AWAY_MS = Number(process.env["AWAY_SEC"] ?? 7) * 1_000;
const BACK_WITHIN_MS = 5_000;
const settings = { DEMO: "0", JWT_SECRET, LOG_LEVEL: "silent" } as const;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** A server, and how its database becomes unavailable and returns. */
interface Case {
  readonly product: Product;
  readonly market: Market;
  leave(): Promise<unknown>;
  /** Undefined when the server itself restarts the database. */
  readonly restore?: () => Promise<unknown>;
}

async function behindAProxy(): Promise<Case> {
  const database = await createDatabase(inject("postgresUrl"));
  undo.push(() => database.drop());
  const proxy = await openProxy(database.url);
  undo.push(() => proxy.close());
  const through = new URL(database.url);
  through.host = new URL(proxy.url).host;
  const product = await startProduct({
    ...settings,
    DATABASE_URL: through.href,
    DATA_DIR: database.dataDir,
  });
  undo.push(() => product.stop());
  return {
    product,
    market: await openMarket(product.url, database.ownerUrl),
    leave: async () => proxy.cut(),
    restore: async () => proxy.restore(),
  };
}

async function withItsOwn() {
  const dataDir = await openDataDir("fault");
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const product = await startProduct({ ...settings, DATA_DIR: dataDir });
  undo.push(() => product.stop());
  const pidFile = await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8");
  const postmaster = Number(pidFile.split("\n")[0]);
  /** Signals the database server and its child processes. */
  const signal = async (name: NodeJS.Signals) => {
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
    const children = stdout
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []));
    for (const pid of [postmaster, ...children]) process.kill(pid, name);
  };
  return { product, market: await openMarket(product.url, await embeddedUrl(dataDir)), signal };
}

async function frozen(): Promise<Case> {
  const { signal, ...rest } = await withItsOwn();
  const restore = () => signal("SIGCONT");
  return { ...rest, leave: () => signal("SIGSTOP"), restore };
}

async function killed(): Promise<Case> {
  const { signal, ...rest } = await withItsOwn();
  return { ...rest, leave: () => signal("SIGKILL") };
}

/** Places bids continuously, each once, and records each response by its key. */
function keepBidding({ bid, bidders }: Market, inventoryId: number) {
  const answers = new Map<string, Answer & { readonly amount: number }>();
  let amount = 100;
  let over = false;
  const running = bidders.map(async (bidder, person) => {
    for (let turn = 0; !over; turn += 1) {
      const key = `bid-${person}-${turn}`;
      const bidAmount = (amount += 500);
      answers.set(key, { ...(await bid(inventoryId, bidder, bidAmount, key)), amount: bidAmount });
      await letPass(60, "a bidder's pause between bids");
    }
  });
  return {
    answers,
    end: async () => {
      over = true;
      await Promise.all(running);
    },
  };
}

async function ask(url: string, accept = "application/json") {
  const askedAt = performance.now();
  const response = await fetch(url, { headers: { accept } });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get("retry-after"),
    tookMs: performance.now() - askedAt,
  };
}

async function whileAway(url: string) {
  expect((await ask(`${url}/healthz`)).status).toBe(200);
  const ready = await ask(`${url}/readyz`);
  expect(ready).toMatchObject({ status: 503, text: expect.stringContaining("database") });
  expect(ready.tookMs).toBeLessThan(2_000);
  const read = ask(`${url}/inventories`);
  const page = ask(`${url}/vehicles`, "text/html");
  return { read, page };
}

for (const [name, open, isFrozen] of [
  ["behind a proxy that is cut", behindAProxy, false],
  ["frozen", frozen, true],
] as const) {
  test(`with its database ${name}, the product keeps running, says so and recovers`, async () => {
    const { product, market, leave, restore } = await open();
    const [leader] = market.bidders;
    if (leader === undefined) throw new Error("nobody bids");
    const openLot = await market.lot(600);
    const closing = await market.lot(AWAY_MS / 1_000 - 1);
    expect((await market.bid(closing, leader, 100)).status).toBe(200);
    const bidding = keepBidding(market, openLot);
    await expect.poll(() => bidding.answers.size).toBeGreaterThan(8);

    const leftAt = performance.now();
    await leave();
    await letPass(500, "bids that were under way are answered");
    const before = bidding.answers.size;
    const { read, page } = await whileAway(product.url);
    await letPass(Math.max(0, AWAY_MS - (performance.now() - leftAt)), "the outage lasts");
    const during = [...bidding.answers.values()].slice(before);
    await restore?.();
    const backAt = performance.now();
    await expect
      .poll(() => [...bidding.answers.values()].at(-1)?.status, { timeout: BACK_WITHIN_MS })
      .toBe(200);
    await expect
      .poll(async () => (await ask(`${product.url}/readyz`)).status, { timeout: BACK_WITHIN_MS })
      .toBe(200);
    expect(performance.now() - backAt).toBeLessThan(BACK_WITHIN_MS);
    await bidding.end();

    expect(during.length).toBeGreaterThan(4);
    for (const { status, retryAfter, tookMs } of during) {
      expect(status).toBe(503);
      expect(retryAfter).toBeGreaterThan(0);
      expect(tookMs).toBeLessThan(2_000);
    }
    for (const { status, retryAfter } of [await read, await page]) {
      // A frozen database can still finish earlier requests when it resumes.
      expect(status === 503 || (status === 200 && isFrozen)).toBe(true);
      if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    if (!isFrozen) expect((await page).text).toContain("This page reloads in");
    await expectHonestAnswers(market, bidding.answers);
    await expectExtended(market, closing, leader.userId);
    expect(await market.broken()).toEqual([]);
  });
}

test("an embedded database that dies is restarted, with everything acknowledged", async () => {
  const { product, market, leave } = await killed();
  const openLot = await market.lot(600);
  const bidding = keepBidding(market, openLot);
  await expect.poll(() => bidding.answers.size).toBeGreaterThan(8);
  await leave();
  await expect.poll(async () => (await ask(`${product.url}/readyz`)).status).toBe(503);
  await expect.poll(async () => (await ask(`${product.url}/readyz`)).status).toBe(200);
  await expect
    .poll(() => [...bidding.answers.values()].at(-1)?.status, { timeout: BACK_WITHIN_MS })
    .toBe(200);
  await bidding.end();
  await expectHonestAnswers(market, bidding.answers);
  expect(await market.broken()).toEqual([]);
});

/** Expects every acknowledged bid exactly once, and no refused one. */
async function expectHonestAnswers(market: Market, answers: ReadonlyMap<string, Answer>) {
  const stored = await market.rows<{ id: string; idempotency_key: string }>(
    "SELECT id, idempotency_key FROM ledger WHERE idempotency_key LIKE 'bid-%'",
  );
  const byKey = new Map(stored.map((row) => [row.idempotency_key, Number(row.id)]));
  expect(byKey.size).toBe(stored.length);
  for (const [key, { status, bidId, code, message }] of answers) {
    if (status === 200) expect(byKey.get(key), key).toBe(bidId);
    else if (!isInDoubt({ code })) expect(byKey.has(key), message).toBe(false);
  }
}

/**
 * Expects the lot to get at least the time it had left, since it was due during the outage (D36).
 */
async function expectExtended(market: Market, inventoryId: number, leaderId: number) {
  await expect
    .poll(
      () =>
        market.rows(
          `SELECT l.outcome, l.leader_id::int AS leader, g.kind, g.reason,
              l.closes_at > clock_ms() + interval '10 seconds' AS open
            FROM lots l JOIN ledger g ON g.lot_id = l.id AND g.seq = l.seq
            WHERE l.inventory_id = $1`,
          [inventoryId],
        ),
      { timeout: BACK_WITHIN_MS },
    )
    .toEqual([
      { outcome: null, leader: leaderId, kind: "EXTENSION", reason: "Outage", open: true },
    ]);
}

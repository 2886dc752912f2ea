import { OUTAGE_MS } from "@gavelyard/domain/outage";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../server/src/db/migrate.ts";
import { createPool } from "../../server/src/db/pool.ts";
import { LocalFiles } from "../../server/src/files/local-files.ts";
import { verifyHouse } from "../../server/src/house/verify-house.ts";
import { rowsOf } from "../database.ts";
import { startProduct, type Product } from "../product.ts";
import { BidJournal } from "./bid-journal.ts";
import { Cluster, type Node } from "./cluster.ts";
import { judgeJournal, wrongIn } from "./judge-journal.ts";
import { JWT_SECRET, openMarket, placeBid, stepDatabase, type Market } from "./market.ts";
import { readStandbys as standbysOf, type Standby } from "../../server/src/house/standbys-sql.ts";

/** `SLOW=5` gives five times as long to a machine that does much else; what is counted stays. */
const SLOW = Number(process.env["SLOW"] ?? 1);
const BACK_AFTER_KILL_MS = 10_000 * SLOW;
const BACK_AFTER_PROMOTION_MS = 3_000 * SLOW;
const DROPPED_WITHIN_MS = 2_000 * SLOW;
/** What a fault may add to the slowest view of a time without any, which tells how busy the machine is. */
const VIEW_SLOWED_BY_MS = 4_000 * SLOW;
const UNDISTURBED_VIEWS = 60;
const PATIENCE = { timeout: 20_000 * SLOW, interval: 50 };
const CLOSING_LOTS = 20;
/** An outage that begins at once outlasts the close of such a lot. */
const CAUGHT_IN_SEC = 2;
/** Of the servers that take over. */
const CLOCK_BEHIND_MS = 1_500;

const undo: (() => Promise<unknown>)[] = [];
let cluster: Cluster;
let market: Market;
let products: Product[];
let up: readonly Product[];
beforeAll(async () => {
  cluster = await Cluster.open(CLOCK_BEHIND_MS);
  undo.push(() => cluster.close());
  await migrate(cluster.primary.url);
  products = [await start({ DATABASE_COPIES: "1" }), await start({ DATABASE_COPIES: "1" })];
  up = products;
  // Each node has a clock of its own.
  await cluster.on(
    cluster.primary,
    `CREATE OR REPLACE FUNCTION clock_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      'SELECT date_trunc(''milliseconds'', clock_timestamp())
        - make_interval(secs => current_setting(''gavelyard.behind_ms'')::float8 / 1000)'`,
  );
  market = await openMarket(products[0]?.url ?? "", () => cluster.primary.url);
}, 300_000 * SLOW);
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

async function start(env: Readonly<Record<string, string>>): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "gavelyard-failover-"));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const product = await startProduct({
    ...env,
    DATABASE_URL: cluster.url,
    DEMO: "0",
    JWT_SECRET,
    LOG_LEVEL: "warn",
    DATA_DIR: dataDir,
    FILES_URL: "file:///tmp/gavelyard-failover-files",
  });
  undo.push(() => product.stop());
  return product;
}

const rows = <Row extends object>(text: string, values?: readonly unknown[]) =>
  rowsOf<Row>(cluster.primary.url, text, values);

/** Reads the standbys as the product does. */
async function readStandbys(url: string): Promise<Standby[]> {
  const pool = createPool(url, 1);
  try {
    return await standbysOf(pool);
  } finally {
    await pool.end();
  }
}

/** Promotes a standby and measures until the first bid since is accepted. */
async function recover(journal: BidJournal, failedAtMs: number): Promise<void> {
  await cluster.promote();
  const promotedAtMs = performance.now();
  await expect
    .poll(() => journal.acceptedAtMs.some((at) => at > promotedAtMs), PATIENCE)
    .toBe(true);
  const backAtMs = journal.acceptedAtMs.find((at) => at > promotedAtMs) ?? Number.NaN;
  expect(backAtMs - promotedAtMs).toBeLessThan(BACK_AFTER_PROMOTION_MS);
  expect(backAtMs - failedAtMs).toBeLessThan(BACK_AFTER_KILL_MS);
}

/** Connections of both servers to a node that is not the primary: the watch's own alone. */
async function expectDropped(node: Node): Promise<void> {
  await expect
    .poll(() => node.line.open, { timeout: DROPPED_WITHIN_MS })
    .toBeLessThanOrEqual(up.length);
}

async function expectHonest(journal: BidJournal, undisturbedMs: number): Promise<void> {
  expect(wrongIn(await judgeJournal(journal, rows))).toEqual([]);
  expect(
    journal.views.filter(({ tookMs }) => tookMs > undisturbedMs + VIEW_SLOWED_BY_MS),
    "slow views",
  ).toEqual([]);
}

test(
  "bids, closes and browsing outlive every fault of a database server",
  { timeout: 300_000 * SLOW },
  async () => {
    const hot = await market.lot(3_600);
    const lots = [hot];
    const journal = new BidJournal();
    journal.start(() => up.map(({ url }) => url), {
      bidders: market.bidders,
      lots,
      paths: [`/truck/${hot}`, `/inventory/${hot}`],
    });
    await expect.poll(() => journal.acceptedAtMs.length, PATIENCE).toBeGreaterThan(20);
    const standbys = await readStandbys(cluster.primary.url);
    expect(standbys.filter(({ isSynchronous }) => isSynchronous === true)).not.toEqual([]);
    await expect
      .poll(() => journal.views.length, { timeout: 60_000 * SLOW })
      .toBeGreaterThan(UNDISTURBED_VIEWS);
    const undisturbedMs = Math.max(...journal.views.map(({ tookMs }) => tookMs));
    // They fall due one after another all through the faults.
    for (let lot = 0; lot < CLOSING_LOTS; lot += 1) lots.push(await market.lot(4 + lot * 5));
    const caught = await market.lot(CAUGHT_IN_SEC);

    // Killed within commits; who takes over has a clock that is behind.
    const killed = cluster.primary;
    await cluster.signal(killed, "SIGKILL");
    const killedAtMs = performance.now();
    // By the next primary's clock, which is behind, the outage still lasts long enough to extend lots.
    await sleep(OUTAGE_MS + CLOCK_BEHIND_MS + 500);
    await recover(journal, killedAtMs);
    await cluster.join(killed, CLOCK_BEHIND_MS);

    // No standby acknowledges anything: nothing is accepted, and all goes on after it.
    const silent = cluster.standbys;
    for (const node of silent) await cluster.signal(node, "SIGSTOP");
    // What was on a standby before is answered by then.
    await sleep(2_000 * SLOW);
    const acceptedBefore = journal.acceptedAtMs.length;
    await sleep(2_500);
    expect(journal.acceptedAtMs.length).toBe(acceptedBefore);
    for (const node of silent) await cluster.signal(node, "SIGCONT");
    for (const node of silent) await cluster.follows(node);
    await expect.poll(() => journal.acceptedAtMs.length, PATIENCE).toBeGreaterThan(acceptedBefore);

    // No standby is synchronous any more: nothing is accepted, and what falls due meanwhile waits.
    const uncopied = await market.lot(CAUGHT_IN_SEC);
    await cluster.setSynchronous("");
    await sleep(1_000 * SLOW);
    const acceptedCopied = journal.acceptedAtMs.length;
    await sleep(OUTAGE_MS + CAUGHT_IN_SEC * 1_000);
    expect(journal.acceptedAtMs.length).toBe(acceptedCopied);
    await cluster.setSynchronous("ANY 1 (*)");
    await expect.poll(() => journal.acceptedAtMs.length, PATIENCE).toBeGreaterThan(acceptedCopied);

    // The line to the primary falls silent, and comes back when another has taken over.
    const cutOff = cluster.primary;
    cutOff.line.setSilent(true);
    const silentAtMs = performance.now();
    await expectDropped(cutOff);
    await recover(journal, silentAtMs);
    cutOff.line.setSilent(false);
    await sleep(1_500);
    await expectDropped(cutOff);
    await cluster.join(cutOff, CLOCK_BEHIND_MS);

    // It freezes together with the kill of a server, and comes back as a zombie.
    const zombie = cluster.primary;
    const [lost, left] = products;
    if (lost === undefined || left === undefined) throw new Error("there are no two servers");
    up = [left];
    await cluster.signal(zombie, "SIGSTOP");
    const frozenAtMs = performance.now();
    await lost.kill();
    await recover(journal, frozenAtMs);
    await cluster.signal(zombie, "SIGCONT");
    await lost.start();
    up = products;
    await sleep(1_500);
    await expectDropped(zombie);
    await cluster.join(zombie, CLOCK_BEHIND_MS);
    await journal.end();

    await expectHonest(journal, undisturbedMs);
    // Past the close of every lot, also of those that an outage extended.
    await stepDatabase(rows, 120);
    await expect
      .poll(() => rows("SELECT 1 FROM lots WHERE closed_at IS NULL"), {
        timeout: 120_000 * SLOW,
        interval: 500,
      })
      .toHaveLength(1);
    const extended = await rows<{ id: number }>(
      `SELECT DISTINCT l.inventory_id::int AS id FROM ledger g JOIN lots l ON l.id = g.lot_id
        WHERE g.kind = 'EXTENSION' AND g.reason = 'Outage'`,
    );
    expect(extended.map(({ id }) => id)).toEqual(expect.arrayContaining([caught, uncopied]));
    const pool = createPool(cluster.primary.url, 1);
    undo.push(() => pool.end());
    const verdict = await verifyHouse(pool, new LocalFiles("/nonexistent"));
    expect(verdict.problems).toEqual([]);
    for (const product of products) expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  },
);

test(
  "without a synchronous standby the same count finds bids that are lost",
  { timeout: 120_000 * SLOW },
  async () => {
    const unprotected = await start({ DATABASE_COPIES: "0" });
    await cluster.setSynchronous("");
    const lot = await market.lot(3_600);
    for (const node of cluster.standbys) await cluster.signal(node, "SIGSTOP");
    // From now on nothing reaches them, not even the buffers of their lines.
    await expect
      .poll(() => cluster.on(cluster.primary, "SELECT 1 FROM pg_stat_replication"), PATIENCE)
      .toEqual([]);
    const journal = new BidJournal();
    journal.start(() => [unprotected.url], { bidders: market.bidders, lots: [lot], paths: [] });
    await expect.poll(() => journal.acceptedAtMs.length, PATIENCE).toBeGreaterThan(10);
    // Who needs a copy refuses meanwhile.
    const [bidder] = market.bidders;
    const [careful] = products;
    if (bidder === undefined || careful === undefined) throw new Error("nobody bids");
    expect(
      await placeBid(careful.url, { inventoryId: lot, bidder, amount: 900_000 }),
    ).toMatchObject({
      status: 503,
      code: "bid-not-placed",
    });
    await cluster.signal(cluster.primary, "SIGKILL");
    await journal.end();
    for (const node of cluster.standbys) await cluster.signal(node, "SIGCONT");
    await cluster.promote();
    expect((await judgeJournal(journal, rows)).wrong.lost.length).toBeGreaterThan(0);
  },
);

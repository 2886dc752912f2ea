import { OUTAGE_MS } from "@gavelyard/domain/auctions/outage";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../server/src/db/migrate.ts";
import { createPool } from "../../server/src/db/pool.ts";
import { LocalFiles } from "../../server/src/files/local-files.ts";
import { verifyHouse } from "../../server/src/backups/verify-house.ts";
import { rowsOf } from "../database.ts";
import { startProduct, type Product } from "../product.ts";
import { BidJournal } from "../faults/bid-journal.ts";
import { Cluster, type Node } from "../faults/cluster.ts";
import { judgeJournal, wrongIn } from "../faults/judge-journal.ts";
import { JWT_SECRET, openMarket, placeBid, stepDatabase, type Market } from "../faults/market.ts";
import { slowness } from "../faults/slowness.ts";
import { readStandbys as standbysOf, type Standby } from "../../server/src/backups/standbys-sql.ts";
import { startMailServer, type MailServer } from "../../server/src/testing/mail-server.ts";
import { enqueue } from "../../server/src/jobs/enqueue.ts";
import { letPass } from "../../server/src/testing/wait-for.ts";

/** A busy machine has more time. The checks stay the same. */
const SLOW = await slowness();
const BACK_AFTER_KILL_MS = 10_000 * SLOW;
const BACK_AFTER_PROMOTION_MS = 3_000 * SLOW;
const DROPPED_WITHIN_MS = 2_000 * SLOW;
/**
 * How much a fault may slow a view down, compared with the slowest undisturbed one, which shows how
 * busy the machine is.
 */
const VIEW_SLOWED_BY_MS = 4_000 * SLOW;
const UNDISTURBED_VIEWS = 60;
const PATIENCE = { timeout: 20_000 * SLOW, interval: 50 };
const CLOSING_LOTS = 20;
/** The close of such a lot falls into an outage that starts now. */
const CAUGHT_IN_SEC = 2;
/** Of servers that are promoted. */
const CLOCK_BEHIND_MS = 1_500;

const undo: (() => Promise<unknown>)[] = [];
let cluster: Cluster;
let market: Market;
let products: Product[];
let running: readonly Product[];
let mails: MailServer;
beforeAll(async () => {
  cluster = await Cluster.open(CLOCK_BEHIND_MS);
  undo.push(() => cluster.close());
  await migrate(cluster.primary.url);
  mails = await startMailServer();
  undo.push(() => mails.close());
  products = [await start({ DATABASE_COPIES: "1" }), await start({ DATABASE_COPIES: "1" })];
  running = products;
  // Each node has its own clock.
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
    SMTP_URL: mails.url,
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

/** Promotes a standby and measures the time until a bid is accepted. */
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

/** Orders an email that falls due in so many seconds. Returns a function that counts its arrivals. */
async function dueIn(seconds: number, name: string): Promise<() => number> {
  const to = `${name}@people.example`;
  const pool = createPool(cluster.primary.url, 1);
  await enqueue(
    pool,
    "send-mail",
    { eventKey: to, to, content: { kind: "WELCOME", name: "Lee", bidLimitCents: 0 } },
    { runAt: new Date(Date.now() + seconds * 1_000) },
  );
  await pool.end();
  return () => mails.messages.filter((message) => message.includes(to)).length;
}

/** Only the monitor's connections to a former primary may remain. */
async function expectDropped(node: Node): Promise<void> {
  await expect
    .poll(() => node.line.open, { timeout: DROPPED_WITHIN_MS })
    .toBeLessThanOrEqual(running.length);
}

async function expectHonest(journal: BidJournal, undisturbedMs: number): Promise<void> {
  expect(wrongIn(await judgeJournal(journal, rows))).toEqual([]);
  expect(
    journal.views.filter(({ tookMs }) => tookMs > undisturbedMs + VIEW_SLOWED_BY_MS),
    "slow views",
  ).toEqual([]);
}

test(
  "bids, closes and browsing survive every fault of a database server",
  { timeout: 300_000 * SLOW },
  async () => {
    const hot = await market.lot(3_600);
    const lots = [hot];
    const journal = new BidJournal();
    journal.start(() => running.map(({ url }) => url), {
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
    // They fall due one after another during the faults.
    for (let lot = 0; lot < CLOSING_LOTS; lot += 1) lots.push(await market.lot(4 + lot * 5));
    const copied = await market.lot(CAUGHT_IN_SEC);

    // Killed during commits. The next primary's clock is behind.
    const dueWhileDead = await dueIn(1, "dead");
    const killed = cluster.primary;
    await cluster.signal(killed, "SIGKILL");
    const killedAtMs = performance.now();
    // Even by that clock, the outage is long enough to extend lots.
    await letPass(OUTAGE_MS + CLOCK_BEHIND_MS + 500, "the outage lasts");
    expect(dueWhileDead()).toBe(0);
    await recover(journal, killedAtMs);
    await expect.poll(dueWhileDead, PATIENCE).toBe(1);
    await cluster.join(killed, CLOCK_BEHIND_MS);

    // No standby acknowledges anything. Nothing is accepted, and everything continues afterward.
    const silent = cluster.standbys;
    for (const node of silent) await cluster.signal(node, "SIGSTOP");
    // Commits that had reached a standby are acknowledged by then.
    await letPass(2_000 * SLOW, "acknowledgments under way arrive");
    const acceptedBefore = journal.acceptedAtMs.length;
    await letPass(2_500, "nothing is accepted meanwhile");
    expect(journal.acceptedAtMs.length).toBe(acceptedBefore);
    for (const node of silent) await cluster.signal(node, "SIGCONT");
    for (const node of silent) await cluster.follows(node);
    await expect.poll(() => journal.acceptedAtMs.length, PATIENCE).toBeGreaterThan(acceptedBefore);

    // No standby is synchronous. Nothing is accepted, and due closes wait.
    const uncopied = await market.lot(CAUGHT_IN_SEC);
    await cluster.setSynchronous("");
    await letPass(1_000 * SLOW, "acknowledgments under way arrive");
    const acceptedCopied = journal.acceptedAtMs.length;
    await letPass(OUTAGE_MS + CAUGHT_IN_SEC * 1_000, "the outage outlasts a close");
    expect(journal.acceptedAtMs.length).toBe(acceptedCopied);
    await cluster.setSynchronous("ANY 1 (*)");
    await expect.poll(() => journal.acceptedAtMs.length, PATIENCE).toBeGreaterThan(acceptedCopied);

    // The proxy to the primary goes silent, and resumes when another is primary.
    const cutOff = cluster.primary;
    cutOff.line.setSilent(true);
    const silentAtMs = performance.now();
    await expectDropped(cutOff);
    await recover(journal, silentAtMs);
    cutOff.line.setSilent(false);
    await letPass(1_500, "a server that is back tries to serve");
    await expectDropped(cutOff);
    await cluster.join(cutOff, CLOCK_BEHIND_MS);

    // It freezes while a server is killed, and comes back as a zombie.
    const dueWhileFrozen = await dueIn(1, "frozen");
    const zombie = cluster.primary;
    const [lost, left] = products;
    if (lost === undefined || left === undefined) throw new Error("there are no two servers");
    running = [left];
    await cluster.signal(zombie, "SIGSTOP");
    const frozenAtMs = performance.now();
    await lost.kill();
    await recover(journal, frozenAtMs);
    await expect.poll(dueWhileFrozen, PATIENCE).toBe(1);
    await cluster.signal(zombie, "SIGCONT");
    await lost.start();
    running = products;
    await letPass(1_500, "a server that is back tries to serve");
    await expectDropped(zombie);
    await cluster.join(zombie, CLOCK_BEHIND_MS);
    await journal.end();

    await expectHonest(journal, undisturbedMs);
    // Past the close of every lot, extended ones included.
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
    expect(extended.map(({ id }) => id)).toEqual(expect.arrayContaining([copied, uncopied]));
    const pool = createPool(cluster.primary.url, 1);
    undo.push(() => pool.end());
    const verdict = await verifyHouse(pool, new LocalFiles("/nonexistent"));
    expect(verdict.problems).toEqual([]);
    for (const product of products) expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    expect([dueWhileDead(), dueWhileFrozen()]).toEqual([1, 1]);
    await expect
      .poll(() => rows("SELECT 1 FROM graphile_worker.jobs WHERE run_at <= now()"), PATIENCE)
      .toEqual([]);
  },
);

test(
  "without a synchronous standby, the same check finds lost bids",
  { timeout: 120_000 * SLOW },
  async () => {
    const unprotected = await start({ DATABASE_COPIES: "0" });
    await cluster.setSynchronous("");
    const lot = await market.lot(3_600);
    for (const node of cluster.standbys) await cluster.signal(node, "SIGSTOP");
    // From now on nothing reaches them, not even buffered data.
    await expect
      .poll(() => cluster.on(cluster.primary, "SELECT 1 FROM pg_stat_replication"), PATIENCE)
      .toEqual([]);
    const journal = new BidJournal();
    journal.start(() => [unprotected.url], { bidders: market.bidders, lots: [lot], paths: [] });
    await expect.poll(() => journal.acceptedAtMs.length, PATIENCE).toBeGreaterThan(10);
    // The product that requires a copy refuses in the meantime.
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

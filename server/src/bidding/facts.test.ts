import { afterAll, beforeAll, expect, test } from "vitest";
import { Pipeline } from "../db/pipeline.ts";
import { connectionConfig } from "../db/pool.ts";
import { openMarketplace, type Marketplace } from "../testing/marketplace.ts";
import { runStatements } from "../testing/run-statements.ts";
import { prepared } from "../db/statement.ts";
import { readFacts } from "./facts.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await openMarketplace();
});
afterAll(() => market?.close());

test("a batch uses indexes at any table size", async () => {
  const [first, second] = [await market.bidder(500_000), await market.bidder(500_000)];
  const lots = [await market.lot(), await market.lot()];
  for (const inventoryId of lots) await market.bid(first, inventoryId, 1_000);
  const pipeline = await Pipeline.open(
    {
      ...connectionConfig(market.context.databaseUrl, "test"),
      // Tables without a matching index are still scanned.
      options: "-c enable_seqscan=off",
    },
    { silenceMs: 5_000, onLost: () => {} },
  );
  try {
    const { facts } = await readFacts(
      pipeline,
      lots.map((inventoryId) => ({
        inventoryId,
        userId: second.userId,
        amountCents: 200_000,
        maxCents: null,
        raisesBidId: null,
        idempotencyKey: "a-key",
        ip: null,
      })),
      "skip",
    );
    expect([...facts.lots.keys()]).toEqual(lots);
    expect([...facts.bidders.keys()].toSorted()).toEqual([first.userId, second.userId].toSorted());
    expect([...facts.aliases.values()]).toEqual([1, 1]);
    const { whole } = await pipeline.read({
      whole: prepared<{ relname: string }>(
        "read-whole",
        "SELECT relname FROM pg_stat_xact_user_tables WHERE seq_scan > 0",
      ),
    });
    expect(whole).toEqual([]);
  } finally {
    await pipeline.close();
  }
});

test.for([
  ["no lot", "lot_id", "999999"],
  ["nobody who may bid", "user_id", "999999"],
  ["nobody who acted", "actor_id", "999999"],
  ["a number too far", "seq", "seq + 5"],
] as const)("the ledger accepts no row of %s", async ([, column, value]) => {
  const inventoryId = await market.lot();
  await market.bid(await market.bidder(500_000), inventoryId, 1_000);
  const { pool } = market.context;
  const columns =
    "lot_id seq kind user_id actor_id alias_no placed_at closes_at amount_cents requested_cents max_cents bid_count extended leader_alias hash".split(
      " ",
    );
  const values = columns.map((each) =>
    each === column ? value : each === "seq" ? "seq + 1" : each,
  );
  const insert = `INSERT INTO ledger (${columns.join()}) SELECT ${values.join()} FROM ledger
    WHERE lot_id = (SELECT id FROM lots WHERE inventory_id = $1)`;
  await expect(pool.query(insert, [inventoryId])).rejects.toThrow("names no lot or no bidder");
});

test("a lot with a record stays", async () => {
  const inventoryId = await market.lot();
  await market.bid(await market.bidder(500_000), inventoryId, 1_000);
  const deletion = market.context.pool.query("DELETE FROM lots WHERE inventory_id = $1", [
    inventoryId,
  ]);
  await expect(deletion).rejects.toThrow("has a record");
});

test("a batch that others overtook is decided again", async () => {
  const { pool } = market.context;
  const { ownerUrl } = market.database;
  const inventoryId = await market.lot();
  await runStatements(ownerUrl, [
    `CREATE SEQUENCE overtaken;
    CREATE FUNCTION overtake() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('overtaken') < 3 THEN
        RAISE EXCEPTION 'others were first' USING ERRCODE = 'serialization_failure';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER overtake BEFORE UPDATE ON lots FOR EACH ROW EXECUTE FUNCTION overtake()`,
  ]);
  try {
    const { status } = await market.bid(await market.bidder(500_000), inventoryId, 1_000);
    expect(status).toBe(200);
  } finally {
    await runStatements(ownerUrl, [
      "DROP TRIGGER overtake ON lots; DROP FUNCTION overtake; DROP SEQUENCE overtaken",
    ]);
  }
  const { rows } = await pool.query(
    "SELECT g.seq FROM ledger g JOIN lots l ON l.id = g.lot_id WHERE l.inventory_id = $1",
    [inventoryId],
  );
  expect(rows).toEqual([{ seq: 1 }]);
});

test("someone who has bid stays a bidder", async () => {
  const bidder = await market.bidder(500_000);
  await market.bid(bidder, await market.lot(), 1_000);
  await expect(
    market.context.pool.query("DELETE FROM bidders WHERE user_id = $1", [bidder.userId]),
  ).rejects.toThrow("has bid and stays");
});

import { unawaited } from "@gavelyard/domain/unawaited";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openMarketplace, type Marketplace, type TestBidder } from "../testing/marketplace.ts";
import { runStatements } from "../testing/run-statements.ts";
import { BidDesk } from "./desk.ts";
import type { BidOrder } from "./facts.ts";

let market: Marketplace;
let desk: BidDesk;
beforeAll(async () => {
  market = await openMarketplace();
  const { bus, log, databaseUrl: url } = market.context;
  desk = new BidDesk({ address: url, bus, log });
});
afterAll(async () => {
  await desk?.close();
  await market?.close();
});

const order = ({ userId }: TestBidder, inventoryId: number, amount: number): BidOrder => ({
  inventoryId,
  userId,
  amountCents: amount * 100,
  maxCents: null,
  raisesBidId: null,
  idempotencyKey: null,
  ip: null,
});

/** Places a bid in dollars; returns its `seq`, or null when it was refused. */
async function bid(who: TestBidder, inventoryId: number, amount: number): Promise<number | null> {
  return desk
    .place(order(who, inventoryId, amount))
    .then(({ seq }) => seq)
    .catch(() => null);
}

/** Locks a unit's lots in another transaction while `act` runs, or until it calls `release`. */
async function whileLocked(
  inventoryId: number,
  act: (release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const holder = await market.context.pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM lots WHERE inventory_id = $1 FOR UPDATE", [inventoryId]);
    await act(() => holder.query("COMMIT"));
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
}

const lots = (count: number) => Promise.all(Array.from({ length: count }, () => market.lot()));
const bidders = (count: number, limitCents: number) =>
  Promise.all(Array.from({ length: count }, () => market.bidder(limitCents)));

test("bids on one unit are decided in order of arrival, across batches", async () => {
  const [hot = 0, ...others] = await lots(80);
  const crowd = await bidders(20, 90_000_000);
  const rising = Array.from({ length: 600 }, (_, index) => ({
    who: crowd[index % crowd.length],
    amount: 1_000 + index * 1_000,
  }));
  const placed = rising.map(({ who, amount }, index) => {
    const other = others[index % others.length] ?? 0;
    if (who === undefined) throw new Error("there is no bidder");
    unawaited(bid(who, other, 1_000));
    return bid(who, hot, amount);
  });
  const seqs = await Promise.all(placed);
  expect(seqs).toEqual(rising.map((_, index) => index + 1));
});

test("a bidder who bids on many units at once never holds more than the limit", async () => {
  const units = await lots(60);
  const crowd = await bidders(8, 500_000);
  // Each limit covers five bids of $1,000, in whatever batches they are.
  const seqs = await Promise.all(
    units.flatMap((unit, index) =>
      Array.from({ length: 3 }, (_, turn) => {
        const who = crowd[(index + turn * 3) % crowd.length];
        if (who === undefined) throw new Error("there is no bidder");
        return bid(who, unit, 1_000);
      }),
    ),
  );
  expect(seqs.filter((seq) => seq !== null)).toHaveLength(40);
  const { rows } = await market.context.pool.query<{ held: number; led: number }>(
    `SELECT b.leading_cents AS held,
        (SELECT coalesce(sum(l.leader_max_cents), 0) FROM lots l WHERE l.leader_id = b.user_id) AS led
      FROM bidders b WHERE b.user_id = ANY($1::bigint[])`,
    [crowd.map(({ userId }) => userId)],
  );
  for (const { held, led } of rows) {
    expect(held).toBe(500_000);
    expect(led).toBe(500_000);
  }
});

test("a bid that waits for a lock delays nobody", async () => {
  const [locked = 0, first = 0, second = 0] = await lots(3);
  const [one, other] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
  for (const lot of [locked, first, second]) expect(await bid(one, lot, 1_000)).toBe(1);
  await whileLocked(locked, async (release) => {
    let decided = false;
    const waits = bid(other, locked, 2_000).finally(() => (decided = true));
    // Otherwise they would be in one batch with it.
    await setImmediate();
    expect(await Promise.all([bid(other, first, 2_000), bid(one, second, 100)])).toEqual([2, null]);
    expect(await bid(other, second, 2_000)).toBe(2);
    expect(decided).toBe(false);
    await release();
    expect(await waits).toBe(2);
  });
});

const ledgerOf = async (inventoryId: number) => {
  const { rows } = await market.context.pool.query<{ seq: number; user_id: number }>(
    `SELECT g.seq, g.user_id FROM ledger g JOIN lots l ON l.id = g.lot_id
      WHERE l.inventory_id = $1 ORDER BY g.seq`,
    [inventoryId],
  );
  return rows;
};

/** Terminates the desks' connections that match a condition; returns how many. */
async function endConnections(doing: string): Promise<number> {
  const { rowCount } = await market.context.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'gavelyard-desk' AND datname = current_database() AND ${doing}`,
  );
  return rowCount ?? 0;
}

/** Runs statements on a bidder's new ledger rows while `act` runs, at once or at commit. */
async function whileLedgerRuns(
  { userId }: TestBidder,
  when: "at once" | "at commit",
  statements: string,
  act: () => Promise<void>,
): Promise<void> {
  const { ownerUrl } = market.database;
  const atCommit = when === "at commit" ? "DEFERRABLE INITIALLY DEFERRED" : "";
  await runStatements(ownerUrl, [
    `CREATE FUNCTION on_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statements} RETURN NULL; END $$;
     CREATE CONSTRAINT TRIGGER on_row AFTER INSERT ON ledger ${atCommit}
       FOR EACH ROW WHEN (NEW.user_id = ${userId}) EXECUTE FUNCTION on_row()`,
  ]);
  try {
    await act();
  } finally {
    await runStatements(ownerUrl, ["DROP TRIGGER on_row ON ledger; DROP FUNCTION on_row"]);
  }
}

const unknown = { statusCode: 503, message: expect.stringContaining("can't confirm") };
const notPlaced = { statusCode: 503, message: expect.stringContaining("was not placed") };

test("a bid whose lot stays locked is answered as not placed, and doesn't delay its batch", async () => {
  const [locked = 0, ...free] = await lots(6);
  const [one, two] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
  await bid(one, locked, 1_000);
  await whileLocked(locked, async () => {
    let answered = false;
    const refused = expect(
      desk.place(order(two, locked, 2_000)).finally(() => (answered = true)),
    ).rejects.toMatchObject(notPlaced);
    const seqs = await Promise.all(free.map((unit) => bid(two, unit, 1_000)));
    expect(seqs).toEqual(free.map(() => 1));
    expect(answered).toBe(false);
    await refused;
  });
  expect(await bid(one, locked, 5_000)).toBe(2);
  expect(await ledgerOf(locked)).toEqual([
    { seq: 1, user_id: one.userId },
    { seq: 2, user_id: one.userId },
  ]);
});

test("a locked bidder delays nobody who bids on other lots", async () => {
  const [first = 0, second = 0] = await lots(2);
  const [one, two] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
  const holder = await market.context.pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM bidders WHERE user_id = $1 FOR UPDATE", [one.userId]);
    const waits = bid(one, first, 1_000);
    expect(await bid(two, second, 1_000)).toBe(1);
    await holder.query("COMMIT");
    expect(await waits).toBe(1);
  } finally {
    holder.release();
  }
});

test("a connection that ends before the commit loses no bid: it is decided on another", async () => {
  const [locked = 0, other = 0] = await lots(2);
  const [one, two] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
  for (const lot of [locked, other]) expect(await bid(one, lot, 1_000)).toBe(1);
  await whileLocked(locked, async (release) => {
    const waits = bid(two, locked, 2_000);
    await expect.poll(() => endConnections("wait_event_type = 'Lock'")).toBe(1);
    expect(await bid(two, other, 2_000)).toBe(2);
    await release();
    expect(await waits).toBe(2);
  });
});

test("a commit whose connection ends has an unknown outcome, and bids go on", async () => {
  const unit = await market.lot();
  const [one, two] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
  await whileLedgerRuns(one, "at commit", "PERFORM pg_sleep(30);", async () => {
    const ended = expect(desk.place(order(one, unit, 1_000))).rejects.toMatchObject(unknown);
    await expect.poll(() => endConnections("query = 'COMMIT' AND state = 'active'")).toBe(1);
    await ended;
    expect(await bid(two, unit, 2_000)).toBe(1);
  });
});

test("a commit that gave up waiting for its standby has an unknown outcome", async () => {
  const unit = await market.lot();
  const one = await market.bidder(90_000_000);
  // PostgreSQL sends this as a warning, and reports success of the commit.
  const warning = "RAISE WARNING 'canceling wait for synchronous replication due to user request';";
  await whileLedgerRuns(one, "at commit", warning, async () => {
    await expect(desk.place(order(one, unit, 1_000))).rejects.toMatchObject(unknown);
  });
});

test("a bid that can't be built leaves nothing behind and affects no other", async () => {
  const [broken = 0, ...others] = await lots(4);
  const one = await market.bidder(90_000_000);
  // The next `seq` exceeds the column's integer range.
  await market.context.pool.query("UPDATE lots SET seq = 2147483647 WHERE inventory_id = $1", [
    broken,
  ]);
  const failed = expect(desk.place(order(one, broken, 1_000))).rejects.toThrow(RangeError);
  expect(await Promise.all(others.map((unit) => bid(one, unit, 1_000)))).toEqual([1, 1, 1]);
  await failed;
  const { rows } = await market.context.pool.query(
    `SELECT b.leading_cents AS held, (SELECT count(*)::int FROM lot_bidders a WHERE a.user_id = b.user_id) AS aliases
      FROM bidders b WHERE b.user_id = $1`,
    [one.userId],
  );
  expect(rows).toEqual([{ held: 300_000, aliases: 3 }]);
});

test("a failed bid leaves no alias behind, so two people never share one", async () => {
  const unit = await market.lot();
  const [one, two, three] = await bidders(3, 90_000_000);
  if (one === undefined || two === undefined || three === undefined) throw new Error("no bidders");
  expect(await bid(one, unit, 1_000)).toBe(1);
  await whileLedgerRuns(two, "at commit", "RAISE EXCEPTION 'not today';", async () => {
    await expect(desk.place(order(two, unit, 2_000))).rejects.toMatchObject(notPlaced);
    await endConnections("true");
    expect(await bid(three, unit, 3_000)).toBe(2);
  });
  expect(await bid(two, unit, 4_000)).toBe(3);
  const { rows } = await market.context.pool.query(
    `SELECT a.user_id, a.alias_no FROM lot_bidders a JOIN lots l ON l.id = a.lot_id
      WHERE l.inventory_id = $1 ORDER BY a.alias_no`,
    [unit],
  );
  expect(rows).toEqual([
    { user_id: one.userId, alias_no: 1 },
    { user_id: three.userId, alias_no: 2 },
    { user_id: two.userId, alias_no: 3 },
  ]);
});

test("a migration that changes what a prepared statement returns is survived", async () => {
  const unit = await market.lot();
  const [one, two] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
  expect(await bid(one, unit, 1_000)).toBe(1);
  const { ownerUrl } = market.database;
  await runStatements(ownerUrl, ["ALTER TABLE lots ALTER COLUMN extensions TYPE bigint"]);
  try {
    expect(await bid(two, unit, 2_000)).toBe(2);
    expect(await bid(one, unit, 3_000)).toBe(3);
  } finally {
    await runStatements(ownerUrl, ["ALTER TABLE lots ALTER COLUMN extensions TYPE integer"]);
  }
});

test("a bid that the database gives up on is answered as not placed", async () => {
  const unit = await market.lot();
  const one = await market.bidder(90_000_000);
  const canceled =
    "RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014';";
  await whileLedgerRuns(one, "at once", canceled, async () => {
    await expect(desk.place(order(one, unit, 1_000))).rejects.toMatchObject(notPlaced);
  });
  expect(await bid(one, unit, 1_000)).toBe(1);
});

test("bids on a read-only server are answered after one attempt", async () => {
  const unit = await market.lot();
  const [one, two] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
  const failed = vi.spyOn(market.context.log, "error");
  const standby = "RAISE EXCEPTION 'a read-only transaction' USING ERRCODE = '25006';";
  await whileLedgerRuns(one, "at once", standby, async () => {
    const bids = [one, two].map((who) => desk.place(order(who, unit, 1_000)));
    const ends = await Promise.allSettled(bids);
    expect(ends).toMatchObject(bids.map(() => ({ reason: { code: "25006" } })));
    expect(failed).toHaveBeenCalledOnce();
  });
  failed.mockRestore();
  expect(await bid(two, unit, 1_000)).toBe(1);
});

test("a committed batch is never decided again, whatever fails after its commit", async () => {
  const { bus, log, databaseUrl: url } = market.context;
  const failing = new BidDesk({ address: url, bus, log });
  const unit = await market.lot();
  const crowd = await bidders(4, 90_000_000);
  const deliver = vi.spyOn(bus, "deliver").mockImplementation(() => {
    throw new Error("nobody could be told");
  });
  try {
    const outcomes = await Promise.allSettled(
      crowd.map((who, index) => failing.place(order(who, unit, 1_000 + index * 1_000))),
    );
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { statusCode: 503 } });
    }
  } finally {
    deliver.mockRestore();
    await failing.close();
  }
  const { rows } = await market.context.pool.query(
    "SELECT seq, amount_cents FROM ledger WHERE lot_id = (SELECT id FROM lots WHERE inventory_id = $1) ORDER BY seq",
    [unit],
  );
  expect(rows).toEqual(
    crowd.map((_, index) => ({ seq: index + 1, amount_cents: (1_000 + index * 1_000) * 100 })),
  );
});

import type { RootEntry } from "@gavelyard/domain/lot-proofs/lot-proof";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentName } from "../documents/store-document.ts";
import { behindTriggers } from "../testing/behind-triggers.ts";
import {
  openMarketplace,
  type LotOptions,
  type Marketplace,
  type TestBidder,
} from "../testing/marketplace.ts";
import { waitFor } from "../testing/wait-for.ts";
import { allRoots } from "./sql.ts";
import { verifyHouse } from "./verify-house.ts";

let market: Marketplace;
let leader: TestBidder;
let openLot: number;
let closedLot: number;
/** Closed below its reserve and pending a decision: its bid still holds the limit (D25). */
let waitingLot: number;
let roots: RootEntry[];

beforeAll(async () => {
  market = await openMarketplace();
  leader = await market.bidder();
  openLot = await lotWithBid(false);
  closedLot = await lotWithBid(true);
  waitingLot = await lotWithBid(true, { reserveCents: 900_000 });
  roots = await waitFor(async () => {
    const all = await allRoots(market.context.pool);
    return all.length === 2 ? all : undefined;
  }, "the roots of two lots");
});
afterAll(() => market.close());

async function lotWithBid(ends: boolean, terms: LotOptions = {}): Promise<number> {
  const inventoryId = await market.lot(terms);
  const { status } = await market.bid(leader, inventoryId, 1_000, { maxAmount: 2_000 });
  expect(status).toBe(200);
  if (ends) await market.end(inventoryId);
  const { rows } = await market.context.pool.query<{ id: number }>(
    "SELECT current_lot_id AS id FROM inventory WHERE id = $1",
    [inventoryId],
  );
  return rows[0]?.id ?? 0;
}

const verify = (published: readonly RootEntry[] = []) =>
  verifyHouse(market.context.pool, market.context.files, published);

/** Returns the problems found after a change made behind the triggers, then undoes the change. */
async function problemsAfter(change: string, back: string): Promise<readonly string[]> {
  expect(await behindTriggers(market.database.ownerUrl, change, [])).toBe(1);
  const { problems } = await verify();
  await behindTriggers(market.database.ownerUrl, back, []);
  return problems;
}

test("an unchanged marketplace passes", async () => {
  expect(await verify(roots)).toMatchObject({ lots: 3, roots: 2, problems: [] });
});

test("a changed maximum is reported with its lot, open or closed", async () => {
  for (const lot of [openLot, closedLot]) {
    const set = (sign: string) =>
      `UPDATE ledger SET max_cents = max_cents ${sign} 100 WHERE lot_id = ${lot} AND seq = 1`;
    expect(await problemsAfter(set("+"), set("-"))).toEqual([
      `Lot ${lot}: Step 1 of the ledger does not match its hash`,
    ]);
  }
});

test("a lost step of an open lot is reported", async () => {
  const set = (sign: string) => `UPDATE lots SET seq = seq ${sign} 1 WHERE id = ${openLot}`;
  expect(await problemsAfter(set("+"), set("-"))).toEqual([
    `Lot ${openLot}: The last step of the ledger is missing`,
  ]);
});

test("a hold and an award that differ from the lots are reported", async () => {
  const hold = (sign: string) =>
    `UPDATE bidders SET leading_cents = leading_cents ${sign} 1 WHERE user_id = ${leader.userId}`;
  expect(await problemsAfter(hold("+"), hold("-"))).toEqual([
    `Bidder ${leader.userId}: holds for leading bids don't match the lots`,
  ]);
  const award = (sign: string) =>
    `UPDATE awards SET hammer_cents = hammer_cents ${sign} 1 WHERE lot_id = ${closedLot}`;
  expect(await problemsAfter(award("+"), award("-"))).toEqual([
    `Bidder ${leader.userId}: holds for awards don't match the unpaid awards`,
    `Lot ${closedLot} was sold but has no award for its winner and price`,
  ]);
});

test("a rewritten list of roots differs from the published one", async () => {
  const other = roots.map((line) => ({ ...line, hash: "0".repeat(64) }));
  expect((await verify(other)).problems.toSorted()).toEqual(
    [closedLot, waitingLot].map(
      (lot) => `Lot ${lot}: its entry in the list of roots differs from the published one`,
    ),
  );
});

test("a lost or truncated document and a lost picture are reported", async () => {
  const { pool, files } = market.context;
  const [cut, lost, picture] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(
    `INSERT INTO documents (id, owner_id, purpose, file_name, content_type, bytes)
      SELECT id, $2, 'FINANCE', 'a.pdf', 'application/pdf', 10 FROM unnest($1::uuid[]) id`,
    [[cut, lost], leader.userId],
  );
  await pool.query("INSERT INTO media (id, width, height) VALUES ($1, 10, 10)", [picture]);
  await files.write(documentName(cut), Buffer.from("short"), "application/pdf");
  const { problems } = await verify();
  expect(problems.toSorted()).toEqual(
    [
      `Document ${cut} has 5 bytes instead of 10`,
      `Document ${lost} is missing`,
      `Picture ${picture} is missing`,
    ].toSorted(),
  );
});

test("a document that is removed while its file is read is no problem", async () => {
  const { pool } = market.context;
  const id = randomUUID();
  await pool.query(
    `INSERT INTO documents (id, owner_id, purpose, file_name, content_type, bytes)
      VALUES ($1, $2, 'FINANCE', 'a.pdf', 'application/pdf', 10)`,
    [id, leader.userId],
  );
  const without = verifyHouse(pool, {
    readPart: async () => null,
    read: async (name) => {
      if (name === documentName(id))
        await pool.query("UPDATE documents SET removed_at = clock_ms() WHERE id = $1", [id]);
      return null;
    },
  });
  expect((await without).problems.filter((problem) => problem.includes(id))).toEqual([]);
});

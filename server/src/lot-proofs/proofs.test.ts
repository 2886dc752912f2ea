import type { LotProof } from "@gavelyard/domain/lot-proofs/lot-proof";
import { verifyLot, verifyRoots } from "@gavelyard/domain/lot-proofs/verify-lot";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { retractBid } from "../bidding/retract-bid.ts";
import { sha256 } from "../db/secrets/sha256.ts";
import { act } from "../events/act.ts";
import { behindTriggers } from "../testing/behind-triggers.ts";
import { openMarketplace, type Marketplace, type TestBidder } from "../testing/marketplace.ts";
import { runStatements } from "../testing/run-statements.ts";
import { checkProofs } from "./check-proofs.ts";
import { prove } from "./prove.ts";
import { recordOfLot } from "./sql.ts";

let market: Marketplace;
let bidders: TestBidder[];
beforeAll(async () => {
  market = await openMarketplace();
  bidders = await Promise.all(Array.from({ length: 4 }, () => market.bidder()));
});
afterAll(() => market.close());

const read = async (path: string) => {
  const response = await fetch(`${market.url}${path}`);
  const body: unknown = await response.json();
  return { status: response.status, body, headers: response.headers };
};

async function lotIdOf(inventoryId: number): Promise<number> {
  const { rows } = await market.context.pool.query<{ id: number }>(
    "SELECT current_lot_id AS id FROM inventory WHERE id = $1",
    [inventoryId],
  );
  return rows[0]?.id ?? 0;
}

/** Ends a lot early and waits for its close. Returns the lot's id. */
async function close(inventoryId: number): Promise<number> {
  const lotId = await lotIdOf(inventoryId);
  await market.end(inventoryId);
  await expect
    .poll(() => market.context.pool.query("SELECT 1 FROM lot_roots WHERE lot_id = $1", [lotId]))
    .toMatchObject({ rowCount: 1 });
  return lotId;
}

async function proofOf(lotId: number): Promise<LotProof> {
  const { status, body } = await read(`/api/lots/${lotId}/proof`);
  expect(status).toBe(200);
  return body as LotProof;
}

const bidder = (index: number): TestBidder => {
  const who = bidders[index];
  if (who === undefined) throw new Error("there are four bidders");
  return who;
};

/** Makes a lot with concurrent bids and maximums from four bidders, then closes it. */
async function contestedLot(): Promise<number> {
  const inventoryId = await market.lot({ reserveCents: 300_000 });
  await market.bid(bidder(0), inventoryId, 1_000, { maxAmount: 7_777 });
  // At least the highest bid of each wave is accepted, in any order.
  for (let wave = 0; wave < 10; wave += 1) {
    const amount = 1_500 + wave * 700;
    await Promise.all(
      [0, 75, 150, 225].map((more, index) =>
        market.bid(bidder(index), inventoryId, amount + more, {
          maxAmount: amount + more + (index % 3) * 200,
        }),
      ),
    );
  }
  return close(inventoryId);
}

describe("a lot with concurrent bids", () => {
  test("closes with a valid proof, and with its root in the list", async () => {
    const lotId = await contestedLot();
    const proof = await proofOf(lotId);
    expect(proof.steps.length).toBeGreaterThan(10);
    const verdict = await verifyLot(proof, sha256);
    expect(verdict).toMatchObject({ holds: true, problems: [], root: proof.root });

    const root = await read(`/api/lots/${lotId}/root`);
    expect(root.body).toMatchObject({ state: "PUBLISHED", published: { root: proof.root } });
    const list = await read("/api/proofs/roots?size=100");
    const { content } = list.body as { content: LotProof["published"][] };
    expect(content.map((line) => line.root)).toContain(proof.root);
    expect(await verifyRoots(content, sha256)).toEqual([]);
    expect(await checkProofs(market.context)).toBe(0);
  });

  test("shows no user ids, and only the maximums that a price depends on", async () => {
    const inventoryId = await market.lot();
    await market.bid(bidder(0), inventoryId, 1_000, { maxAmount: 98_765 });
    // Below the next minimum, which its maximum covers.
    await market.bid(bidder(1), inventoryId, 1_000, { maxAmount: 3_210 });
    const proof = await proofOf(await close(inventoryId));
    expect(await verifyLot(proof, sha256)).toMatchObject({ holds: true });
    const text = JSON.stringify(proof);
    expect(text).toContain("321000");
    expect(text).not.toContain("9876500");
    expect(text).not.toMatch(/user|email|name|actor|reason|secret/i);
    expect(Object.keys(proof.steps[0] ?? {}).toSorted()).toEqual([
      "amountCents",
      "atMs",
      "bidCount",
      "bidder",
      "bidderHash",
      "closesAtMs",
      "extended",
      "hash",
      "kind",
      "leader",
      "maxHash",
      "outcome",
      "requestedCents",
      "reserve",
      "seq",
      "undoesSeq",
    ]);
  });
});

test("a proof is made once for all who ask at once, and in a thread as on the event loop", async () => {
  const lotId = await contestedLot();
  const { pool } = market.context;
  const queries = vi.spyOn(pool, "query");
  const proofs = await Promise.all([proofOf(lotId), proofOf(lotId), proofOf(lotId)]);
  const reads = queries.mock.calls.filter(([query]) =>
    JSON.stringify(query).includes("FROM ledger g"),
  );
  queries.mockRestore();
  expect(reads).toHaveLength(1);
  const record = await recordOfLot(pool, lotId);
  if (record === null) throw new Error("the lot is gone");
  const inThread = await prove(record, 0);
  expect(inThread).toEqual(await prove(record, Infinity));
  if (inThread.problem !== undefined) throw new Error(inThread.problem);
  expect(JSON.parse(inThread.json)).toEqual(proofs[0]);
});

test("retractions and voids are part of the proof", async () => {
  const inventoryId = await market.lot({ closesInMs: 2 * 3_600_000, softCloseSec: 0 });
  await market.bid(bidder(0), inventoryId, 1_000, { maxAmount: 2_000 });
  const { body } = await market.bid(bidder(1), inventoryId, 2_500);
  const retracted = await fetch(
    `${market.url}/api/bids/${String(body["id"])}?userId=${bidder(1).userId}&reason=Typo`,
    { method: "DELETE", headers: { authorization: `Bearer ${bidder(1).jwt}` } },
  );
  expect(retracted.status).toBe(200);
  const voided = await market.bid(bidder(2), inventoryId, 1_500);
  const lotId = await lotIdOf(inventoryId);
  const { pool } = market.context;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, name, password_hash, role, email_verified_at)
      VALUES ('staff-${lotId}@people.example', 'Staff', 'none', 'ROLE_ADMIN_SUPPORT', clock_ms()) RETURNING id`,
  );
  const staffId = rows[0]?.id ?? 0;
  await act(market.context, (tx, record) =>
    retractBid(tx, record, {
      bidId: Number(voided.body["id"]),
      userId: bidder(2).userId,
      by: { userId: staffId, ip: null, key: null },
      staff: true,
      reason: "Placed by a minor, says the bidder's father",
    }),
  );
  // The moved close is a step of the record like any other.
  const proof = await proofOf(await close(inventoryId));
  expect(proof.steps.map(({ kind }) => kind)).toEqual([
    "BID",
    "BID",
    "RETRACTION",
    "BID",
    "PROXY",
    "VOID",
    "EXTENSION",
    "CLOSE",
  ]);
  expect(await verifyLot(proof, sha256)).toMatchObject({ holds: true, problems: [] });
  expect(JSON.stringify(proof)).not.toContain("minor");
});

test("a receipt identifies the bidder's step, also when it is repeated", async () => {
  const inventoryId = await market.lot();
  const first = await market.bid(bidder(0), inventoryId, 1_000, { maxAmount: 4_000, key: "mine" });
  const again = await market.bid(bidder(0), inventoryId, 1_000, { maxAmount: 4_000, key: "mine" });
  expect(again.body).toEqual(first.body);
  const proof = await proofOf(await close(inventoryId));
  const step = proof.steps.find(({ seq }) => seq === first.body["seq"]);
  expect(step?.hash).toBe(first.body["stepHash"]);
  const text = JSON.stringify(["max", proof.opening.lotId, 1, 400_000, first.body["maxSalt"]]);
  expect(step?.maxHash).toBe(sha256(text));
});

test("there is no proof before the close, nor of a lot older than proofs", async () => {
  const inventoryId = await market.lot();
  await market.bid(bidder(0), inventoryId, 1_000);
  const lotId = await lotIdOf(inventoryId);
  expect((await read(`/api/lots/${lotId}/proof`)).status).toBe(409);
  expect((await read(`/api/lots/${lotId}/root`)).body).toMatchObject({ state: "OPEN" });
  expect((await read("/api/lots/999999999/proof")).status).toBe(404);

  const old = await market.lot();
  const oldId = await lotIdOf(old);
  await market.context.pool.query("UPDATE lots SET proof_secret = NULL WHERE id = $1", [oldId]);
  const { status, body } = await market.bid(bidder(1), old, 1_000);
  expect(status).toBe(200);
  expect(body).toMatchObject({ stepHash: null, maxSalt: null });
  await market.end(old);
  await expect.poll(async () => (await read(`/api/lots/${oldId}/proof`)).status).toBe(404);
  expect((await read(`/api/lots/${oldId}/root`)).body).toMatchObject({ state: "NONE" });
});

test("a proof's ETag is its root, so that an unchanged proof isn't sent again", async () => {
  const lotId = await contestedLot();
  const { headers } = await read(`/api/lots/${lotId}/proof`);
  const etag = headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  const again = await fetch(`${market.url}/api/lots/${lotId}/proof`, {
    headers: { "if-none-match": etag },
  });
  expect(again.status).toBe(304);
});

describe("the database", () => {
  test("refuses a row that skips one, or has no hash", async () => {
    const inventoryId = await market.lot();
    await market.bid(bidder(0), inventoryId, 1_000);
    const lotId = await lotIdOf(inventoryId);
    const insert = (seq: number, hash: string) =>
      market.context.pool.query(
        `INSERT INTO ledger (lot_id, seq, kind, placed_at, closes_at, bid_count, extended, hash)
          VALUES (${lotId}, ${seq}, 'EXTENSION', clock_ms(), clock_ms(), 1, true, ${hash})`,
      );
    await expect(insert(3, "sha256('x')")).rejects.toThrow("does not follow");
    await expect(insert(2, "NULL")).rejects.toThrow("does not follow");
  });

  test("keeps the terms of a lot whose record has begun, and its root", async () => {
    const inventoryId = await market.lot();
    await market.bid(bidder(0), inventoryId, 1_000);
    const lotId = await lotIdOf(inventoryId);
    const { pool } = market.context;
    await expect(
      pool.query("UPDATE lots SET reserve_cents = 1000000 WHERE id = $1", [lotId]),
    ).rejects.toThrow("has begun");
    await close(inventoryId);
    await expect(
      pool.query("UPDATE lots SET chain_head = sha256('x') WHERE id = $1", [lotId]),
    ).rejects.toThrow("has begun");
    // Not even their owner.
    for (const change of ["DELETE FROM lot_roots", "UPDATE lot_openings SET opening = '{}'"])
      await expect(runStatements(market.database.ownerUrl, [change])).rejects.toThrow(
        "append-only",
      );
  });

  test.for([
    [
      "a price",
      "UPDATE ledger SET amount_cents = amount_cents + 10000 WHERE lot_id = $1 AND seq = 2",
    ],
    ["a maximum", "UPDATE ledger SET max_cents = max_cents + 10000 WHERE lot_id = $1 AND seq = 1"],
    [
      "a time",
      "UPDATE ledger SET placed_at = placed_at - interval '1 s' WHERE lot_id = $1 AND seq = 1",
    ],
    [
      "a person",
      `UPDATE ledger SET user_id = (SELECT user_id FROM ledger WHERE lot_id = $1 AND seq = 2)
      WHERE lot_id = $1 AND seq = 1`,
    ],
    ["a bid taken out", "DELETE FROM ledger WHERE lot_id = $1 AND seq = 2"],
    [
      "the winner",
      `UPDATE lots SET leader_id = (SELECT b.user_id FROM lot_bidders b
      WHERE b.lot_id = $1 AND b.user_id <> leader_id) WHERE id = $1`,
    ],
    ["the reserve", "UPDATE lots SET reserve_cents = 100100 WHERE id = $1"],
    ["the root in the list", "UPDATE lot_roots SET root = sha256('x') WHERE lot_id = $1"],
    [
      "the close in the list",
      "UPDATE lot_roots SET closed_at = closed_at + interval '1 s' WHERE lot_id = $1",
    ],
  ] as const)("%s changed without triggers is found and audited once", async ([, statement]) => {
    const inventoryId = await market.lot({ reserveCents: 150_000 });
    await market.bid(bidder(0), inventoryId, 1_000, { maxAmount: 1_400 });
    await market.bid(bidder(1), inventoryId, 1_500, { maxAmount: 3_000 });
    const lotId = await close(inventoryId);
    expect(await behindTriggers(market.database.ownerUrl, statement, [lotId])).toBe(1);
    await checkProofs(market.context);
    await checkProofs(market.context);
    const { rows } = await market.context.pool.query(
      "SELECT reason FROM audit_log WHERE action = 'proof-broken' AND subject_id = $1",
      [lotId],
    );
    expect(rows).toHaveLength(1);
    expect((await read(`/api/lots/${lotId}/proof`)).status).toBe(409);
  });
});

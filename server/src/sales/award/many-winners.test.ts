import type { DeclaredBid } from "@gavelyard/contract/sales/sales";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Sessions } from "../../sign-in/sessions.ts";
import { openMarketplace, type Marketplace, type TestBidder } from "../../testing/marketplace.ts";
import { runStatements } from "../../testing/run-statements.ts";
import { insertSoldLots, type SoldLots } from "../../testing/sold-lots.ts";

/** Declaring the winners of a whole auction must not hold up anybody's bids elsewhere. */
let market: Marketplace;
let bidders: TestBidder[];
let staff: string;
beforeAll(async () => {
  market = await openMarketplace();
  bidders = await Promise.all(Array.from({ length: 60 }, () => market.bidder()));
  const { pool } = market.context;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, name, password_hash, role, email_verified_at)
      VALUES ('sam@office.example', 'Sam Sales', 'none', 'ROLE_ADMIN', clock_ms()) RETURNING id`,
  );
  staff = await new Sessions(market.context).issue(pool, rows[0]?.id ?? 0, {
    ip: null,
    userAgent: null,
  });
});
afterAll(() => market?.close());

const declare = (
  { auctionId }: SoldLots,
  list: readonly object[],
  headers: Readonly<Record<string, string>> = {},
) =>
  market.app.http.inject({
    method: "POST",
    url: `/api/bids/adminsupport/declareWinner/${auctionId}`,
    headers: { ...headers, authorization: `Bearer ${staff}` },
    payload: [...list],
  });

const LOTS = 60;
const sell = (lots = LOTS) =>
  insertSoldLots(
    market.context.pool,
    bidders.map(({ userId }) => userId),
    { lots, bids: 12 },
  );
const statusesOf = async ({ auctionId }: SoldLots) => {
  const { rows } = await market.context.pool.query<{ status: string; lots: number }>(
    `SELECT a.status, count(*) AS lots FROM awards a JOIN lots l ON l.id = a.lot_id
      WHERE l.auction_id = $1 GROUP BY 1 ORDER BY 1`,
    [auctionId],
  );
  return Object.fromEntries(rows.map(({ status, lots }) => [status, lots]));
};

test("winners bid elsewhere while staff declare all winners of an auction", async () => {
  const sold = await sell();
  const unit = await market.lot({ closesInMs: 24 * 3_600_000 });
  const declaring = declare(sold, sold.winners);
  const isOver = declaring.then(() => true);
  const answers: number[] = [];
  for (
    let amount = 1_000;
    !(await Promise.race([isOver, Promise.resolve(false)]));
    amount += 10_000
  ) {
    const who = bidders[answers.length % bidders.length];
    const answer = await fetch(
      `${market.url}/api/bids/inventory/${unit}/user/${who?.userId}?amount=${amount}`,
      { method: "POST", headers: { authorization: `Bearer ${who?.jwt}` } },
    );
    answers.push(answer.status);
  }
  const reply = await declaring;
  expect(reply.statusCode, reply.body).toBe(200);
  expect(answers.length).toBeGreaterThan(0);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await statusesOf(sold)).toEqual({ DECLARED: LOTS });
  const { rows } = await market.context.pool.query<{ mails: number }>(
    "SELECT count(*) AS mails FROM graphile_worker.jobs WHERE task_identifier = 'send-mail'",
  );
  expect(rows[0]?.mails).toBe(LOTS * 12);
});

test("declaring, settling and cleaning up wait for nobody's limit", async () => {
  const sold = await sell(3);
  const tx = await market.context.pool.connect();
  try {
    await tx.query("BEGIN");
    await tx.query("SELECT 1 FROM bidders FOR UPDATE");
    const declared = await declare(sold, sold.winners);
    expect(declared.statusCode, declared.body).toBe(200);
    for (const [method, path] of [
      ["POST", "bids/adminsupport/bidCleanup"],
      ["PUT", "adminsupport/auctions/settle"],
    ] as const) {
      const reply = await market.app.http.inject({
        method,
        url: `/api/${path}/${sold.auctionId}`,
        headers: { authorization: `Bearer ${staff}` },
      });
      expect(reply.statusCode, `${path}: ${reply.body}`).toBe(200);
    }
  } finally {
    await tx.query("ROLLBACK");
    tx.release();
  }
});

test("a list that failed halfway goes on with its key, and tells what was done without it", async () => {
  const sold = await sell(3);
  const [, , last] = sold.winners;
  const { ownerUrl } = market.database;
  await runStatements(ownerUrl, [
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$`,
    `CREATE TRIGGER fail BEFORE UPDATE ON awards FOR EACH ROW WHEN (OLD.bid_id = ${last?.bidId})
      EXECUTE FUNCTION fail()`,
  ]);
  const named = { "idempotency-key": "friday" };
  expect((await declare(sold, sold.winners, named)).statusCode).toBe(500);
  expect(await statusesOf(sold)).toEqual({ DECLARED: 2, PENDING: 1 });
  await runStatements(ownerUrl, ["DROP TRIGGER fail ON awards", "DROP FUNCTION fail()"]);

  const again = await declare(sold, sold.winners);
  expect(again.statusCode, again.body).toBe(200);
  const codes = again.json<DeclaredBid[]>().map(({ refusal }) => refusal?.code);
  expect(codes).toEqual(["already-done", "already-done", undefined]);

  const repeated = await declare(sold, sold.winners, named);
  expect(repeated.statusCode, repeated.body).toBe(200);
  expect(repeated.json<DeclaredBid[]>().map(({ refusal }) => refusal?.code)).toEqual([
    undefined,
    undefined,
    "already-done",
  ]);
});

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";
import { figuresOf, sumsMade } from "./figures.ts";
import { forgetSums, summedDays, sumAllDays } from "./sums-sql.ts";
import { runs } from "../testing/runs.ts";

const DAYS = 9;
const DAY_MS = 86_400_000;

let app: AuthApp;
let midnight: number;
beforeAll(async () => {
  app = await openAuthApp();
  const lots = await salesOn(app, await app.support()).closedWith([2_500, 3_000], [2_100], [4_000]);
  const bidders = lots.flatMap(({ bidders }) => bidders.map(({ userId }) => userId));
  // Give each unit two earlier lots, so that it has bids under several lots.
  const { rows: old } = await app.context.pool.query<{ id: number }>(
    `INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at, closed_at, outcome,
        starting_cents, lot_number, soft_close_window_sec, soft_close_extend_sec, proof_secret)
      SELECT inventory_id, auction_id, clock_ms() - interval '20 days', clock_ms(), clock_ms(), clock_ms(), 'NO_BIDS',
        100, lot_number + 100 * run, 120, 120, NULL FROM lots, generate_series(1, 2) AS run RETURNING id`,
  );
  await app.query(
    `INSERT INTO ledger (lot_id, user_id, placed_at, closes_at, amount_cents, requested_cents, max_cents,
        seq, bid_count, alias_no, extended, kind)
      SELECT l.id, ($2::bigint[])[1 + (n * l.id) % cardinality($2::bigint[])],
        date_trunc('day', clock_ms()) - $3::int * interval '1 day' + n * (1 + l.id % 3) * interval '67 minutes',
        clock_ms(), 100, 100, 100, n, n, 1, false, CASE WHEN n % 7 = 0 THEN 'RETRACTION' WHEN n % 5 = 0 THEN 'RAISE' ELSE 'BID' END
      FROM unnest($1::bigint[]) AS l(id), generate_series(1, 60) AS n`,
    [old.map(({ id }) => id), bidders, DAYS],
  );
  await app.query(
    `INSERT INTO unit_views SELECT id, clock_ms()::date - n, 1 + (id * n) % 9
      FROM inventory, generate_series(0, $1::int) AS n WHERE (id + n) % 3 > 0`,
    [DAYS],
  );
  const [row] = await app.query("SELECT date_trunc('day', clock_ms()) AS at");
  midnight = row?.["at"] instanceof Date ? row["at"].getTime() : Number.NaN;
});
afterAll(() => app.close());

/** Returns a period's figures, leaving out figures of the current moment. */
async function figures(fromMs: number, toMs: number, plain: boolean) {
  const { pool } = app.context;
  const all = await figuresOf(
    pool,
    { from: new Date(fromMs), to: new Date(toMs) },
    new Date(0),
    "America/Chicago",
    (span) => (plain ? Promise.resolve([]) : sumsMade(pool, span)),
  );
  return { ...all, overdueAges: [], money: null };
}

test("daily sums give the same figures as the ledger and the views, for any period", async () => {
  const hour = fc.integer({ min: -(DAYS + 2) * 24, max: 24 });
  const instant = fc.oneof(
    hour.map((hours) => midnight + hours * 3_600_000),
    fc.integer({ min: -(DAYS + 2), max: 1 }).map((days) => midnight + days * DAY_MS),
    hour.chain((hours) => fc.nat(3_599_999).map((ms) => midnight + hours * 3_600_000 + ms)),
  );
  const periods = fc
    .tuple(instant, instant)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
  await fc.assert(
    fc.asyncProperty(periods, fc.boolean(), async ([fromMs, toMs], forgotten) => {
      if (forgotten) await forgetSums(app.context.pool, new Date(fromMs));
      expect(await figures(fromMs, toMs, false)).toEqual(await figures(fromMs, toMs, true));
    }),
    { numRuns: runs(40) },
  );
  const { bids, funnel } = await figures(midnight - DAYS * DAY_MS, midnight, false);
  expect(bids.total).toBeGreaterThan(100);
  expect(bids.uniqueBidders).toBe(4);
  expect(funnel).toMatchObject({ unitsViewed: 3, unitsBidOn: 3 });
});

test("the job sums every past day, but not the current one", async () => {
  const { pool } = app.context;
  await forgetSums(pool, new Date(0));
  await sumAllDays(pool);
  await sumAllDays(pool);
  const days = await summedDays(pool, {
    from: new Date(midnight - 30 * DAY_MS),
    to: new Date(midnight + DAY_MS),
  });
  const last = days.at(-1)?.startMs ?? 0;
  // Before 1 AM UTC yesterday does not count as past.
  expect([midnight - DAY_MS, midnight - 2 * DAY_MS]).toContain(last);
  expect(days.length).toBe((last - (midnight - DAYS * DAY_MS)) / DAY_MS + 1);
});

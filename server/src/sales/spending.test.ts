import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const spendingOf = async (user: SignedUp, by = user) =>
  app.get(`/api/users/${user.userId}/spending`, by.jwt);

const trendOf = (users: readonly number[], by = staff) =>
  app.get(`/api/adminsupport/user-spending?users=${users.join()}`, by.jwt);

test("invoices are summed by month, gaps included, without void ones and older months", async () => {
  const [lot] = await salesOn(app, staff).closedWith([2_500, 3_000]);
  const winner = lot?.bidders.at(-1);
  if (lot === undefined || winner === undefined) throw new Error("no lot");
  expect((await spendingOf(winner)).json()).toEqual([]);
  // Sales in Chicago's months: the first moment of this one, a late evening three months ago that
  // is already the next month in UTC, a void one and one of a year ago.
  const months = await app.query(
    `WITH chicago AS (SELECT date_trunc('month', clock_ms() AT TIME ZONE 'America/Chicago') AS month),
      awarded AS (
        INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents, status)
        SELECT lot_id, bid_id, user_id, hammer_cents, 'VOID' FROM awards, generate_series(1, 4)
        WHERE lot_id = $1 RETURNING id, user_id),
      issued AS (
        INSERT INTO invoices (award_id, user_id, number, lines, total_cents, due_at, bill_to, status, issued_at)
        SELECT a.id, a.user_id, 'X-' || a.id, '[]', t.cents, clock_ms(), '{"name": "A"}', t.status,
          (chicago.month + t.after) AT TIME ZONE 'America/Chicago'
        FROM chicago, (SELECT id, user_id, row_number() OVER (ORDER BY id) AS n FROM awarded) a
          JOIN (VALUES (1, 100050, 'ISSUED', interval '0'),
            (2, 200000, 'ISSUED', interval '1 hour'),
            (3, 999999, 'VOID', interval '0'),
            (4, 40000, 'PAID', interval '-2 months -1 minute')) AS t (n, cents, status, after)
          ON t.n = a.n
        RETURNING id, award_id, total_cents)
      SELECT to_char(chicago.month - n * interval '1 month', 'YYYY-MM') AS month
      FROM chicago, generate_series(0, 3) AS n, (SELECT count(*) FROM issued) AS all_written
      ORDER BY n`,
    [lot.lotId],
  );
  await app.query(
    `INSERT INTO payments (award_id, invoice_id, cents, method, recorded_by)
      SELECT award_id, id, cents, 'WIRE', $2 FROM invoices, unnest(ARRAY[50000, 30000]) AS cents
      WHERE user_id = $1 AND total_cents = 200000`,
    [winner.userId, staff.userId],
  );
  await app.query(
    `INSERT INTO payment_voids (payment_id, reason, voided_by)
      SELECT id, 'Entered twice', $1 FROM payments WHERE cents = 30000`,
    [staff.userId],
  );
  const [now, , , threeAgo] = months.map(({ month }) => month);
  const spent = (await spendingOf(winner)).json();
  expect(spent).toHaveLength(4);
  expect(spent[0]).toEqual({ month: threeAgo, lots: 1, total: 400, paid: 0 });
  expect(spent[1]).toMatchObject({ lots: 0, total: 0, paid: 0 });
  expect(spent[3]).toEqual({ month: now, lots: 2, total: 3_000.5, paid: 500 });
  const none = Array.from({ length: 12 }, () => 0);
  const trends = async () => (await trendOf([winner.userId, staff.userId, 9_000_000])).json();
  expect(await trends()).toEqual(
    [
      { id: winner.userId, spent: none.with(8, 400).with(11, 3_000.5) },
      { id: staff.userId, spent: none },
    ].toSorted((one, other) => one.id - other.id),
  );

  await app.query(
    `UPDATE invoices SET issued_at = issued_at - interval '12 months' WHERE total_cents = 40000`,
  );
  expect((await spendingOf(winner)).json()).toEqual([
    { month: now, lots: 2, total: 3_000.5, paid: 500 },
  ]);
  expect(await trends()).toContainEqual({ id: winner.userId, spent: none.with(11, 3_000.5) });
});

test("spending is visible to its buyer and to staff with access to money", async () => {
  const [buyer, other] = [await app.customer(), await app.customer()];
  expect((await spendingOf(buyer, other)).statusCode).toBe(403);
  expect((await spendingOf(buyer, staff)).json()).toEqual([]);
  expect((await trendOf([buyer.userId], buyer)).statusCode).toBe(403);
});

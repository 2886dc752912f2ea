import type { Stats } from "@gavelyard/contract/reports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn, type BidOnLot } from "../testing/sales.ts";

let app: AuthApp;
let staff: SignedUp;
let lots: BidOnLot[];
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  lots = await salesOn(app, staff).closedWith([2_500, 3_000], [2_100], [4_000], []);
  const estimates: readonly (readonly [low: number, high: number])[] = [
    [3_100, 4_000],
    [2_000, 2_100],
    [3_000, 3_900],
  ];
  for (const [index, [low, high]] of estimates.entries()) {
    await app.query(
      "UPDATE inventory SET estimate_low_cents = $2, estimate_high_cents = $3 WHERE id = $1",
      [lots[index]?.inventoryId, low * 100, high * 100],
    );
  }
});
afterAll(() => app.close());

/**
 * Returns the figures of 30 days. Each call uses a different instant, because responses are cached
 * per query.
 */
async function statsOf(query: Readonly<Record<string, string>> = {}): Promise<Stats> {
  const search = new URLSearchParams({ from: await daysAgo(30), ...query }).toString();
  const reply = await app.get(`/api/adminsupport/stats?${search}`, staff.jwt);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

const viewed = async (index: number, daysAgo: number, views: number) => {
  await app.query("INSERT INTO unit_views VALUES ($1, clock_ms()::date - $2::int, $3)", [
    lots[index]?.inventoryId,
    daysAgo,
    views,
  ]);
  // Only tests write past views, so drop the sums.
  await app.query("DELETE FROM figure_days");
};

async function daysAgo(days: number): Promise<string> {
  const [row] = await app.query("SELECT clock_ms() - make_interval(days => $1) AS at", [days]);
  if (!(row?.["at"] instanceof Date)) throw new Error("the database returned no time");
  return row["at"].toISOString();
}

const daySum = (
  stats: Stats,
  field: "bids" | "hammer" | "offered" | "sold" | "signups" | "views",
) => stats.series.reduce((sum, day) => sum + day[field], 0);

test("hammer prices are counted below, within and above their units' estimates", async () => {
  const { estimates } = await statsOf();
  expect(estimates).toEqual([{ inventoryType: "TRUCK_TRACTOR", below: 1, within: 1, above: 1 }]);
});

test("the days add up to the figures of the period", async () => {
  const stats = await statsOf();
  expect(stats.bids).toMatchObject({ total: 4, uniqueBidders: 4, perLot: 1.3 });
  expect(daySum(stats, "bids")).toBe(4);
  expect(daySum(stats, "hammer")).toBe(stats.sales.hammerTotal);
  expect(daySum(stats, "offered")).toBe(4);
  expect(daySum(stats, "sold")).toBe(3);
  expect(daySum(stats, "signups")).toBe(stats.users.new);
  expect(stats.users.new).toBeGreaterThan(4);
});

test("bids are counted by hour in the requested time zone", async () => {
  const [row] = await app.query(
    `SELECT extract(hour FROM placed_at)::int AS utc,
      extract(hour FROM placed_at AT TIME ZONE 'America/Chicago')::int AS chicago
      FROM ledger WHERE kind = 'BID' ORDER BY id LIMIT 1`,
  );
  const [utc, chicago] = [await statsOf(), await statsOf({ timeZone: "America/Chicago" })];
  expect(utc.bidHours).toHaveLength(24);
  expect(utc.bidHours[Number(row?.["utc"])]).toBeGreaterThan(0);
  expect(chicago.bidHours[Number(row?.["chicago"])]).toBeGreaterThan(0);
  expect(chicago.bidHours.reduce((sum, bids) => sum + bids, 0)).toBe(4);
  const odd = await app.get("/api/adminsupport/stats?timeZone=Mars/Olympus", staff.jwt);
  expect(odd.statusCode).toBe(400);
});

test("the funnel counts units viewed, bid on and won", async () => {
  await viewed(0, 0, 7);
  await viewed(3, 0, 2);
  await viewed(3, 10, 5);
  await viewed(1, 300, 50);
  const { funnel, series } = await statsOf();
  expect(funnel).toMatchObject({ views: 14, unitsViewed: 2, unitsBidOn: 3, unitsWon: 3 });
  expect(funnel.viewsSince).toBe((await daysAgo(300)).slice(0, 10));
  expect(series.at(-1)?.views).toBe(9);
  const month = await statsOf({ from: await daysAgo(5) });
  expect(month.funnel).toMatchObject({ views: 9, unitsViewed: 2 });
  expect(month.before.funnel.views).toBe(5);
});

describe("the period before", () => {
  test("is as long and ends where the period begins", async () => {
    const { from, to, before } = await statsOf();
    expect(before.to).toBe(from);
    expect(Date.parse(before.to) - Date.parse(before.from)).toBe(Date.parse(to) - Date.parse(from));
    expect(before).toMatchObject({ bids: { total: 0 }, sales: { lotsSold: 0 } });
  });

  test("has the figures that the period had when it was current", async () => {
    const now = await statsOf();
    const [from, to] = [Date.parse(now.from), Date.parse(now.to)];
    const next = await statsOf({
      from: now.to,
      to: new Date(to + (to - from)).toISOString(),
    });
    expect(next.bids.total).toBe(0);
    expect(next.before).toMatchObject({
      users: { new: now.users.new },
      bids: { total: 4, uniqueBidders: 4, perLot: 1.3 },
      sales: now.sales,
      money: { collected: now.money.collected },
    });
  });
});

test("overdue amounts are counted by age, without amounts that aren't due", async () => {
  const awards = (await app.query("SELECT id FROM awards ORDER BY id")).map(({ id }) => id);
  expect(awards).toHaveLength(3);
  expect((await statsOf()).overdueAges.map(({ count }) => count)).toEqual([0, 0, 0]);
  for (const [index, age] of ["1 hour", "8 days", "45 days"].entries()) {
    await app.query(
      "UPDATE awards SET payment_due_at = clock_ms() - $2::interval, hammer_cents = 100000 * $3::int WHERE id = $1",
      [awards[index], age, index + 1],
    );
  }
  const { overdueAges, money } = await statsOf();
  expect(overdueAges).toEqual([
    { age: "DAYS_1_7", count: 1, total: 1_000 },
    { age: "DAYS_8_30", count: 1, total: 2_000 },
    { age: "OVER_30", count: 1, total: 3_000 },
  ]);
  expect(money).toMatchObject({ unpaidCount: 3, overdue: 3, unpaidTotal: 6_000 });
});

describe("the audit", () => {
  const search = async (query: string) =>
    (await app.get(`/api/adminsupport/audit${query}`, staff.jwt)).json().content;

  test("names a record's subject and its place", async () => {
    const [lot] = lots;
    await app.post(
      `/api/bids/adminsupport/declareWinner/${lot?.auctionId}`,
      (await app.get(`/api/bids/adminsupport/winningBids/${lot?.auctionId}`, staff.jwt))
        .json()
        .slice(0, 1),
      staff.jwt,
    );
    expect(await search("?action=winner-declared")).toMatchObject([
      {
        subjectType: "lot",
        subjectName: "2019 Peterbilt 579",
        inventoryId: lot?.inventoryId,
        auctionId: lot?.auctionId,
      },
    ]);
    const [created] = await search("?action=auction-created&subjectType=auction");
    expect(created.subjectName).toMatch(/^Sale of/);
    expect(created.inventoryId).toBeNull();
    const [opened] = await search("?action=account-opened");
    expect(opened.subjectName).toEqual(expect.any(String));
  });

  test("finds any part of a text, in any case, without wildcards", async () => {
    await app.query(
      `INSERT INTO audit_log (actor_id, action, subject_type, subject_id, before, after, reason)
        VALUES ($1, 'limit-set', 'user', 1, '{"limit": 100}', '{"note": "Raised by 50%_ok"}', 'A façade fell \\ so')`,
      [staff.userId],
    );
    for (const words of ["50%_OK", "AÇADE fell", "\\ so", '"limit": 1', "5", "é".normalize()]) {
      const found = await search(`?action=limit-set&q=${encodeURIComponent(words)}`);
      expect(found, words).toHaveLength(words === "é" ? 0 : 1);
    }
    for (const words of ["50_", "5%k", "100}a"])
      expect(await search(`?action=limit-set&q=${encodeURIComponent(words)}`), words).toEqual([]);
  });

  test("lists the values of its filters", async () => {
    const {
      actions,
      subjectTypes,
      staff: people,
    } = (await app.get("/api/adminsupport/audit/kinds", staff.jwt)).json();
    expect(new Set(actions).size).toBe(actions.length);
    expect(actions).toEqual(expect.arrayContaining(["auction-created", "winner-declared"]));
    expect(subjectTypes).toEqual(expect.arrayContaining(["auction", "lot", "user"]));
    const ids = people.map(({ id }: { id: number }) => id);
    expect(ids).toContain(staff.userId);
    expect(ids).not.toContain(lots[0]?.bidders[0]?.userId);
  });
});

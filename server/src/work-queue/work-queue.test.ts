import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  const sales = salesOn(app, staff);
  const [sold] = await sales.closedWith([2_500, 3_000], [1_000]);
  await sales.auctionWith([[1_000]]);
  const winner = sold?.bidders.at(-1);
  const bids = await app.get(`/api/bids/adminsupport/winningBids/${sold?.auctionId}`, staff.jwt);
  await app.post(
    `/api/bids/adminsupport/declareWinner/${sold?.auctionId}`,
    [bids.json()[0]],
    staff.jwt,
  );
  await app.form(
    "POST",
    `/api/adminsupport/users/mark-as-paid/${winner?.userId}/${sold?.inventoryId}`,
    [["invoice", { fileName: "r.pdf", bytes: Buffer.from("%PDF-1.4\n") }]],
    staff.jwt,
  );
});
afterAll(() => app.close());

describe("the figures of a period", () => {
  test("count what happened in it", async () => {
    const { today, ...stats } = await statsOf("");
    expect(stats).toMatchObject({
      inventory: { total: 3, byStatus: { PAID: 1, PENDING_DECISION: 1, IN_AUCTION: 1 } },
      auctions: { live: 1, expired: 1, unsettled: 1 },
      bids: { total: 4, uniqueBidders: 4, lastHour: 4 },
      sales: {
        lotsOffered: 2,
        lotsSold: 1,
        sellThroughPct: 50,
        hammerTotal: 3_000,
        premiumTotal: 300,
        reserveMissed: 1,
      },
      money: { unpaidCount: 0, unpaidTotal: 0, overdue: 0, collected: 3_450 },
    });
    expect(today).toMatchObject({ bids: 4, hammer: 3_000 });
  });

  test("are zero for a time before the first sale", async () => {
    const { today: _today, ...stats } = await statsOf(
      "?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z",
    );
    expect(stats).toMatchObject({
      bids: { total: 0 },
      sales: { lotsSold: 0 },
      money: { collected: 0 },
    });
  });

  test.each([
    "?from=2020-02-01T00:00:00Z&to=2020-01-01T00:00:00Z",
    "?from=2000-01-01T00:00:00Z",
    "?from=yesterday",
  ])("are refused for %s", async (query) => {
    expect((await app.get(`/api/adminsupport/stats${query}`, staff.jwt)).statusCode).toBe(400);
  });

  async function statsOf(query: string) {
    const reply = await app.get(`/api/adminsupport/stats${query}`, staff.jwt);
    expect(reply.statusCode, reply.body).toBe(200);
    return { ...reply.json(), today: reply.json().series.at(-1) };
  }
});

test("the work queue lists pending work, with links", async () => {
  const { queues } = (await app.get("/api/adminsupport/home", staff.jwt)).json();
  const queue = (name: string) => queues.find((each: { name: string }) => each.name === name);
  expect(queue("RESERVE_DECISIONS")).toMatchObject({
    count: 1,
    next: [{ title: "2019 Peterbilt 579", detail: "reserve not met, bid to $1,000" }],
  });
  expect(queue("SETTLEMENTS").count).toBe(1);
  expect(queue("WINNERS").count).toBe(0);
});

test("one queue lists up to 200 items, to those who may act on it", async () => {
  const one = async (queue: string) => app.get(`/api/adminsupport/home?queue=${queue}`, staff.jwt);
  await app.query(`INSERT INTO enquiries (kind, name, email)
    SELECT 'LEAD', 'Visitor ' || n, 'visitor@elsewhere.example' FROM generate_series(1, 7) n`);
  const { queues } = (await one("LEADS")).json();
  expect(queues).toMatchObject([{ name: "LEADS", count: 7 }]);
  expect(queues[0].next).toHaveLength(7);
  const all = (await app.get("/api/adminsupport/home", staff.jwt)).json().queues;
  expect(all.find(({ name }: { name: string }) => name === "LEADS").next).toHaveLength(5);
  expect((await one("NOTHING")).statusCode).toBe(400);
  const other = await app.support();
  await app.query(
    `UPDATE users SET withheld_permissions = '{auctions}' WHERE id = ${other.userId}`,
  );
  const hidden = (
    await app.get("/api/adminsupport/home?queue=RESERVE_DECISIONS", other.jwt)
  ).json();
  expect(hidden.queues).toMatchObject([{ count: 0, next: [] }]);
});

test("the work queue is in the reader's language", async () => {
  const inSpanish = async (url: string) =>
    (
      await app.app.inject({
        url,
        headers: { "accept-language": "es", authorization: `Bearer ${staff.jwt}` },
      })
    ).json();
  const { queues } = await inSpanish("/api/adminsupport/home");
  const details = new Map(
    queues.map((queue: { name: string; next: { detail: string }[] }) => [
      queue.name,
      queue.next[0]?.detail,
    ]),
  );
  expect(details.get("RESERVE_DECISIONS")).toBe("reserva no alcanzada, se pujó hasta $1,000");
  expect(details.get("SETTLEMENTS")).toBe("terminada, sin liquidar");
});

test("a declared winner is listed as unpaid, or as overdue", async () => {
  const unpaid = async () => {
    const { queues } = (await app.get("/api/adminsupport/home", staff.jwt)).json();
    return queues.find((each: { name: string }) => each.name === "UNPAID");
  };
  const before: number = (await unpaid()).count;
  // Undo the payment of the paid sale.
  await app.query("UPDATE awards SET status = 'DECLARED' WHERE status = 'PAID'");
  const waiting = await unpaid();
  expect(waiting.count).toBe(before + 1);
  expect(waiting.next.at(-1).detail).toMatch(/^due [A-Z][a-z]{2} \d+$/);
  // 11:59 PM in the auction's zone (Chicago), the next day in UTC.
  await app.query(
    "UPDATE awards SET payment_due_at = '2099-11-26T05:59:00Z' WHERE status = 'DECLARED'",
  );
  expect((await unpaid()).next.at(-1).detail).toBe("due Nov 25");
  await app.query(
    "UPDATE awards SET payment_due_at = clock_ms() - interval '1 hour' WHERE status = 'DECLARED'",
  );
  expect((await unpaid()).next.at(-1).detail).toMatch(/^overdue since /);
  await app.query("UPDATE awards SET status = 'PAID' WHERE status = 'DECLARED'");
});

describe("the audit", () => {
  const search = async (query: string) =>
    (await app.get(`/api/adminsupport/audit${query}`, staff.jwt)).json();

  test("is searched by action, actor, subject and words", async () => {
    const { content } = await search("?action=payment-recorded");
    expect(content).toMatchObject([{ actorId: staff.userId, subjectType: "lot" }]);
    expect((await search(`?subjectType=lot&subjectId=${content[0].subjectId}`)).totalElements).toBe(
      2,
    );
    expect((await search("?q=GY-")).totalElements).toBe(1);
    expect((await search("?q=%25_nothing")).totalElements).toBe(0);
    expect((await search(`?actorId=${staff.userId}&size=1`)).content).toHaveLength(1);
    expect((await search("?to=2020-01-01T00:00:00Z")).totalElements).toBe(0);
  });

  test("cannot be changed", async () => {
    await expect(app.query("DELETE FROM audit_log")).rejects.toThrow("append-only");
  });
});

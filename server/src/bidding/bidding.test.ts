import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMarketplace, type Marketplace } from "../testing/marketplace.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await openMarketplace();
});
afterAll(() => market.close());

const get = async (path: string, jwt?: string) => {
  const response = await fetch(`${market.url}${path}`, {
    headers: jwt === undefined ? {} : { authorization: `Bearer ${jwt}` },
  });
  const text = await response.text();
  return { status: response.status, text };
};

describe("placing a bid", () => {
  test("returns a receipt that matches the history and the lot", async () => {
    const [who, inventoryId] = [await market.bidder(), await market.lot()];
    const { status, body } = await market.bid(who, inventoryId, 1_000);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      seq: 1,
      status: "WINNING",
      price: 1_000,
      minNextBid: 1_050,
      bidCount: 1,
    });
    const highest = await get(`/api/bids/inventory/${inventoryId}/highest`, who.jwt);
    expect(JSON.parse(highest.text)).toMatchObject({
      price: 1_000,
      seq: 1,
      mine: { leading: true },
    });
  });

  test("a leader's maximum outbids immediately", async () => {
    const [first, second, inventoryId] = [
      await market.bidder(),
      await market.bidder(),
      await market.lot(),
    ];
    await market.bid(first, inventoryId, 1_000, { maxAmount: 5_000 });
    const { body } = await market.bid(second, inventoryId, 2_000);
    expect(body).toMatchObject({ status: "OUTBID", price: 2_050, bidCount: 2 });
    const highest = await get(`/api/bids/inventory/${inventoryId}/highest`);
    expect(JSON.parse(highest.text)).toMatchObject({
      price: 2_050,
      seq: 3,
      bidderAlias: "Bidder 1",
    });
  });

  test("a maximum is placed whatever the price has done below it", async () => {
    const [first, second, inventoryId] = [
      await market.bidder(),
      await market.bidder(),
      await market.lot(),
    ];
    await market.bid(first, inventoryId, 2_000);
    const stale = { maxAmount: 5_000, key: "stale" };
    const placed = await market.bid(second, inventoryId, 1_000, stale);
    expect(placed).toMatchObject({
      status: 200,
      body: { status: "WINNING", amount: 2_050, maxAmount: 5_000, price: 2_050 },
    });
    expect(await market.bid(second, inventoryId, 1_000, stale)).toEqual(placed);
    const passed = await market.bid(first, inventoryId, 1_000, { maxAmount: 2_060 });
    expect(passed).toMatchObject({ status: 409, body: { code: "bid-too-low" } });
  });

  test("doesn't publish names or maximums", async () => {
    const [first, second, inventoryId] = [
      await market.bidder(),
      await market.bidder(),
      await market.lot(),
    ];
    await market.bid(first, inventoryId, 1_000, { maxAmount: 77_777 });
    await market.bid(second, inventoryId, 1_500);
    for (const path of [
      `/api/bids/inventory/${inventoryId}`,
      `/api/bids/inventory/${inventoryId}/highest`,
      `/inventory/${inventoryId}`,
    ]) {
      const { text } = await get(path);
      expect(text).not.toMatch(/77777|@people|Test Bidder|userId|user_id|reserve_cents|maxCents/);
    }
  });

  test.for([
    ["below the next bid", 999, 409, /next bid is \$1,000/],
    ["zero", 0, 400, /whole number of dollars/],
    ["decimals", 1000.5, 400, /whole number of dollars/],
    ["negative", -5, 400, /whole number of dollars/],
  ] as const)("refuses %s", async ([, amount, status, message]) => {
    const [who, inventoryId] = [await market.bidder(), await market.lot()];
    const answer = await market.bid(who, inventoryId, amount);
    expect(answer.status).toBe(status);
    expect(answer.body["message"]).toMatch(message);
  });

  test.for(["1e5", "0x10", "NaN", "%D9%A1%D9%A2", "1000&amount=2000", "+5", ""])(
    "refuses the amount %s",
    async (amount) => {
      const [who, inventoryId] = [await market.bidder(), await market.lot()];
      const response = await fetch(
        `${market.url}/api/bids/inventory/${inventoryId}/user/${who.userId}?amount=${amount}`,
        {
          method: "POST",
          headers: { authorization: `Bearer ${who.jwt}` },
        },
      );
      expect(response.status).toBe(400);
    },
  );

  test("never exceeds the limit", async () => {
    const who = await market.bidder(500_000);
    const [one, two] = [await market.lot(), await market.lot()];
    expect((await market.bid(who, one, 3_000)).status).toBe(200);
    const refused = await market.bid(who, two, 2_500);
    expect(refused.status).toBe(409);
    expect(refused.body["message"]).toMatch(
      /needs \$2,500 of your bid limit, but you have only \$2,000 available/,
    );
    expect((await market.bid(await market.bidder(), one, 4_000)).status).toBe(200);
    expect((await market.bid(who, two, 2_500)).status).toBe(200);
  });

  test("is refused for another account, without a session, and when suspended", async () => {
    const [who, other, inventoryId] = [
      await market.bidder(),
      await market.bidder(),
      await market.lot(),
    ];
    expect((await market.bid({ ...who, userId: other.userId }, inventoryId, 1_000)).status).toBe(
      403,
    );
    expect((await market.bid({ ...who, jwt: "none.of.it" }, inventoryId, 1_000)).status).toBe(401);
    await market.context.pool.query("UPDATE users SET status = 'SUSPENDED' WHERE id = $1", [
      who.userId,
    ]);
    expect((await market.bid(who, inventoryId, 1_000)).status).toBe(403);
  });
});

describe("idempotency keys", () => {
  test("the same order is decided once, with the same response", async () => {
    const [who, inventoryId] = [await market.bidder(), await market.lot()];
    const first = await market.bid(who, inventoryId, 1_000, { key: "once" });
    const again = await market.bid(who, inventoryId, 1_000, { key: "once" });
    expect(again).toEqual(first);
    const other = await market.bid(who, inventoryId, 1_200, { key: "once" });
    expect(other.status).toBe(422);
  });

  test("a refusal stays a refusal", async () => {
    const [who, inventoryId] = [await market.bidder(), await market.lot()];
    const first = await market.bid(who, inventoryId, 10, { key: "low" });
    expect(first).toMatchObject({ status: 409, body: { code: "bid-too-low" } });
    expect(await market.bid(who, inventoryId, 10, { key: "low" })).toEqual(first);
  });

  test("a repeated refusal has the same field errors", async () => {
    const [who, inventoryId] = [await market.bidder(), await market.lot()];
    const options = { key: "max-below", maxAmount: 1_000 };
    const first = await market.bid(who, inventoryId, 2_000, options);
    expect(first).toMatchObject({ status: 400, body: { issues: [{ path: "maxAmount" }] } });
    expect(await market.bid(who, inventoryId, 2_000, options)).toEqual(first);
    // As the version before codes stored it.
    await market.context.pool.query("UPDATE refused_requests SET answer = answer - 'code'");
    expect(await market.bid(who, inventoryId, 2_000, options)).toEqual(first);
  });

  test("a new attempt after a refusal is decided again", async () => {
    const [who, inventoryId] = [await market.bidder(50_000), await market.lot()];
    expect((await market.bid(who, inventoryId, 1_000, { key: "poor" })).status).toBe(409);
    await market.context.pool.query("UPDATE bidders SET limit_cents = 500000 WHERE user_id = $1", [
      who.userId,
    ]);
    expect((await market.bid(who, inventoryId, 1_000, { key: "poor" })).status).toBe(409);
    expect((await market.bid(who, inventoryId, 1_000, { key: "rich" })).status).toBe(200);
  });

  test("ten at once place one bid", async () => {
    const [who, inventoryId] = [await market.bidder(), await market.lot()];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => market.bid(who, inventoryId, 1_000, { key: "ten" })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { text } = await get(`/api/bids/inventory/${inventoryId}`);
    expect(JSON.parse(text)).toHaveLength(1);
  });
});

describe("raising a bid", () => {
  const raise = async (jwt: string, bidId: unknown, newAmount: number) => {
    const response = await fetch(`${market.url}/api/bids/${String(bidId)}?newAmount=${newAmount}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${jwt}` },
    });
    const { message, ...body }: { message: string; seq?: number } = JSON.parse(
      await response.text(),
    );
    return { status: response.status, message, seq: body.seq };
  };
  const history = async (inventoryId: number): Promise<unknown[]> =>
    JSON.parse((await get(`/api/bids/inventory/${inventoryId}`)).text);

  test("raises the leader's maximum, or bids again for an outbid bidder", async () => {
    const [first, second] = [await market.bidder(), await market.bidder()];
    const inventoryId = await market.lot();
    const { body } = await market.bid(first, inventoryId, 1_000);
    expect(await raise(first.jwt, body["bidId"], 2_000)).toMatchObject({ status: 200, seq: 2 });
    await market.bid(second, inventoryId, 3_000);
    expect(await raise(first.jwt, body["bidId"], 2_500)).toMatchObject({ status: 409 });
    expect(await raise(first.jwt, body["bidId"], 4_000)).toMatchObject({ status: 200, seq: 4 });
    expect((await raise(second.jwt, body["bidId"], 5_000)).status).toBe(403);
  });

  test("is refused once the bid was retracted", async () => {
    const [who, inventoryId] = [
      await market.bidder(),
      await market.lot({ closesInMs: 2 * 3_600_000 }),
    ];
    const { body } = await market.bid(who, inventoryId, 1_000);
    await fetch(
      `${market.url}/api/bids/${String(body["bidId"])}?userId=${who.userId}&reason=Typo`,
      {
        method: "DELETE",
        headers: { authorization: `Bearer ${who.jwt}` },
      },
    );
    expect(await raise(who.jwt, body["bidId"], 2_000)).toMatchObject({
      status: 409,
      message: "This bid no longer counts. Check the lot for the current bid.",
    });
    expect(await history(inventoryId)).toHaveLength(2);
  });

  test("is refused once its lot closed, and never acts on a later lot of the unit", async () => {
    const { pool } = market.context;
    const [who, inventoryId] = [await market.bidder(), await market.lot({ reserveCents: 900_000 })];
    const { body } = await market.bid(who, inventoryId, 1_000);
    await market.end(inventoryId);
    const closed = { status: 409, message: expect.stringContaining("Bidding on this lot") };
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          "SELECT FROM lots WHERE inventory_id = $1 AND closed_at IS NOT NULL",
          [inventoryId],
        );
        return rows.length;
      })
      .toBe(1);
    expect(await raise(who.jwt, body["bidId"], 2_000)).toMatchObject(closed);
    await pool.query(
      `WITH again AS (
        INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at,
          starting_cents, lot_number, soft_close_window_sec, soft_close_extend_sec)
        SELECT inventory_id, auction_id, clock_ms() - interval '1 minute', t.at, t.at, starting_cents, 2, 0, 0
        FROM lots, LATERAL (SELECT clock_ms() + interval '1 hour' AS at) t
        WHERE inventory_id = $1 RETURNING id)
      UPDATE inventory SET current_lot_id = again.id FROM again WHERE inventory.id = $1`,
      [inventoryId],
    );
    expect(await raise(who.jwt, body["bidId"], 2_000)).toMatchObject(closed);
    expect(await history(inventoryId)).toEqual([]);
  });
});

describe("taking back", () => {
  const remove = (jwt: string, bidId: unknown, userId: number, reason = "&reason=Wrong+amount") =>
    fetch(`${market.url}/api/bids/${String(bidId)}?userId=${userId}${reason}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${jwt}` },
    });

  test("within five minutes recalculates the lot", async () => {
    const [first, second] = [await market.bidder(), await market.bidder()];
    const inventoryId = await market.lot({ closesInMs: 2 * 3_600_000 });
    await market.bid(first, inventoryId, 1_000);
    const { body } = await market.bid(second, inventoryId, 3_000);
    expect((await remove(first.jwt, body["bidId"], second.userId)).status).toBe(403);
    expect((await remove(second.jwt, body["bidId"], second.userId)).status).toBe(200);
    const highest = await get(`/api/bids/inventory/${inventoryId}/highest`, first.jwt);
    expect(JSON.parse(highest.text)).toMatchObject({
      price: 1_000,
      bidCount: 1,
      mine: { leading: true },
    });
    expect((await remove(second.jwt, body["bidId"], second.userId)).status).toBe(409);
  });

  test("requires a reason and works once per lot, so nobody can probe a rival's maximum (D23)", async () => {
    const [rival, prober] = [await market.bidder(), await market.bidder(10_000_000)];
    const inventoryId = await market.lot({ closesInMs: 2 * 3_600_000 });
    await market.bid(rival, inventoryId, 1_000, { maxAmount: 9_000 });
    const probe = async () => {
      const { body } = await market.bid(prober, inventoryId, 2_000, { maxAmount: 80_000 });
      return body["bidId"];
    };
    const first = await probe();
    const without = await remove(prober.jwt, first, prober.userId, "");
    expect(without.status).toBe(400);
    expect(await without.json()).toMatchObject({ issues: [{ path: "reason" }] });
    expect((await remove(prober.jwt, first, prober.userId)).status).toBe(200);
    const again = await remove(prober.jwt, await probe(), prober.userId);
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("already retracted a bid on this lot");
    const elsewhere = await market.lot({ closesInMs: 2 * 3_600_000 });
    const { body } = await market.bid(prober, elsewhere, 1_000);
    expect((await remove(prober.jwt, body["bidId"], prober.userId)).status).toBe(200);
  });

  test("is refused in the last hour", async () => {
    const [who, inventoryId] = [await market.bidder(), await market.lot({ closesInMs: 600_000 })];
    const { body } = await market.bid(who, inventoryId, 1_000);
    const refused = await remove(who.jwt, body["bidId"], who.userId);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toMatch(/last hour/);
  });
});

describe("closing", () => {
  const outcome = async (inventoryId: number) => {
    const answer = await get(`/api/bids/inventory/${inventoryId}/highest`);
    const lot: { outcome: string | null } = JSON.parse(answer.text);
    return lot.outcome;
  };

  test("a lot is sold to its leader, whose hold becomes an award", async () => {
    const who = await market.bidder(1_000_000);
    const inventoryId = await market.lot();
    await market.bid(who, inventoryId, 1_000, { maxAmount: 9_000 });
    await market.end(inventoryId);
    await expect.poll(() => outcome(inventoryId)).toBe("SOLD");
    const { rows } = await market.context.pool.query(
      "SELECT leading_cents, awarded_cents FROM bidders WHERE user_id = $1",
      [who.userId],
    );
    expect(rows).toEqual([{ leading_cents: 0, awarded_cents: 100_000 }]);
    const late = await market.bid(await market.bidder(), inventoryId, 5_000);
    expect(late.status).toBe(409);
    expect(late.body["message"]).toMatch(
      /^Bidding on this lot closed [\d.]+ (?:seconds?|minutes?) before your bid arrived\.$/,
    );
    const winnings = await get(`/api/winnings/auctions/${who.userId}`, who.jwt);
    expect(JSON.parse(winnings.text)).toMatchObject([
      { inventoryId, hammerPrice: 1_000, status: "PENDING" },
    ]);
  });

  test("a lot below its reserve awaits a decision, and one without bids is unsold", async () => {
    const [who, held, unsold] = [
      await market.bidder(),
      await market.lot({ reserveCents: 900_000 }),
      await market.lot(),
    ];
    await market.bid(who, held, 1_000);
    for (const lot of [held, unsold]) await market.end(lot);
    await expect.poll(() => outcome(held)).toBe("RESERVE_NOT_MET");
    await expect.poll(() => outcome(unsold)).toBe("NO_BIDS");
  });

  test("a bid near the end keeps the lot open", async () => {
    const [who, inventoryId] = [
      await market.bidder(),
      await market.lot({ closesInMs: 60_000, softCloseSec: 90 }),
    ];
    const { body } = await market.bid(who, inventoryId, 1_000);
    expect(body).toMatchObject({ extended: true });
    expect(Date.parse(String(body["closesAt"])) - Date.parse(String(body["placedAt"]))).toBe(
      90_000,
    );
  });
});

test("a bid and its private maximum come in the body too, so that no log of addresses has them (D43)", async () => {
  const inventoryId = await market.lot();
  const [who, other] = [await market.bidder(), await market.bidder()];
  const place = async (bidder: typeof who, payload: object) => {
    const path = `/api/bids/inventory/${inventoryId}/user/${bidder.userId}`;
    const response = await fetch(`${market.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${bidder.jwt}`, "content-type": "application/json" },
      body: JSON.stringify(payload),
    });
    const { status } = (await response.json()) as { status: string };
    return { code: response.status, status };
  };
  for (const amount of [1.5, -5, 1e12, "1e5", "+5", null, [1000]]) {
    expect((await place(who, { amount })).code).toBe(400);
  }
  const bid = await place(who, { amount: 1_000, maxAmount: "2000" });
  expect([bid.code, bid.status]).toEqual([200, "WINNING"]);
  expect((await place(other, { amount: 1_500 })).status).toBe("OUTBID");
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";
import { createSignalFinder } from "./finder.ts";
import { findSignals } from "./find-signals.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());
beforeEach(() => app.query("UPDATE sessions SET ip = NULL"));

/** Makes a bidder who shares nothing with another account. */
async function bidder(): Promise<SignedUp> {
  const one = await app.customer();
  await app.query("UPDATE sessions SET ip = NULL WHERE user_id = $1", [one.userId]);
  await app.query("UPDATE users SET created_at = clock_ms() - interval '1 year' WHERE id = $1", [
    one.userId,
  ]);
  return one;
}

interface Row {
  readonly by: number;
  readonly kind?: "BID" | "PROXY" | "RETRACTION";
  readonly dollars?: number;
  readonly secondsBefore?: number;
}

/** Makes a closed lot with these ledger rows, sold to `winner`. */
async function closedLot(winner: SignedUp, rows: readonly Row[], yardId?: number): Promise<number> {
  const { lotId, inventoryId } = await insertLot(app.context.pool, {
    outcome: "SOLD",
    leaderId: winner.userId,
    priceCents: 500_000,
  });
  await app.query("UPDATE lots SET closes_at = closed_at WHERE id = $1", [lotId]);
  if (yardId !== undefined) {
    await app.query("UPDATE inventory SET yard_id = $2 WHERE id = $1", [inventoryId, yardId]);
  }
  for (const [index, { by, kind = "BID", dollars, secondsBefore = 3_600 }] of rows.entries()) {
    await app.query(
      `INSERT INTO lot_bidders (lot_id, user_id, alias_no) VALUES ($1, $2, $3)
        ON CONFLICT (lot_id, user_id) DO NOTHING`,
      [lotId, by, index + 1],
    );
    await app.query(
      `INSERT INTO ledger (lot_id, user_id, placed_at, closes_at, amount_cents, seq, bid_count, extended, kind)
        SELECT $1, $2, closed_at - make_interval(secs => $3), closes_at, $4, $5::int, $5::int, false, $6
        FROM lots WHERE id = $1`,
      [lotId, by, secondsBefore, dollars === undefined ? null : dollars * 100, index + 1, kind],
    );
  }
  return lotId;
}

const listed = async (looked = false) =>
  (await app.get(`/api/adminsupport/signals?size=100&looked=${looked}`, staff.jwt)).json().content;
const signalAbout = async ({ userId }: SignedUp, looked = false) =>
  (await listed(looked)).find((hint: { userId: number }) => hint.userId === userId);
const find = () => findSignals(app.context);
const rulesOf = (hint: { reasons: { rule: string }[] } | undefined) =>
  hint?.reasons.map(({ rule }) => rule);

describe("signals from bids", () => {
  test("two accounts with one phone number on the same lot, each naming the other", async () => {
    const [one, other, third] = [await bidder(), await bidder(), await bidder()];
    await app.query("UPDATE users SET phone_number = '+18065550177' WHERE id = ANY($1)", [
      [one.userId, other.userId],
    ]);
    const lotId = await closedLot(third, [
      { by: one.userId, dollars: 1_000 },
      { by: other.userId, dollars: 2_000 },
      { by: third.userId, dollars: 5_000 },
    ]);
    await find();
    expect(await signalAbout(one)).toMatchObject({
      score: 35,
      open: true,
      reasons: [
        {
          rule: "SHARED_CONTACT",
          text: "Same phone number as another account; both bid on 1 lot.",
          other: { userId: other.userId, name: "Dana Reyes" },
          lots: [{ lotId, name: "2019 Peterbilt 579" }],
        },
      ],
    });
    expect(rulesOf(await signalAbout(other))).toEqual(["SHARED_CONTACT"]);
    expect(await signalAbout(third)).toBeUndefined();
  });

  test("a bidder who shares a phone number or a device with staff, who may not bid (V9)", async () => {
    const [one, other] = [await bidder(), await bidder()];
    const lotId = await closedLot(other, [
      { by: one.userId, dollars: 1_000 },
      { by: other.userId, dollars: 5_000 },
    ]);
    await app.query("UPDATE users SET phone_number = '+18065550188' WHERE id = ANY($1)", [
      [one.userId, staff.userId],
    ]);
    await app.query(
      "UPDATE sessions SET ip = '203.0.113.8', user_agent = 'Firefox' WHERE user_id = ANY($1)",
      [[one.userId, staff.userId]],
    );
    await find();
    expect(await signalAbout(one)).toMatchObject({
      score: 45,
      reasons: [
        {
          rule: "STAFF_CONTACT",
          text: "Same phone number and device as a member of staff; bid on 1 lot.",
          other: { userId: staff.userId },
          lots: [{ lotId }],
        },
      ],
    });
    expect(await signalAbout(other)).toBeUndefined();
    expect(await signalAbout(staff)).toBeUndefined();
    await app.query("UPDATE users SET phone_number = NULL WHERE id = $1", [staff.userId]);
  });

  test.each([
    ["address, however it is written", 30],
    ["device", 30],
    ["IP address of bids", 15],
  ])("two accounts with one %s", async (what, score) => {
    const [one, other] = [await bidder(), await bidder()];
    const lotId = await closedLot(other, [
      { by: one.userId, dollars: 1_000 },
      { by: other.userId, dollars: 5_000 },
    ]);
    if (what.startsWith("address")) {
      for (const [{ userId }, street] of [
        [one, "1 Main St."],
        [other, "1 MAIN  ST"],
      ] as const) {
        await app.query("UPDATE users SET address = $2 WHERE id = $1", [
          userId,
          JSON.stringify({ street, city: "Amarillo", state: "TX", zip: "79101" }),
        ]);
      }
    } else if (what === "device") {
      await app.query(
        "UPDATE sessions SET ip = '203.0.113.7', user_agent = 'Firefox' WHERE user_id = ANY($1)",
        [[one.userId, other.userId]],
      );
    } else {
      for (const { userId } of [one, other]) {
        await app.query(
          `INSERT INTO ledger (lot_id, user_id, placed_at, closes_at, amount_cents, seq, bid_count, extended, kind, ip)
            SELECT $1, $2, clock_ms(), clock_ms(), 100, coalesce(max(seq), 0) + 1, 1, false, 'BID', '203.0.113.9'
            FROM ledger WHERE lot_id = $1`,
          [lotId, userId],
        );
      }
    }
    await find();
    expect(await signalAbout(one)).toMatchObject({ score });
  });

  test("bids of the last two minutes that only raise one other account, lot after lot", async () => {
    const [shill, winner] = [await bidder(), await bidder()];
    const raised = [
      { by: winner.userId, dollars: 1_000 },
      { by: shill.userId, dollars: 1_900, secondsBefore: 60 },
      { by: winner.userId, kind: "PROXY", dollars: 2_000, secondsBefore: 60 },
    ] as const;
    await closedLot(winner, raised);
    await find();
    expect(await signalAbout(shill)).toBeUndefined();
    await closedLot(winner, raised);
    // An hour before the close the same bids are ordinary.
    await closedLot(
      winner,
      raised.map((row) => ({ ...row, secondsBefore: 3_600 })),
    );
    await find();
    expect(await signalAbout(shill)).toMatchObject({
      score: 20,
      reasons: [
        {
          rule: "LATE_RAISES",
          text: expect.stringContaining("on 2 lots"),
          other: { userId: winner.userId },
        },
      ],
    });
    expect((await signalAbout(shill)).reasons[0].text).toContain("$2,000 more");
    expect(await signalAbout(winner)).toBeUndefined();
  });

  test("one yard, many bids without a win, a new account, and retractions", async () => {
    const [shill, winner] = [await bidder(), await bidder()];
    await app.query("UPDATE users SET created_at = clock_ms() - interval '1 day' WHERE id = $1", [
      shill.userId,
    ]);
    const [yard] = await app.query(
      `INSERT INTO yards (name, city, state, zip, time_zone)
        VALUES ('West yard', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id`,
    );
    const yardId = Number(yard?.["id"]);
    for (let lot = 0; lot < 10; lot += 1) {
      const bids = [1_000, 1_100, 1_200].map((dollars) => ({ by: shill.userId, dollars }));
      await closedLot(
        winner,
        [
          ...bids,
          ...(lot < 4 ? [{ by: shill.userId, kind: "RETRACTION" } as const] : []),
          { by: winner.userId, dollars: 5_000 },
        ],
        yardId,
      );
    }
    await find();
    const hint = await signalAbout(shill);
    expect(rulesOf(hint)).toEqual(["ONE_YARD", "RETRACTIONS", "SELDOM_WINS", "NEW_ACCOUNT"]);
    expect(hint.reasons[0]).toMatchObject({ yard: { id: yardId, name: "West yard" } });
    expect(hint.reasons[0].lots).toHaveLength(5);
    expect(hint.reasons[1].text).toBe("4 of 30 bids retracted (13%).");
    expect(await signalAbout(winner)).toBeUndefined();
  });

  test("none from lots that closed long ago, or from a contact that many share", async () => {
    const crowd = await Promise.all(Array.from({ length: 11 }, bidder));
    const [first, second] = crowd;
    if (first === undefined || second === undefined) throw new Error("nobody");
    await app.query("UPDATE users SET phone_number = '+18065550188' WHERE id = ANY($1)", [
      crowd.map(({ userId }) => userId),
    ]);
    await closedLot(
      second,
      crowd.map(({ userId }) => ({ by: userId, dollars: 5_000 })),
    );
    const [one, other] = [await bidder(), await bidder()];
    await app.query("UPDATE users SET phone_number = '+18065550199' WHERE id = ANY($1)", [
      [one.userId, other.userId],
    ]);
    const old = await closedLot(other, [
      { by: one.userId, dollars: 1_000 },
      { by: other.userId, dollars: 5_000 },
    ]);
    await find();
    expect(await signalAbout(first)).toBeUndefined();
    expect(await signalAbout(one)).toBeDefined();
    await app.query("UPDATE lots SET closed_at = clock_ms() - interval '31 days' WHERE id = $1", [
      old,
    ]);
    await find();
    expect(await signalAbout(one)).toBeUndefined();
  });
});

describe("a reviewed signal", () => {
  test("disappears once reviewed, is audited, and comes back with a new reason", async () => {
    const [one, other, third] = [await bidder(), await bidder(), await bidder()];
    const phone = (users: SignedUp[], number: string) =>
      app.query("UPDATE users SET phone_number = $2 WHERE id = ANY($1)", [
        users.map(({ userId }) => userId),
        number,
      ]);
    await phone([one, other], "+18065550166");
    const both = [
      { by: one.userId, dollars: 1_000 },
      { by: other.userId, dollars: 5_000 },
    ];
    await closedLot(other, both);
    await find();
    const look = (note: string, userId = one.userId) =>
      app.post(`/api/adminsupport/signals/${userId}/looked`, { note }, staff.jwt);
    expect((await look("")).statusCode).toBe(400);
    expect((await look("Nobody", 987_654)).statusCode).toBe(404);
    const looked = await look("Brothers with one company; both pay.");
    expect(looked.json()).toMatchObject({
      open: false,
      looked: { byName: "Sam Support", note: "Brothers with one company; both pay." },
    });
    expect(await signalAbout(one)).toBeUndefined();
    expect(await signalAbout(one, true)).toBeDefined();
    const audit = await app.query(
      "SELECT action, reason FROM audit_log WHERE subject_type = 'user' AND subject_id = $1",
      [one.userId],
    );
    expect(audit).toEqual([
      { action: "signal-looked-at", reason: "Brothers with one company; both pay." },
    ]);
    // More reasons of the same kind don't reopen the signal.
    await closedLot(other, both);
    await find();
    expect(await signalAbout(one)).toBeUndefined();
    await app.query(
      "UPDATE sessions SET ip = '203.0.113.50', user_agent = 'Safari' WHERE user_id = ANY($1)",
      [[one.userId, third.userId]],
    );
    await closedLot(third, [
      { by: one.userId, dollars: 1_000 },
      { by: third.userId, dollars: 5_000 },
    ]);
    await find();
    expect(await signalAbout(one)).toMatchObject({
      open: true,
      looked: { note: expect.any(String) },
    });
  });

  test("isn't visible to customers", async () => {
    const customer = await app.customer();
    expect((await app.get("/api/adminsupport/signals", customer.jwt)).statusCode).toBe(403);
  });
});

test("signals are recalculated seconds after a lot closes", async () => {
  const [one, other] = [await bidder(), await bidder()];
  await app.query("UPDATE users SET phone_number = '+18065550155' WHERE id = ANY($1)", [
    [one.userId, other.userId],
  ]);
  const finder = createSignalFinder(app.context);
  await closedLot(other, [
    { by: one.userId, dollars: 1_000 },
    { by: other.userId, dollars: 5_000 },
  ]);
  app.context.bus.deliver([{ type: "lot-closed", inventoryId: 1, auctionId: 1, outcome: "SOLD" }]);
  await expect.poll(() => signalAbout(one)).toBeDefined();
  await finder.stop();
});

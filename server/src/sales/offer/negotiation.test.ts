import { verifyLot } from "@gavelyard/domain/lot-proofs/verify-lot";
import type { LotProof } from "@gavelyard/domain/lot-proofs/lot-proof";
import {
  hasExpired,
  MAX_ROUNDS,
  newNegotiation,
  nextNegotiation,
  type Negotiation,
  type NegotiationKind,
  type Side,
} from "@gavelyard/domain/sales/negotiation";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../db/secrets/sha256.ts";
import { bookMismatches } from "../../backups/sql.ts";
import { checkProofs } from "../../lot-proofs/check-proofs.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { behindTriggers } from "../../testing/behind-triggers.ts";
import { salesOn } from "../../testing/sales.ts";
import { anyReserveWaived } from "../../testing/two-person-rule.ts";
import { letPass } from "../../testing/wait-for.ts";
import { runs } from "../../testing/runs.ts";

let app: AuthApp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  staff = await app.support();
  sales = salesOn(app, staff);
  await app.query(
    `INSERT INTO operating_settings (name, value, updated_at, updated_by)
      SELECT 'negotiation', '{"answerHours": 1}', clock_ms(), min(id) FROM users`,
  );
  await app.query(anyReserveWaived);
});
afterEach(() => moveClock("0 s"));
afterAll(() => app.close());

/** Moves the database's clock from the true time. Nobody is signed out by it. */
async function moveClock(by: string): Promise<void> {
  await app.query(
    `UPDATE sessions SET expires_at = clock_timestamp() + interval '1 day',
      confirmed_at = clock_timestamp() + interval '1 day'`,
  );
  await app.query(
    `CREATE OR REPLACE FUNCTION clock_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      'SELECT date_trunc(''milliseconds'', clock_timestamp()) + interval ''${by}'''`,
  );
}

/** A lot that closed at $1,500, below its reserve of $2,000, and the calls of both sides. */
async function missed(...bids: number[]) {
  const [lot] = await sales.closedWith(bids.length === 0 ? [1_000, 1_500] : bids);
  const [bidder, next] = lot?.bidders.toReversed() ?? [];
  if (lot === undefined || bidder === undefined || next === undefined) throw new Error("no lot");
  const decide = (decision: string, more: object = {}) =>
    app.post(`/api/adminsupport/lots/${lot.lotId}/decision`, { decision, ...more }, staff.jwt);
  const offerOf = async (user: SignedUp) =>
    (await app.get(`/api/users/${user.userId}/offers`, user.jwt)).json()[0];
  return {
    lot,
    bidder,
    next,
    decide,
    ask: (amount: number, more: object = {}) => decide("COUNTER_OFFER", { amount, ...more }),
    answer: async (answer: string, more: object = {}, by: SignedUp = bidder) => {
      const id = (await offerOf(by))?.id ?? 999_999;
      return app.post(`/api/offers/${id}/answer`, { answer, ...more }, by.jwt);
    },
    offer: () => offerOf(bidder),
    offerNext: (more: object = {}) =>
      app.post(`/api/adminsupport/lots/${lot.lotId}/next-bidder`, more, staff.jwt),
    winning: async () =>
      (await app.get(`/api/bids/adminsupport/winningBids/${lot.auctionId}`, staff.jwt)).json()[0],
    used: async (user: SignedUp = bidder) =>
      (await app.get(`/api/bid-limit-status/${user.userId}`, user.jwt)).json().used,
    proof: async (): Promise<LotProof> => (await app.get(`/api/lots/${lot.lotId}/proof`)).json(),
  };
}
type Missed = Awaited<ReturnType<typeof missed>>;

/** Runs the queued jobs that end negotiations, and waits until they have run. */
async function runDeadlines(): Promise<void> {
  const waiting = `FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'end-negotiation'`;
  await app.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE id IN (SELECT j.id ${waiting})`,
  );
  await expect.poll(async () => (await app.query(`SELECT 1 ${waiting}`)).length).toBe(0);
}

describe("a missed reserve is negotiated (D63)", () => {
  test("until the bidder accepts the seller's amount, with every step emailed and recorded", async () => {
    const sale = await missed();
    const { bidder, lot } = sale;
    const [support] = await app.query("SELECT email FROM users WHERE id = $1", [staff.userId]);
    const asked = await sale.ask(1_900);
    expect(asked.json(), asked.body).toMatchObject({
      phase: "COUNTER_OFFERED",
      negotiation: { turn: "BIDDER", round: 1, rounds: 3, counter: { min: 1_500, max: 1_899 } },
    });
    const mail = await app.mailTo(bidder.email, "Counteroffer");
    expect(mail.text_body).toContain("make a counteroffer of your own");

    const countered = await sale.answer("COUNTER", { amount: 1_600 });
    expect(countered.statusCode, countered.body).toBe(200);
    expect(await sale.winning()).toMatchObject({
      phase: "BIDDER_COUNTERED",
      negotiation: { turn: "SELLER", counter: { min: 1_601, max: 1_900 } },
    });
    await app.mailTo(bidder.email, "You offered $1,600");
    await app.mailTo(String(support?.["email"]), "countered with $1,600");
    expect(await sale.offer()).toMatchObject({ negotiation: { turn: "SELLER", bid: 1_500 } });

    expect((await sale.ask(1_750)).json()).toMatchObject({ phase: "COUNTER_OFFERED" });
    expect((await sale.answer("ACCEPT")).json()).toMatchObject({ status: "ACCEPTED" });
    expect(await sale.winning()).toMatchObject({
      amount: 1_750,
      status: "DECLARED",
      basis: "OFFER_ACCEPTED",
      negotiation: { turn: null, end: "ACCEPT", agreed: 1_750 },
    });
    await app.mailTo(bidder.email, "Invoice");
    await app.mailTo(String(support?.["email"]), "accepted $1,750");
    expect(await sale.used()).toBe(1_750);
    expect(
      (
        await app.query("SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id", [
          lot.lotId,
        ])
      ).map(({ action }) => action),
    ).toEqual(expect.arrayContaining(["counter-offered", "counter-received", "offer-taken"]));
    expect(mail.text_body).toContain((await sale.proof()).negotiation.steps[0]?.hash);
  });

  test("until the seller accepts the bidder's amount", async () => {
    const sale = await missed();
    await sale.ask(1_900);
    await sale.answer("COUNTER", { amount: 1_700 });
    const accepted = await sale.decide("ACCEPT", { reason: "The seller agreed" });
    expect(accepted.json(), accepted.body).toMatchObject({
      phase: "AWARDED",
      amount: 1_700,
      basis: "OFFER_ACCEPTED",
    });
    expect(await sale.used()).toBe(1_700);
    expect((await sale.answer("COUNTER", { amount: 1_650 })).statusCode).toBe(409);
  });

  test("not at a price other than the one that was shown", async () => {
    const sale = await missed();
    const { amount: bid } = await sale.winning();
    const stale = await sale.ask(1_900, { price: bid + 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().message).toContain("The bid to decide on is now");
    expect((await sale.ask(1_900, { price: bid })).statusCode).toBe(200);
    await sale.answer("COUNTER", { amount: 1_700 });
    for (const decision of ["ACCEPT", "DECLINE", "END_NEGOTIATION"] as const) {
      const refused = await sale.decide(decision, { price: bid });
      expect(refused.json()).toMatchObject({ code: "edit-conflict" });
      expect(refused.json().message).toContain("now $1,700");
    }
    expect((await sale.decide("ACCEPT", { price: 1_700 })).json()).toMatchObject({ amount: 1_700 });
  });

  test("for at most three rounds", async () => {
    const sale = await missed();
    for (const [ask, offer] of [
      [1_990, 1_500],
      [1_990, 1_600],
      [1_900, 1_700],
    ]) {
      expect((await sale.ask(ask ?? 0)).statusCode).toBe(200);
      expect((await sale.answer("COUNTER", { amount: offer })).statusCode).toBe(200);
    }
    expect(await sale.winning()).toMatchObject({
      negotiation: { round: MAX_ROUNDS, counter: null },
    });
    const fourth = await sale.ask(1_800);
    expect(fourth.statusCode).toBe(409);
    expect(fourth.json().message).toContain("last of 3 rounds");
    expect((await sale.decide("END_NEGOTIATION")).json()).toMatchObject({
      phase: "NEGOTIATION_FAILED",
      negotiation: { end: "DECLINE" },
    });
    expect(await app.mailTo(sale.bidder.email, "No agreement")).toMatchObject({
      text_body: expect.stringContaining("The seller declined your counteroffer of $1,700."),
    });
  });

  test.each<[string, (sale: Missed) => Promise<{ statusCode: number; body: string }>, string]>([
    ["the seller's at the bid", (sale) => sale.ask(1_500), "Enter $1,501 or more"],
    [
      "the bidder's below the bid",
      async (sale) => {
        await sale.ask(1_900);
        return sale.answer("COUNTER", { amount: 1_499 });
      },
      "Enter between $1,500 and $1,899",
    ],
    [
      "the bidder's at the seller's",
      async (sale) => {
        await sale.ask(1_900);
        return sale.answer("COUNTER", { amount: 1_900 });
      },
      "Enter between $1,500 and $1,899",
    ],
    [
      "the seller's above the last",
      async (sale) => {
        await sale.ask(1_900);
        await sale.answer("COUNTER", { amount: 1_600 });
        return sale.ask(1_901);
      },
      "Enter between $1,601 and $1,900",
    ],
  ])("not with an amount out of bounds: %s", async (_name, act, words) => {
    const refused = await act(await missed());
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.body).toContain(words);
  });

  test("only by its two sides, in turn, without revealing the reserve", async () => {
    const sale = await missed();
    expect((await sale.decide("END_NEGOTIATION")).statusCode).toBe(409);
    await sale.ask(1_900);
    expect((await sale.ask(1_800)).statusCode).toBe(409);
    expect((await sale.decide("ACCEPT")).statusCode).toBe(409);
    expect((await sale.decide("DECLINE")).statusCode).toBe(409);
    const offer = await sale.offer();
    const path = `/api/offers/${offer.id}/answer`;
    const body = { answer: "COUNTER", amount: 1_600 };
    expect((await app.post(path, body, sale.next.jwt)).statusCode).toBe(404);
    expect((await app.post(path, body, staff.jwt)).statusCode).toBe(403);
    expect((await app.post(path, body)).statusCode).toBe(401);
    expect((await app.post(path, { answer: "COUNTER" }, sale.bidder.jwt)).statusCode).toBe(400);
    expect(JSON.stringify(offer)).not.toMatch(/reserve(?!State|Met)|2000/);
    expect(
      (await app.get(`/api/users/${sale.bidder.userId}/offers`, sale.next.jwt)).statusCode,
    ).toBe(403);
  });

  test("within the bidder's limit, when they counter and when it is accepted", async () => {
    const sale = await missed();
    const limit = (dollars: number) =>
      app.query("UPDATE bidders SET limit_cents = $2 WHERE user_id = $1", [
        sale.bidder.userId,
        dollars * 100,
      ]);
    await limit(1_650);
    await sale.ask(1_900);
    const over = await sale.answer("COUNTER", { amount: 1_700 });
    expect(over.statusCode).toBe(409);
    expect(over.json().message).toContain("$1,650");
    expect((await sale.answer("ACCEPT")).statusCode).toBe(409);
    expect(await sale.winning()).toMatchObject({ phase: "COUNTER_OFFERED" });
    expect((await sale.answer("COUNTER", { amount: 1_650 })).statusCode).toBe(200);
    expect(await sale.used()).toBe(1_500);
    await limit(1_600);
    const late = await sale.decide("ACCEPT");
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain("no longer covers");
    expect(await sale.winning()).toMatchObject({ phase: "BIDDER_COUNTERED" });
    expect(await sale.used()).toBe(1_500);
  });
});

describe("a negotiation has deadlines", () => {
  test("rejects a late answer from the bidder and emails both sides once", async () => {
    const sale = await missed();
    await sale.ask(1_900);
    await moveClock("61 min");
    expect(await sale.winning()).toMatchObject({
      phase: "NEGOTIATION_FAILED",
      negotiation: { end: "EXPIRE", turn: null },
    });
    for (const [answer, more] of [
      ["ACCEPT", {}],
      ["COUNTER", { amount: 1_600 }],
    ] as const) {
      const late = await sale.answer(answer, more);
      expect(late.statusCode).toBe(409);
      expect(late.json().message).toContain("Expired");
    }
    await runDeadlines();
    await runDeadlines();
    expect(
      await app.query("SELECT kind, side FROM negotiation_steps WHERE lot_id = $1 ORDER BY seq", [
        sale.lot.lotId,
      ]),
    ).toEqual([
      { kind: "COUNTER", side: "SELLER" },
      { kind: "EXPIRE", side: null },
    ]);
    await app.mailTo(sale.bidder.email, "No agreement");
    await app.mailTo(staff.email, "counteroffer of $1,900 expired");
    expect(await sale.used()).toBe(1_500);
  });

  test("for the seller, who can still accept the bid", async () => {
    const sale = await missed();
    await sale.ask(1_900);
    await sale.answer("COUNTER", { amount: 1_600 });
    await moveClock("61 min");
    const accepted = await sale.decide("ACCEPT");
    expect(accepted.json(), accepted.body).toMatchObject({ amount: 1_500, basis: "AUTO" });
    expect((await sale.proof()).negotiation.steps.at(-1)).toMatchObject({ kind: "EXPIRE" });
  });
});

describe("after a failed negotiation", () => {
  const failed = async (...bids: number[]) => {
    const sale = await missed(...bids);
    await sale.ask(1_900);
    const declined = await sale.answer("DECLINE");
    expect(declined.json(), declined.body).toMatchObject({ status: "DECLINED" });
    return sale;
  };

  test("the work queue names the next bidder, who is offered it in one step", async () => {
    const sale = await failed();
    const { nextBidder } = await sale.winning();
    expect(nextBidder).toMatchObject({ userId: sale.next.userId, amount: 1_000, offer: 1_900 });
    const home = (await app.get("/api/adminsupport/home", staff.jwt)).json();
    expect(JSON.stringify(home)).toContain(`offer it to ${nextBidder.name} for $1,900`);
    expect(await sale.used()).toBe(1_500);
    const offered = await sale.offerNext();
    expect(offered.json(), offered.body).toMatchObject({
      phase: "NEXT_BIDDER_OFFERED",
      offer: { kind: "SECOND_CHANCE", amount: 1_900, userId: sale.next.userId },
      nextBidder: null,
    });
    expect(await sale.used()).toBe(0);
    await app.mailTo(sale.bidder.email, "was not accepted");
    await app.mailTo(sale.next.email, "Second-chance offer");
    expect((await sale.answer("COUNTER", { amount: 1_500 }, sale.next)).statusCode).toBe(409);
    expect((await sale.answer("ACCEPT", {}, sale.next)).json()).toMatchObject({
      status: "ACCEPTED",
    });
    expect(await sale.winning()).toMatchObject({
      phase: "AWARDED",
      userId: sale.next.userId,
      amount: 1_900,
    });
    expect(await bookMismatches(app.context.pool)).toEqual([]);
  });

  test("each further bidder gets one offer", async () => {
    const sale = await failed(1_000, 1_200, 1_500);
    await sale.offerNext();
    await sale.answer("DECLINE", {}, sale.next);
    const { phase, nextBidder } = await sale.winning();
    expect({ phase, next: nextBidder.userId }).toEqual({
      phase: "BID_RELEASED",
      next: sale.lot.bidders[0]?.userId,
    });
    await sale.offerNext();
    const [third] = sale.lot.bidders;
    if (third === undefined) throw new Error("no third bidder");
    await sale.answer("DECLINE", {}, third);
    expect((await sale.offerNext()).statusCode).toBe(422);
    expect((await sale.decide("DECLINE")).json()).toMatchObject({ phase: "UNSOLD" });
    expect(await bookMismatches(app.context.pool)).toEqual([]);
  });

  test("an offer below what the high bidder would have paid needs a second person", async () => {
    const sale = await failed();
    const low = await sale.offerNext({ amount: 1_200 });
    expect(low.statusCode).toBe(422);
    expect(low.json().issues[0].path).toBe("reason");
    const proposed = await sale.offerNext({ amount: 1_200, reason: "The seller wants it gone" });
    expect(proposed.statusCode, proposed.body).toBe(202);
    expect(await sale.winning()).toMatchObject({ phase: "NEGOTIATION_FAILED" });
    const [proposal] = await app.query(
      "SELECT id FROM proposals WHERE kind = 'SECOND_CHANCE' AND subject_id = $1",
      [sale.lot.lotId],
    );
    const second = await app.administrator();
    const path = `/api/adminsupport/proposals/${Number(proposal?.["id"])}/confirm`;
    expect((await app.post(path, undefined, second.jwt)).statusCode).toBe(200);
    expect(await sale.winning()).toMatchObject({ phase: "NEXT_BIDDER_OFFERED" });
  });

  test("the seller can withdraw, accept the bid or leave it unsold, but not negotiate again", async () => {
    const sale = await missed();
    await sale.ask(1_900);
    expect((await sale.decide("END_NEGOTIATION", { reason: "Typo" })).json()).toMatchObject({
      phase: "NEGOTIATION_FAILED",
      negotiation: { end: "WITHDRAW" },
      offer: { status: "WITHDRAWN" },
    });
    expect((await sale.ask(1_800)).statusCode).toBe(409);
    expect((await sale.answer("ACCEPT")).statusCode).toBe(409);
    expect((await sale.decide("ACCEPT")).json()).toMatchObject({ amount: 1_500, basis: "AUTO" });
  });

  test("an offer to the next bidder requires one", async () => {
    const early = await missed();
    expect((await early.offerNext()).statusCode).toBe(409);
    await early.ask(1_900);
    expect((await early.offerNext()).statusCode).toBe(409);
  });
});

describe("of simultaneous actions one wins, and nothing is half done", () => {
  const counts = async ({ lot }: Missed) =>
    (
      await app.query(
        `SELECT (SELECT count(*)::int FROM awards WHERE lot_id = $1) AS awards,
          (SELECT count(*)::int FROM negotiation_steps WHERE lot_id = $1 AND kind <> 'COUNTER') AS ends,
          (SELECT count(*)::int FROM offers WHERE lot_id = $1 AND status = 'OPEN') AS open`,
        [lot.lotId],
      )
    )[0];

  test("two answers", async () => {
    for (let round = 0; round < 4; round += 1) {
      const sale = await missed();
      await sale.ask(1_900);
      const answers = await Promise.all([
        sale.answer("ACCEPT"),
        sale.answer("DECLINE"),
        sale.answer("COUNTER", { amount: 1_600 }),
        sale.answer("ACCEPT"),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
      const { phase } = await sale.winning();
      expect(await counts(sale)).toEqual({
        awards: phase === "AWARDED" ? 1 : 0,
        ends: phase === "BIDDER_COUNTERED" ? 0 : 1,
        open: 0,
      });
    }
  });

  test("an answer and a withdrawal", async () => {
    for (let round = 0; round < 4; round += 1) {
      const sale = await missed();
      await sale.ask(1_900);
      const [answer, withdrawal] = await Promise.all([
        sale.answer("ACCEPT"),
        sale.decide("END_NEGOTIATION"),
      ]);
      expect([answer.statusCode, withdrawal.statusCode].toSorted()).toEqual([200, 409]);
      expect(await counts(sale)).toEqual({
        awards: answer.statusCode === 200 ? 1 : 0,
        ends: 1,
        open: 0,
      });
    }
  });

  test("an answer and the deadline", async () => {
    for (let round = 0; round < 4; round += 1) {
      const sale = await missed();
      await sale.ask(1_900);
      const { until } = await sale.offer();
      await moveClock(`${Date.parse(until) - Date.now() - 30} ms`);
      const [answer] = await Promise.all([
        letPass(round * 15, "the answer comes at several moments").then(() =>
          sale.answer("ACCEPT"),
        ),
        letPass(60, "the deadline is over").then(runDeadlines),
      ]);
      const [{ ends, awards, open } = {}] = [await counts(sale)];
      expect({ ends, awards, open }).toEqual({
        ends: 1,
        awards: answer.statusCode === 200 ? 1 : 0,
        open: 0,
      });
      await moveClock("0 s");
    }
  });
});

describe("the lot's proof", () => {
  test("has the steps after the close, hides amounts and reveals the agreed price", async () => {
    const sale = await missed();
    const before = await app.get(`/api/lots/${sale.lot.lotId}/proof`);
    await sale.ask(1_900);
    await sale.answer("COUNTER", { amount: 1_600 });
    const open = await sale.proof();
    expect(open.negotiation).toMatchObject({
      steps: [{ side: "SELLER" }, { side: "BIDDER" }],
      opened: null,
    });
    expect(JSON.stringify(open)).not.toMatch(/190000|160000/);
    await sale.decide("ACCEPT");
    const after = await app.get(`/api/lots/${sale.lot.lotId}/proof`);
    expect(after.headers["etag"]).not.toBe(before.headers["etag"]);
    const proof: LotProof = after.json();
    expect(proof.negotiation.opened).toMatchObject({ seq: 2, cents: 160_000 });
    expect(await verifyLot(proof, sha256)).toMatchObject({
      holds: true,
      outcome: "RESERVE_NOT_MET",
      agreedCents: 160_000,
      root: before.json<LotProof>().root,
    });
    const steps = proof.negotiation.steps;
    for (const forged of [
      { ...proof.negotiation, steps: steps.slice(1) },
      { ...proof.negotiation, steps: steps.map((step) => ({ ...step, atMs: step.atMs + 1 })) },
      { ...proof.negotiation, opened: null },
      { steps, opened: { seq: 2, cents: 150_000, salt: proof.negotiation.opened?.salt ?? "" } },
    ]) {
      expect((await verifyLot({ ...proof, negotiation: forged }, sha256)).holds).toBe(false);
    }
  });

  test("fails after a change of the record, which the database refuses", async () => {
    const sale = await missed();
    await sale.ask(1_900);
    await sale.answer("COUNTER", { amount: 1_600 });
    const change = "UPDATE negotiation_steps SET cents = 160100 WHERE lot_id = $1 AND seq = 2";
    await expect(app.query(change, [sale.lot.lotId])).rejects.toThrow("append-only");
    expect(await checkProofs(app.context)).toBe(0);
    await behindTriggers(app.ownerUrl, change, [sale.lot.lotId]);
    expect(await checkProofs(app.context)).toBe(1);
  });
});

test.each([
  ["that skips a number", 3, "BIDDER", 160_000],
  ["of the side that isn't in turn", 2, "SELLER", 180_000],
  ["at the seller's amount", 2, "BIDDER", 190_000],
])("the database refuses a step %s", async (_name, seq, side, cents) => {
  const sale = await missed();
  await sale.ask(1_900);
  await expect(
    app.query(
      `INSERT INTO negotiation_steps (lot_id, seq, kind, side, cents, at, valid_until)
        VALUES ($1, $2, 'COUNTER', $3, $4, clock_ms(), clock_ms() + interval '1 h')`,
      [sale.lot.lotId, seq, side, cents],
    ),
  ).rejects.toThrow();
});

test("a counteroffer from the previous version becomes the first step", async () => {
  const sale = await missed();
  await app.query(
    `INSERT INTO offers (lot_id, user_id, bid_id, kind, cents, valid_until, created_by)
      SELECT l.id, l.leader_id, (SELECT max(g.id) FROM ledger g WHERE g.lot_id = l.id AND g.kind = 'BID'),
        'COUNTER_OFFER', 190000, clock_ms() + interval '1 h', $2 FROM lots l WHERE l.id = $1`,
    [sale.lot.lotId, staff.userId],
  );
  expect(await sale.winning()).toMatchObject({ phase: "COUNTER_OFFERED" });
  const countered = await sale.answer("COUNTER", { amount: 1_600 });
  expect(countered.statusCode, countered.body).toBe(200);
  await sale.decide("ACCEPT");
  expect(await verifyLot(await sale.proof(), sha256)).toMatchObject({
    holds: true,
    agreedCents: 160_000,
  });
});

/** The domain's model of a lot, which the server must match (D63). */
interface ModelLot {
  negotiation: Negotiation;
  nowMs: number;
  result: { phase: "AWARDED"; amount: number } | { phase: "UNSOLD" } | null;
}

type Act = readonly [
  "ask" | "counter" | "take" | "refuse" | "end" | "accept" | "decline" | "pass",
  number,
];

/** Applies an action to the model; false if it isn't allowed. */
function takes(lot: ModelLot, [act, dollars]: Act): boolean {
  if (act === "pass") {
    lot.nowMs += 61 * 60_000;
    return true;
  }
  if (lot.result !== null) return false;
  if (hasExpired(lot.negotiation, lot.nowMs)) step(lot, "EXPIRE", null);
  const { turn, end, offerCents } = lot.negotiation;
  const isNew = turn === null && end === null;
  switch (act) {
    case "ask":
      return step(lot, "COUNTER", "SELLER", dollars * 100);
    case "counter":
      return step(lot, "COUNTER", "BIDDER", dollars * 100);
    case "take":
      if (!step(lot, "ACCEPT", "BIDDER")) return false;
      lot.result = { phase: "AWARDED", amount: (lot.negotiation.agreedCents ?? 0) / 100 };
      return true;
    case "refuse":
      return step(lot, "DECLINE", "BIDDER");
    case "end":
      return step(lot, turn === "SELLER" ? "DECLINE" : "WITHDRAW", "SELLER");
    case "accept":
      if (turn === "BIDDER") return false;
      if (turn === "SELLER") step(lot, "ACCEPT", "SELLER");
      lot.result = {
        phase: "AWARDED",
        amount: turn === "SELLER" ? (offerCents ?? 0) / 100 : 1_500,
      };
      return true;
    case "decline":
      if (!isNew && end === null) return false;
      lot.result = { phase: "UNSOLD" };
      return true;
  }
}

function step(
  lot: ModelLot,
  kind: NegotiationKind,
  side: Side | null,
  cents: number | null = null,
): boolean {
  const untilMs = kind === "COUNTER" ? lot.nowMs + 3_600_000 : null;
  const next = nextNegotiation(lot.negotiation, { kind, side, cents, atMs: lot.nowMs, untilMs });
  if (typeof next === "string") return false;
  lot.negotiation = next;
  return true;
}

class ServerAct implements fc.AsyncCommand<ModelLot, Missed> {
  readonly #act: Act;
  constructor(act: Act) {
    this.#act = act;
  }
  check = () => true;
  async run(model: ModelLot, sale: Missed): Promise<void> {
    const allowed = takes(model, this.#act);
    const [act, amount] = this.#act;
    const call = {
      ask: () => sale.ask(amount),
      counter: () => sale.answer("COUNTER", { amount }),
      take: () => sale.answer("ACCEPT"),
      refuse: () => sale.answer("DECLINE"),
      end: () => sale.decide("END_NEGOTIATION"),
      accept: () => sale.decide("ACCEPT"),
      decline: () => sale.decide("DECLINE"),
      pass: () => moveClock(`${model.nowMs} ms`),
    }[act];
    const reply = await call();
    if (reply !== undefined) {
      const refusals = [404, 409, 422];
      expect(allowed ? [200] : refusals, `${act} ${amount}: ${reply.body}`).toContain(
        reply.statusCode,
      );
    }
    const { negotiation, nowMs, result } = model;
    const bid = await sale.winning();
    const isOver = hasExpired(negotiation, nowMs);
    expect(bid.negotiation?.turn ?? null).toBe(isOver ? null : negotiation.turn);
    expect(bid.negotiation?.round ?? 0).toBe(negotiation.round);
    expect(bid.negotiation?.end ?? null).toBe(isOver ? "EXPIRE" : negotiation.end);
    if (result !== null) expect(bid).toMatchObject(result);
    else expect(["AWARDED", "UNSOLD"]).not.toContain(bid.phase);
  }
  toString = () => this.#act.join(" ");
}

test("the server matches the model, whatever both sides try", async () => {
  const amounts = fc.integer({ min: 1_495, max: 1_510 });
  const acts = [
    ...(["ask", "counter", "ask", "counter"] as const).map((act) =>
      amounts.map((amount) => new ServerAct([act, amount])),
    ),
    ...(["take", "refuse", "end", "accept", "decline", "pass"] as const).map((act) =>
      fc.constant(new ServerAct([act, 0])),
    ),
  ];
  await fc.assert(
    fc.asyncProperty(fc.commands(acts, { maxCommands: 14 }), async (commands) => {
      await moveClock("0 s");
      const real = await missed();
      const model: ModelLot = { negotiation: newNegotiation(150_000), nowMs: 0, result: null };
      await fc.asyncModelRun(() => ({ model, real }), commands);
      expect(await verifyLot(await real.proof(), sha256)).toMatchObject({ holds: true });
      expect(await bookMismatches(app.context.pool)).toEqual([]);
    }),
    { numRuns: runs(25) },
  );
});

import { allEndpoints } from "@gavelyard/contract/all";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import { proposalKinds, type ProposalKind } from "@gavelyard/domain/proposals";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { openedBy } from "../testing/opened-by.ts";
import { runs } from "../testing/runs.ts";
import { salesOn, type BidOnLot } from "../testing/sales.ts";

/**
 * One dishonest administrator with two accounts that they opened, and two honest administrators, who
 * confirm nothing here, since each proposal is one that they wouldn't make.
 */
let app: AuthApp;
let dishonest: readonly SignedUp[];
let honest: SignedUp;
let attacks: Readonly<Record<ProposalKind, readonly Attack[]>>;

type Attack = (by: SignedUp) => ReturnType<AuthApp["post"]>;

const pdf = { fileName: "r.pdf", bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n") };

beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  const admin = await app.administrator();
  honest = await app.administrator();
  const other = await app.administrator();
  dishonest = [admin, await openedBy(app, admin), await openedBy(app, admin)];
  attacks = await attacksOn(salesOn(app, other), other);
});
afterAll(() => app.close());

const winningBid = async ({ auctionId, inventoryId }: BidOnLot) =>
  (await app.get(`/api/bids/adminsupport/winningBids/${auctionId}`, honest.jwt))
    .json()
    .find((bid: BidOnLot) => bid.inventoryId === inventoryId);

/** Prepares what the dishonest administrator is after; returns each way to get it, by its kind. */
async function attacksOn(
  sales: ReturnType<typeof salesOn>,
  other: SignedUp,
): Promise<typeof attacks> {
  const staff = "/api/adminsupport";
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const [contested, ended, missed, rich] = await sales.closedWith(
    [2_100, 4_000],
    [2_100, 4_000],
    [1_100],
    [2_500],
  );
  const [open] = await sales.auctionWith([[1_000, 1_500]]);
  const sold = await sales.declared();
  if (!contested || !ended || !missed || !rich || !open) throw new Error("no lots");
  const declared = await winningBid(ended);
  await app.post(
    `/api/bids/adminsupport/declareWinner/${ended.auctionId}`,
    [{ inventoryId: ended.inventoryId, bidId: declared.bidId }],
    honest.jwt,
  );
  await app.post(`${staff}/awards/${declared.awardId}/void`, { reason: "An error" }, honest.jwt);
  // A payment that never came.
  const paid = await app.form(
    "POST",
    `${staff}/users/mark-as-paid/${sold.winner.userId}/${sold.lot.inventoryId}`,
    [["invoice", pdf]],
    dishonest[1]?.jwt,
  );
  expect(paid.statusCode, paid.body).toBe(200);
  const invoice = (await app.get(`/api/invoices/${sold.invoiceId}`, sold.winner.jwt)).json();
  const [payment] = await app.query("SELECT id FROM payments WHERE invoice_id = $1", [
    sold.invoiceId,
  ]);
  const receipts = `${staff}/users/${sold.winner.userId}/receipts`;
  const credit = { amount: 70, method: "CASH", payments: [] };
  expect((await app.post(receipts, credit, honest.jwt)).statusCode).toBe(200);
  const [receipt] = await app.query("SELECT id FROM receipts WHERE cents = 7000");
  await app.query("UPDATE awards SET hammer_cents = 30000000 WHERE lot_id = $1", [rich.lotId]);
  const accomplice = contested.bidders[0];
  const [outbid, rival] = open.bidders;
  const requested = await app.form(
    "POST",
    `/api/bid-limit-request/${accomplice?.userId}`,
    [
      ["bidLimitAmount", "60000"],
      ["docType", "BANK_LETTER"],
      ["document", pdf],
    ],
    accomplice?.jwt,
  );
  const { documentId } = requested.json();
  const review = { documentId, decision: "APPROVE", note: "Known for years" };
  await app.post(`${staff}/bidLimitRequestReviewed`, review, dishonest[1]?.jwt);
  const runnerUp = (await winningBid(contested)).runnersUp[0];
  const [leading] = await app.query(
    "SELECT id FROM ledger WHERE lot_id = $1 AND user_id = $2 AND kind = 'BID'",
    [open.lotId, rival?.userId],
  );
  const setting =
    (section: string, value: object, more = {}): Attack =>
    ({ jwt }) =>
      app.put("/api/admin/settings", { section, value, updatedAt: null, ...more }, jwt);
  const { value: contact } = (await app.get(`${staff}/settings`, honest.jwt)).json().contact;
  const post =
    (path: string, body?: object): Attack =>
    ({ jwt }) =>
      app.post(path, body, jwt);
  const put =
    (path: string, body?: object): Attack =>
    ({ jwt }) =>
      app.put(path, body, jwt);
  const statusOf = ({ userId }: SignedUp, status: string) =>
    put(`/api/admin/update-user-status/${userId}`, { status, reason: "Gone" });
  if (outbid === undefined || rival === undefined || accomplice === undefined)
    throw new Error("no bidders");
  return {
    WINNER_OVERRIDE: [
      post(`/api/bids/adminsupport/declareWinner/${contested.auctionId}`, [
        { inventoryId: contested.inventoryId, bidId: runnerUp.bidId, reason: "Withdrew" },
      ]),
    ],
    SECOND_CHANCE: [post(`${staff}/awards/${declared.awardId}/second-chance`, { until })],
    UNIT_RELEASE: [
      post(`${staff}/awards/${sold.awardId}/release`, {
        gatePin: invoice.release.gatePin,
        driverName: "Dan Driver",
      }),
    ],
    PAYMENT_REVERSAL: [
      post(`${staff}/payments/${Number(payment?.["id"])}/void`, { reason: "The bank returned it" }),
      post(`${staff}/receipts/${Number(receipt?.["id"])}/end`, { kind: "MISTAKE", reason: "Gone" }),
    ],
    CREDIT_REFUND: [
      post(`${staff}/receipts/${Number(receipt?.["id"])}/refunds`, {
        amount: 70,
        reference: "Cash drawer",
        reason: "The buyer asked",
      }),
    ],
    BID_LIMIT: [
      put(`/api/admin/update-bid-limit/users/${accomplice.userId}/900000`),
      put(`/api/admin/update-bid-limit/users/${rival.userId}/1`),
    ],
    LIMIT_REQUEST: [
      post(`/api/admin/bidLimitRequestApproved/documentId/${documentId}/bidLimit/60000`),
    ],
    BID_VOID: [
      ({ jwt }) =>
        app.delete(
          `/api/bids/${Number(leading?.["id"])}?userId=${rival.userId}&reason=Not+a+buyer`,
          jwt,
        ),
    ],
    LOT_CLOSE: [post(`${staff}/lots/${open.lotId}/close`, { reason: "The yard closes" })],
    AUCTION_END: [
      ({ jwt }) =>
        app.patch(
          `${staff}/auctions/${open.auctionId}/status`,
          { status: "EXPIRED", reason: "Not needed" },
          jwt,
        ),
    ],
    TWO_PERSON_RULE: [
      setting("twoPersonRule", { isOn: false }),
      setting("twoPersonRule", { isOn: true, limitAbove: 5_000_000 }),
      setting("twoPersonRule", { isOn: true, reserveBelow: 100 }),
    ],
    SETTING: [
      setting("contact", { ...contact, phone: "+1 555 555 0100" }),
      setting("notice", { text: "Wire to 123456" }),
      setting("bidLimit", { limit: 100_000_000 }),
      setting("mail", { subject: "Pay", body: "Wire to 123456" }, { kind: "WON", language: "en" }),
    ],
    ADMINISTRATOR_ACCESS: [
      statusOf(honest, "SUSPENDED"),
      statusOf(other, "BANNED"),
      ({ jwt }) => app.delete(`/api/admin/delete-user/${other.userId}`, jwt),
      put(`/api/admin/users/${honest.userId}/permissions`, { permissions: { users: false } }),
    ],
    RESERVE_WAIVER: [
      post(`${staff}/lots/${missed.lotId}/decision`, { decision: "ACCEPT" }),
      post(`${staff}/lots/${missed.lotId}/decision`, {
        decision: "COUNTER_OFFER",
        amount: 1_300,
        until,
      }),
    ],
    USAGE_FORGIVEN: [put(`/api/admin/reset-bid-usage/${rich.bidders[0]?.userId}`)],
    BIDDER_SUSPENSION: [
      statusOf(rival, "SUSPENDED"),
      ({ jwt }) => app.delete(`/api/admin/delete-user/${outbid.userId}`, jwt),
    ],
    BIDDER_SIGN_OUT: [
      ({ jwt }) => app.delete(`/api/admin/users/${rival.userId}/sessions`, jwt),
      async ({ jwt }) => {
        const [row] = await app.query(
          "SELECT family FROM sessions WHERE user_id = $1 AND revoked_at IS NULL LIMIT 1",
          [rival.userId],
        );
        return app.delete(
          `/api/admin/users/${rival.userId}/sessions/${String(row?.["family"])}`,
          jwt,
        );
      },
    ],
  };
}

/** What one dishonest person must not change: money, units, limits, lots and who else may act. */
const held = () =>
  app.query(
    `SELECT (SELECT jsonb_agg(jsonb_build_array(name, value)) FROM operating_settings
          WHERE value IS NOT NULL) AS settings,
        (SELECT count(*)::int FROM bank_details WHERE status = 'IN_EFFECT') AS accounts,
        (SELECT jsonb_agg(jsonb_build_array(id, status, withheld_permissions) ORDER BY id)
          FROM users) AS people,
        (SELECT jsonb_agg(DISTINCT s.family) FROM sessions s JOIN users u ON u.id = s.user_id
          WHERE u.role = 'ROLE_CUSTOMER' AND s.revoked_at IS NULL) AS signed_in,
        (SELECT jsonb_agg(jsonb_build_array(user_id, limit_cents, leading_cents, awarded_cents)
          ORDER BY user_id) FROM bidders) AS limits,
        (SELECT jsonb_agg(jsonb_build_array(id, user_id, status, hammer_cents) ORDER BY id)
          FROM awards) AS awards,
        (SELECT count(*)::int FROM offers) AS offers,
        (SELECT jsonb_agg(jsonb_build_array(id, leader_id, closed_at, closes_at, decision) ORDER BY id)
          FROM lots) AS lots,
        (SELECT jsonb_agg(jsonb_build_array(id, status) ORDER BY id) FROM inventory) AS units,
        (SELECT count(*)::int FROM standing_payments) AS payments,
        (SELECT sum(credit_cents)::int FROM receipt_states) AS credit`,
  );

const confirmAll = async (by: SignedUp) => {
  for (const { id } of await app.query("SELECT id FROM proposals WHERE status = 'PENDING'")) {
    const path = `/api/adminsupport/proposals/${Number(id)}/confirm`;
    expect((await app.post(path, undefined, by.jwt)).statusCode).toBe(403);
  }
  for (const { id } of await app.query("SELECT id FROM bank_details WHERE status = 'PENDING'")) {
    const body = { accountNumber: account.accountNumber };
    await app.post(`/api/admin/bank-details/${Number(id)}/confirm`, body, by.jwt);
  }
};
const account = {
  bankName: "Other Bank",
  accountHolder: "Somebody",
  routingNumber: "011401533",
  accountNumber: "000123456789",
  wireNote: "",
  achNote: "",
};
const clear = () =>
  app.query(
    `UPDATE proposals SET status = 'REJECTED', decided_by = proposed_by, decided_at = clock_ms()
      WHERE status = 'PENDING'`,
  );

test("each kind of proposal is stated by a call, and an attack of it waits for somebody else (D38)", async () => {
  const endpoints: readonly Endpoint[] = Object.values(allEndpoints);
  const stated = new Set(endpoints.flatMap(({ secondPerson }) => secondPerson ?? []));
  expect([...stated].toSorted()).toEqual([...proposalKinds].toSorted());
  const before = await held();
  const [admin] = dishonest;
  if (admin === undefined) throw new Error("nobody");
  for (const kind of proposalKinds) {
    for (const attack of attacks[kind]) {
      // The account that recorded the payment releases, and the others do it for it below.
      const reply = await attack(admin);
      expect(reply.statusCode, `${kind}: ${reply.body}`).toBe(202);
      const [row] = await app.query("SELECT kind FROM proposals WHERE status = 'PENDING'");
      expect(row).toEqual({ kind });
      for (const by of dishonest) await confirmAll(by);
      await clear();
    }
  }
  expect(await held()).toEqual(before);
});

test("no sequence of acts of one dishonest administrator and their accounts changes anything that takes two", async () => {
  const before = await held();
  const person = fc.integer({ min: 0, max: 2 });
  const act = fc.oneof(
    fc.record({
      act: fc.constant("ATTACK"),
      by: person,
      kind: fc.constantFrom(...proposalKinds),
      n: fc.nat(3),
    }),
    fc.record({ act: fc.constantFrom("CONFIRM", "VOUCH", "BANK", "CLEAR"), by: person }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
      for (const one of acts) {
        const by = dishonest[one.by];
        if (by === undefined) throw new Error("nobody");
        if ("kind" in one) {
          const ways = attacks[one.kind];
          await ways[one.n % ways.length]?.(by);
        } else if (one.act === "CONFIRM") await confirmAll(by);
        else if (one.act === "BANK") await app.post("/api/admin/bank-details", account, by.jwt);
        else if (one.act === "CLEAR") await clear();
        else
          for (const { userId } of dishonest)
            await app.post(`/api/admin/users/${userId}/vouch`, undefined, by.jwt);
      }
      for (const by of dishonest) await confirmAll(by);
      expect(await held()).toEqual(before);
      await clear();
    }),
    { numRuns: runs(60) },
  );
});

import type { staffHome } from "@gavelyard/contract/work-queue";
import type { z } from "zod";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bookMismatches } from "../backups/sql.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn, type BidOnLot } from "../testing/sales.ts";

type WorkQueue = z.output<typeof staffHome.response>;
type Queue = WorkQueue["queues"][number];

let app: AuthApp;
let admin: SignedUp;
let second: SignedUp;
let support: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  [admin, second] = [await app.administrator(), await app.administrator()];
  support = await app.support();
  sales = salesOn(app, support);
});
afterAll(() => app.close());
beforeEach(() => app.query("DELETE FROM operating_settings"));

const waiting = async () =>
  (await app.get("/api/adminsupport/proposals?size=100", support.jwt)).json().content;
/** Returns the proposal that a call created; the call changed nothing yet. */
const proposalOf = async (reply: { statusCode: number; body: string }) => {
  expect(reply.statusCode, reply.body).toBe(202);
  expect(JSON.parse(reply.body)).toMatchObject({ code: "second-person" });
  return (await waiting()).at(-1);
};
const confirm = (id: number, by: SignedUp) =>
  app.post(`/api/adminsupport/proposals/${id}/confirm`, undefined, by.jwt);
const reject = (id: number, by: SignedUp) =>
  app.post(`/api/adminsupport/proposals/${id}/reject`, { note: "Not agreed" }, by.jwt);
/** The confirmations in a staff member's work queue. */
const queueOf = async ({ jwt }: SignedUp): Promise<Queue> => {
  const { queues } = (await app.get("/api/adminsupport/home", jwt)).json<WorkQueue>();
  return queues.find(({ name }) => name === "CONFIRMATIONS") ?? expect.fail("no such queue");
};
const limitOf = async ({ userId, jwt }: SignedUp) =>
  (await app.get(`/api/bid-limit-status/${userId}`, jwt)).json().limit;
const setLimit = (user: SignedUp, limit: number, by = admin) =>
  app.put(`/api/admin/update-bid-limit/users/${user.userId}/${limit}`, undefined, by.jwt);
async function closedLot(...bids: number[]) {
  const [lot] = await sales.closedWith(bids);
  const [runnerUp, winner] = lot?.bidders ?? [];
  if (lot === undefined || winner === undefined || runnerUp === undefined)
    throw new Error("no lot");
  return { lot, winner, runnerUp };
}
const winningBid = async ({ auctionId }: BidOnLot) =>
  (await app.get(`/api/bids/adminsupport/winningBids/${auctionId}`, support.jwt)).json()[0];
const declare = (lot: BidOnLot, body: object) =>
  app.post(`/api/bids/adminsupport/declareWinner/${lot.auctionId}`, [body], support.jwt);

test("support alone can't give a lot to another bidder; a second person confirms it (D38)", async () => {
  const { lot, winner, runnerUp } = await closedLot(3_000, 4_000);
  const before = await winningBid(lot);
  const bidId = before.runnersUp[0].bidId;
  const override = {
    inventoryId: lot.inventoryId,
    bidId,
    reason: "The winner called and withdrew",
  };
  const proposal = await proposalOf(await declare(lot, override));
  expect(await winningBid(lot)).toEqual(before);
  expect(proposal).toMatchObject({
    kind: "WINNER_OVERRIDE",
    reason: "The winner called and withdrew",
    proposedBy: support.userId,
    before: { hammerCents: 400_000 },
    after: { hammerCents: 300_000 },
  });
  // A repeated call makes no new proposal, and its proposer can't confirm it.
  await proposalOf(await declare(lot, override));
  expect((await confirm(proposal.id, support)).statusCode).toBe(403);
  expect((await queueOf(second)).next[0]?.detail).toBe("Override winner, proposed by Sam Support");
  expect(await queueOf(support)).toMatchObject({ count: 0, next: [] });
  const confirmed = await confirm(proposal.id, second);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect(await winningBid(lot)).toMatchObject({ userId: runnerUp.userId, basis: "OVERRIDE" });
  expect(runnerUp.userId).not.toBe(winner.userId);
  expect((await confirm(proposal.id, second)).statusCode).toBe(409);
  const records = await app.query(
    "SELECT action, actor_id FROM audit_log WHERE subject_type = 'lot' AND subject_id = $1 ORDER BY id",
    [lot.lotId],
  );
  expect(records).toEqual([
    { action: "proposed", actor_id: support.userId },
    { action: "winner-overridden", actor_id: support.userId },
    { action: "proposal-confirmed", actor_id: second.userId },
  ]);
});

test("a winner who has paid a part isn't overridden, and an overridden one is told", async () => {
  const { lot, winner } = await closedLot(3_000, 4_000);
  const { runnersUp, bidId } = await winningBid(lot);
  const { inventoryId } = lot;
  const override = { inventoryId, bidId: runnersUp[0].bidId, reason: "The winner withdrew" };
  const [{ invoiceId }] = (await declare(lot, { inventoryId, bidId })).json();
  const pay = () =>
    app.post(
      `/api/adminsupport/invoices/${invoiceId}/payments`,
      { amount: 1_000, reference: `W-${lot.lotId}` },
      support.jwt,
    );
  const removed = async (paid: Awaited<ReturnType<typeof pay>>) =>
    app.post(
      `/api/adminsupport/payments/${paid.json().payments.at(-1).id}/void`,
      { reason: "Refunded" },
      support.jwt,
    );
  // Proposed before the payment, confirmed after.
  const proposal = await proposalOf(await declare(lot, override));
  const paid = await pay();
  expect(paid.statusCode, paid.body).toBe(200);
  const confirmed = await confirm(proposal.id, second);
  expect(confirmed.statusCode).toBe(409);
  expect(confirmed.json().message).toContain("$1,000 has been paid");
  await reject(proposal.id, second);
  // Paid before it is proposed.
  const late = await declare(lot, override);
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "in-use" });
  const stands = app.query("UPDATE invoices SET status = 'VOID' WHERE id = $1", [invoiceId]);
  await expect(stands).rejects.toThrow("refund them and remove them");
  expect((await removed(paid)).statusCode).toBe(200);

  expect(
    (await confirm((await proposalOf(await declare(lot, override))).id, second)).statusCode,
  ).toBe(200);
  const mail = await app.mailTo(winner.email, "Sale canceled");
  expect(mail.text_body).toContain("don't pay it");
  expect(mail.text_body).toContain("The winner withdrew");
  const strayed = app.query(
    `INSERT INTO payments (award_id, invoice_id, cents, method, recorded_by)
      SELECT award_id, id, 100, 'CASH', $2 FROM invoices WHERE id = $1`,
    [invoiceId, support.userId],
  );
  await expect(strayed).rejects.toThrow("is void");
});

test("two people reverse a payment of a paid invoice, until the unit has left", async () => {
  const { lot, winner } = await closedLot(3_000, 4_000);
  const { bidId } = await winningBid(lot);
  const declared = await declare(lot, { inventoryId: lot.inventoryId, bidId });
  const [{ invoiceId, awardId }] = declared.json();
  const invoice = async (by = winner) =>
    (await app.get(`/api/invoices/${invoiceId}`, by.jwt)).json();
  const { total, number } = await invoice();
  const pay = (reference: string, amount: number) =>
    app.post(
      `/api/adminsupport/invoices/${invoiceId}/payments`,
      { amount, reference, method: "WIRE" },
      support.jwt,
    );
  const reverse = (paid: Awaited<ReturnType<typeof pay>>) =>
    app.post(
      `/api/adminsupport/payments/${paid.json().payments.at(-1).id}/void`,
      { reason: "Another customer's wire" },
      support.jwt,
    );
  const used = async () =>
    (await app.get(`/api/bid-limit-status/${winner.userId}`, winner.jwt)).json().used;
  const paid = await pay(`R-${lot.lotId}`, total);
  const { gatePin } = (await invoice()).release;
  expect(await used()).toBe(0);

  const proposal = await proposalOf(await reverse(paid));
  expect(proposal).toMatchObject({
    kind: "PAYMENT_REVERSAL",
    before: { amount: total, invoice: number, status: "PAID" },
    after: { balance: total, status: "DECLARED" },
  });
  expect((await confirm(proposal.id, support)).statusCode).toBe(403);
  expect((await invoice()).status).toBe("PAID");
  const confirmed = await confirm(proposal.id, second);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect(await invoice()).toMatchObject({ status: "ISSUED", balance: total, release: null });
  expect(await used()).toBe(4_000);
  expect(await winningBid(lot)).toMatchObject({ status: "DECLARED", phase: "AWARDED" });
  const mail = await app.mailTo(winner.email, "don't pick up yet");
  expect(mail.text_body).toContain("Another customer's wire");
  const leave = (pin: string, by = second) =>
    app.post(
      `/api/adminsupport/awards/${awardId}/release`,
      { gatePin: pin, driverName: "Ray Dock" },
      by.jwt,
    );
  expect((await leave(gatePin)).statusCode).toBe(409);

  // Paid again, it has another PIN and emails; once the unit has left, nothing can be reversed.
  const again = await pay(`R2-${lot.lotId}`, total);
  expect(again.json()).toMatchObject({ status: "PAID" });
  const released = (await invoice()).release;
  const mails = await app.query(
    "SELECT 1 FROM mails WHERE recipient = $1 AND subject LIKE '%ready for pickup%'",
    [winner.email],
  );
  expect(mails.length).toBeGreaterThan(0);
  expect((await leave(released.gatePin)).statusCode).toBe(200);
  const late = await reverse(again);
  expect(late.statusCode).toBe(409);
  expect(late.json().message).toContain("has left the yard");
  expect(await bookMismatches(app.context.pool)).toEqual([]);
});

test("a hold that the limit no longer covers comes back as far as it does", async () => {
  const { lot, winner } = await closedLot(3_000, 4_000);
  const { bidId } = await winningBid(lot);
  const [{ invoiceId }] = (await declare(lot, { inventoryId: lot.inventoryId, bidId })).json();
  const { total } = (await app.get(`/api/invoices/${invoiceId}`, winner.jwt)).json();
  const paid = await app.post(
    `/api/adminsupport/invoices/${invoiceId}/payments`,
    { amount: total, method: "CASH" },
    support.jwt,
  );
  await app.query("UPDATE bidders SET limit_cents = 100000 WHERE user_id = $1", [winner.userId]);
  const proposal = await proposalOf(
    await app.post(
      `/api/adminsupport/payments/${paid.json().payments[0].id}/void`,
      { reason: "Counterfeit" },
      support.jwt,
    ),
  );
  const confirmed = await confirm(proposal.id, second);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  const limit = await app.get(`/api/bid-limit-status/${winner.userId}`, winner.jwt);
  expect(limit.json()).toMatchObject({ used: 1_000 });
  expect(await bookMismatches(app.context.pool)).toEqual([]);
});

test("a confirmed proposal is checked again, and a rejected one changes nothing", async () => {
  const { lot } = await closedLot(3_000, 4_000);
  const { runnersUp, bidId } = await winningBid(lot);
  const override = { inventoryId: lot.inventoryId, bidId: runnersUp[0].bidId, reason: "A mistake" };
  const proposal = await proposalOf(await declare(lot, override));
  const right = await declare(lot, { inventoryId: lot.inventoryId, bidId });
  expect(right.statusCode, right.body).toBe(200);
  await app.setStatus(lot.bidders[0]?.userId ?? 0, "SUSPENDED");
  const refused = await confirm(proposal.id, second);
  expect(refused.statusCode).toBe(422);
  expect((await waiting()).some(({ id }: { id: number }) => id === proposal.id)).toBe(true);
  expect((await reject(proposal.id, second)).json()).toMatchObject({
    status: "REJECTED",
    note: "Not agreed",
  });
  expect((await confirm(proposal.id, second)).statusCode).toBe(409);
  expect(await winningBid(lot)).toMatchObject({ bidId, status: "DECLARED" });
});

test("a second chance below the bid needs a reason and a second person; at the bid it needs neither", async () => {
  const { lot } = await closedLot(3_000, 4_000);
  const { bidId } = await winningBid(lot);
  await declare(lot, { inventoryId: lot.inventoryId, bidId });
  const { awardId } = await winningBid(lot);
  const path = `/api/adminsupport/awards/${awardId}`;
  await app.post(`${path}/default`, { reason: "No wire came" }, support.jwt);
  await app.query("UPDATE awards SET payment_due_at = clock_ms() WHERE id = $1", [awardId]);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const offer = (body: object) =>
    app.post(`${path}/second-chance`, { until, ...body }, support.jwt);
  expect((await offer({ amount: 100 })).statusCode).toBe(422);
  const proposal = await proposalOf(await offer({ amount: 100, reason: "He is my cousin" }));
  expect(proposal).toMatchObject({ before: { bidCents: 300_000 }, after: { offerCents: 10_000 } });
  expect((await winningBid(lot)).offer).toBeNull();
  await reject(proposal.id, second);
  expect((await offer({})).statusCode).toBe(200);
  expect((await winningBid(lot)).offer).toMatchObject({ amount: 3_000, status: "OPEN" });
});

test("one person can't void a sale and give the lot to a low bidder", async () => {
  const [lot] = await sales.closedWith([2_100, 3_000, 4_000]);
  if (lot === undefined) throw new Error("no lot");
  const [accomplice, honest, winner] = lot.bidders;
  const { awardId, runnersUp } = await winningBid(lot);
  const path = `/api/adminsupport/awards/${awardId}`;
  expect((await app.post(`${path}/void`, { reason: "An error" }, support.jwt)).statusCode).toBe(
    200,
  );
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const offer = (body: object) =>
    app.post(`${path}/second-chance`, { until, ...body }, support.jwt);
  // At the best bid left, the sale still ended before the winner had to pay.
  const early = await proposalOf(await offer({}));
  expect(early).toMatchObject({ after: { offerCents: 300_000 } });
  await reject(early.id, second);
  const low = { bidId: runnersUp[1].bidId, reason: "He pays at once" };
  expect(runnersUp.map(({ userId }: SignedUp) => userId)).toEqual([
    honest?.userId,
    accomplice?.userId,
  ]);
  const proposal = await proposalOf(await offer(low));
  expect(proposal).toMatchObject({
    before: { bidCents: 300_000, status: "VOID" },
    after: { offerCents: 210_000 },
  });
  expect(await winningBid(lot)).toMatchObject({ userId: winner?.userId, offer: null });
  await reject(proposal.id, second);

  // Once the payment was due, one person offers it to the best bidder left, and to nobody else.
  await app.query(
    "UPDATE awards SET status = 'DEFAULTED', payment_due_at = clock_ms() WHERE id = $1",
    [awardId],
  );
  await reject((await proposalOf(await offer(low))).id, second);
  expect((await offer({})).statusCode).toBe(200);
});

test("a confirmation covers only what was shown", async () => {
  const [one, other] = [await closedLot(3_000, 4_000), await closedLot(2_500, 3_500)];
  const override = async ({ lot }: Awaited<ReturnType<typeof closedLot>>) => ({
    inventoryId: lot.inventoryId,
    bidId: (await winningBid(lot)).runnersUp[0].bidId,
    reason: "The winner withdrew",
  });
  // In a list from one auction, a second person sees each override.
  const [lotA, lotB] = await sales.closedWith([3_000, 4_000], [2_500, 3_500]);
  if (lotA === undefined || lotB === undefined) throw new Error("no lots");
  const list = await Promise.all(
    [lotA, lotB].map(async (lot) => {
      const bids = await app.get(
        `/api/bids/adminsupport/winningBids/${lot.auctionId}`,
        support.jwt,
      );
      const bid = bids.json().find(({ inventoryId }: BidOnLot) => inventoryId === lot.inventoryId);
      return {
        inventoryId: lot.inventoryId,
        bidId: bid.runnersUp[0].bidId,
        reason: "Both withdrew",
      };
    }),
  );
  const both = await app.post(
    `/api/bids/adminsupport/declareWinner/${lotA.auctionId}`,
    list,
    support.jwt,
  );
  expect([both.statusCode, both.json().code]).toEqual([202, "second-person"]);
  const proposed = (await waiting()).slice(-2);
  expect(proposed).toMatchObject([
    { reason: "Both withdrew", after: { hammerCents: 300_000 } },
    { reason: "Both withdrew", after: { hammerCents: 250_000 } },
  ]);
  for (const { id } of proposed) await reject(id, second);

  // Nor can a confirmed proposal do anything else than it said.
  const proposal = await proposalOf(await declare(one.lot, await override(one)));
  await app.query(
    `UPDATE proposals SET input = jsonb_build_object('auctionId', $2::int, 'declarations', $3::jsonb)
      WHERE id = $1`,
    [proposal.id, other.lot.auctionId, JSON.stringify([await override(other)])],
  );
  const refused = await confirm(proposal.id, second);
  expect([refused.statusCode, refused.json().code]).toEqual([409, "wrong-state"]);
  expect(await winningBid(other.lot)).toMatchObject({ userId: other.winner.userId });
  await reject(proposal.id, second);
});

test("the person who recorded the payment can't release the unit alone", async () => {
  const { lot, winner } = await closedLot(3_000, 4_000);
  const { bidId, awardId } = await winningBid(lot);
  await declare(lot, { inventoryId: lot.inventoryId, bidId });
  const receipt = {
    fileName: "receipt.pdf",
    bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"),
  };
  const path = `/api/adminsupport/users/mark-as-paid/${winner.userId}/${lot.inventoryId}`;
  const paid = await app.form("POST", path, [["invoice", receipt]], support.jwt);
  expect(paid.statusCode, paid.body).toBe(200);
  const { gatePin } = (await app.get(`/api/invoices/${paid.json().id}`, winner.jwt)).json().release;
  const release = (pin: string, by: SignedUp) =>
    app.post(
      `/api/adminsupport/awards/${awardId}/release`,
      { gatePin: pin, driverName: "Dan Driver", carrierName: "Fast Freight" },
      by.jwt,
    );
  const wrong = gatePin === "000000" ? "000001" : "000000";
  expect((await release(wrong, support)).statusCode).toBe(400);
  const proposal = await proposalOf(await release(gatePin, support));
  const [row] = await app.query("SELECT input::text FROM proposals WHERE id = $1", [proposal.id]);
  expect(String(row?.["input"])).not.toContain(gatePin);
  expect((await confirm(proposal.id, second)).statusCode).toBe(200);
  const [unit] = await app.query("SELECT status FROM inventory WHERE id = $1", [lot.inventoryId]);
  expect(unit).toEqual({ status: "RELEASED" });
});

test("a person who did not record the payment releases alone", async () => {
  const { lot, winner } = await closedLot(3_000, 4_000);
  const { bidId, awardId } = await winningBid(lot);
  await declare(lot, { inventoryId: lot.inventoryId, bidId });
  const receipt = { fileName: "r.pdf", bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n") };
  const path = `/api/adminsupport/users/mark-as-paid/${winner.userId}/${lot.inventoryId}`;
  const paid = (await app.form("POST", path, [["invoice", receipt]], support.jwt)).json();
  const { gatePin } = (await app.get(`/api/invoices/${paid.id}`, winner.jwt)).json().release;
  const reply = await app.post(
    `/api/adminsupport/awards/${awardId}/release`,
    { gatePin, driverName: "Dan Driver" },
    admin.jwt,
  );
  expect(reply.statusCode, reply.body).toBe(200);
});

test("a limit above the threshold needs two administrators, a lower one doesn't", async () => {
  const user = await app.customer();
  expect((await setLimit(user, 250_000)).statusCode).toBe(200);
  const proposal = await proposalOf(await setLimit(user, 250_001));
  expect(await limitOf(user)).toBe(250_000);
  for (const [who, count] of [
    [support, 0],
    [admin, 0],
    [second, 1],
  ] as const) {
    const { next } = await queueOf(who);
    expect(next.filter(({ path }) => path.endsWith(`proposal=${proposal.id}`))).toHaveLength(count);
  }
  expect((await setLimit(user, 400_000)).statusCode).toBe(409);
  expect((await confirm(proposal.id, support)).statusCode).toBe(403);
  expect((await confirm(proposal.id, admin)).statusCode).toBe(403);
  await app.query("UPDATE users SET status = 'SUSPENDED' WHERE id = $1", [admin.userId]);
  expect((await confirm(proposal.id, second)).statusCode).toBe(409);
  await app.query("UPDATE users SET status = 'ACTIVE' WHERE id = $1", [admin.userId]);
  expect((await confirm(proposal.id, second)).statusCode).toBe(200);
  expect(await limitOf(user)).toBe(250_001);
  expect((await setLimit(user, 20_000)).statusCode).toBe(200);
});

test("an administrator can't review and approve the same request", async () => {
  const user = await app.customer();
  const letter = {
    fileName: "letter.pdf",
    bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"),
  };
  const requested = await app.form(
    "POST",
    `/api/bid-limit-request/${user.userId}`,
    [
      ["bidLimitAmount", "60000"],
      ["docType", "BANK_LETTER"],
      ["document", letter],
    ],
    user.jwt,
  );
  const { documentId } = requested.json();
  const review = { documentId, decision: "APPROVE", note: "Known for years" };
  await app.post("/api/adminsupport/bidLimitRequestReviewed", review, admin.jwt);
  const approve = (by: SignedUp) =>
    app.post(
      `/api/admin/bidLimitRequestApproved/documentId/${documentId}/bidLimit/60000`,
      undefined,
      by.jwt,
    );
  const proposal = await proposalOf(await approve(admin));
  expect(proposal).toMatchObject({ kind: "LIMIT_REQUEST", reason: "Known for years" });
  expect(await limitOf(user)).toBe(25_000);
  expect((await confirm(proposal.id, second)).statusCode).toBe(200);
  expect(await limitOf(user)).toBe(60_000);
});

test("a void in the last hour needs a second person, doesn't reveal the price after it, and is emailed", async () => {
  const [lot] = await sales.auctionWith([[1_000, 1_500]]);
  const rival = lot?.bidders[1];
  if (lot === undefined || rival === undefined) throw new Error("no lot");
  const highest = async () =>
    (await app.get(`/api/bids/inventory/${lot.inventoryId}/highest`)).json();
  const { bidId } = await highest();
  await app.query("UPDATE lots SET closes_at = clock_ms() + interval '59 minutes' WHERE id = $1", [
    lot.lotId,
  ]);
  const voidBid = () =>
    app.delete(`/api/bids/${bidId}?userId=${rival.userId}&reason=Not+a+buyer`, support.jwt);
  const proposal = await proposalOf(await voidBid());
  expect(proposal).toMatchObject({ before: { bidCents: 150_000 }, after: null });
  expect(await highest()).toMatchObject({ bidId, price: 1_500 });
  expect((await confirm(proposal.id, admin)).statusCode).toBe(200);
  expect((await highest()).price).toBe(1_000);
  const mail = await app.mailTo(rival.email, "was voided");
  expect(mail.text_body).toContain("Not a buyer");
});

test("a void of the high bid needs a second person at any time, since the price then tells the next maximum", async () => {
  const [lot] = await sales.auctionWith([[1_000, 1_500]]);
  const [honest, rival] = lot?.bidders ?? [];
  if (lot === undefined || honest === undefined || rival === undefined) throw new Error("no lot");
  await app.query("UPDATE lots SET closes_at = clock_ms() + interval '5 hours' WHERE id = $1", [
    lot.lotId,
  ]);
  const bids = await app.query(
    "SELECT id, user_id FROM ledger WHERE lot_id = $1 AND kind = 'BID' ORDER BY seq",
    [lot.lotId],
  );
  const voidOf = async (bidder: SignedUp) => {
    const bid = bids.find((row) => Number(row["user_id"]) === bidder.userId);
    const path = `/api/bids/${Number(bid?.["id"])}?userId=${bidder.userId}&reason=Not+a+buyer`;
    return app.delete(path, support.jwt);
  };
  await reject((await proposalOf(await voidOf(rival))).id, second);
  expect((await voidOf(honest)).statusCode).toBe(200);
});

test("one person can't close a lot early in favor of its high bidder, in any way", async () => {
  const [lot] = await sales.auctionWith([[1_000, 1_500]]);
  if (lot === undefined) throw new Error("no lot");
  const times = () => app.query("SELECT closes_at, closed_at FROM lots WHERE id = $1", [lot.lotId]);
  const before = await times();

  const path = `/api/adminsupport/lots/${lot.lotId}/close`;
  const closing = await proposalOf(
    await app.post(path, { reason: "The yard closes" }, support.jwt),
  );
  expect(closing).toMatchObject({
    kind: "LOT_CLOSE",
    before: { bidCents: 150_000 },
    reason: "The yard closes",
  });
  const ending = await proposalOf(
    await app.patch(
      `/api/adminsupport/auctions/${lot.auctionId}/status`,
      { status: "EXPIRED", reason: "A storm closes the yard" },
      support.jwt,
    ),
  );
  expect(ending).toMatchObject({
    kind: "AUCTION_END",
    before: { openLots: 1 },
    reason: "A storm closes the yard",
  });
  const sooner = await app.put(
    `/api/adminsupport/auctions/update/${lot.auctionId}`,
    { scheduledEndTime: new Date(Date.now() + 2_000).toISOString() },
    support.jwt,
  );
  expect([sooner.statusCode, sooner.json().message]).toEqual([
    409,
    expect.stringContaining("only move later"),
  ]);
  expect(await times()).toEqual(before);

  expect((await confirm(closing.id, support)).statusCode).toBe(403);
  const confirmed = await confirm(closing.id, second);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  await expect.poll(async () => (await times())[0]?.["closed_at"]).not.toBeNull();
  await reject(ending.id, second);
});

test("a second person ends an auction early", async () => {
  const [lot] = await sales.auctionWith([[2_500]]);
  const { id } = await proposalOf(
    await app.patch(
      `/api/adminsupport/auctions/${lot?.auctionId}/status`,
      { status: "EXPIRED", reason: "A storm closes the yard" },
      support.jwt,
    ),
  );
  expect((await confirm(id, admin)).statusCode).toBe(200);
  const outcome = async () =>
    (await app.query("SELECT outcome FROM lots WHERE id = $1", [lot?.lotId]))[0]?.["outcome"];
  await expect.poll(outcome).toBe("SOLD");
});

test("concurrent confirmations take effect once", async () => {
  const user = await app.customer();
  const { id } = await proposalOf(await setLimit(user, 900_000));
  const third = await app.administrator();
  const replies = await Promise.all([confirm(id, second), confirm(id, third)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(
    await app.query(
      "SELECT count(*)::int AS times FROM audit_log WHERE action = 'limit-changed' AND subject_id = $1",
      [user.userId],
    ),
  ).toEqual([{ times: 1 }]);
});

test("the database refuses a confirmation by the proposer", async () => {
  const { id } = await proposalOf(await setLimit(await app.customer(), 900_000));
  await expect(
    app.query(
      "UPDATE proposals SET status = 'CONFIRMED', decided_by = proposed_by, decided_at = clock_ms() WHERE id = $1",
      [id],
    ),
  ).rejects.toThrow("one person");
  await reject(id, admin);
});

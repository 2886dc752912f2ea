import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn, type BidOnLot } from "../testing/sales.ts";
import { twoPersonRuleOff } from "../testing/two-person-rule.ts";

let app: AuthApp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  await app.query(twoPersonRuleOff);
  sales = salesOn(app, staff);
});
afterAll(() => app.close());

const receipt = {
  fileName: "receipt.pdf",
  bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"),
};
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Returns a closed lot. Its last two bidders are the winner and the runner-up. */
async function closed(...bids: number[]) {
  const [lot] = await sales.closedWith(bids);
  const winner = lot?.bidders.at(-1);
  if (lot === undefined || winner === undefined) throw new Error("no lot");
  return { lot, winner, runnerUp: lot.bidders.at(-2) ?? winner };
}

const winningBids = async ({ auctionId }: BidOnLot) =>
  (await app.get(`/api/bids/adminsupport/winningBids/${auctionId}`, staff.jwt)).json();
const winningBid = async (lot: BidOnLot) => (await winningBids(lot))[0];
const declare = (lot: BidOnLot, list: unknown) =>
  app.post(`/api/bids/adminsupport/declareWinner/${lot.auctionId}`, list as object, staff.jwt);
const declared = async (lot: BidOnLot) => {
  const reply = await declare(lot, await winningBids(lot));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json()[0];
};
const decide = (lot: BidOnLot, body: object) =>
  app.post(`/api/adminsupport/lots/${lot.lotId}/decision`, body, staff.jwt);
const pay = (lot: BidOnLot, userId: number, parts: [string, string | typeof receipt][] = []) =>
  app.form(
    "POST",
    `/api/adminsupport/users/mark-as-paid/${userId}/${lot.inventoryId}`,
    [["invoice", receipt], ...parts],
    staff.jwt,
  );
const usedBy = async (user: SignedUp) =>
  (await app.get(`/api/bid-limit-status/${user.userId}`, user.jwt)).json().used;
const unitOf = async (lot: BidOnLot) =>
  (await app.query("SELECT status FROM inventory WHERE id = $1", [lot.inventoryId]))[0]?.["status"];
const auditOf = async (lot: BidOnLot) =>
  (
    await app.query(
      "SELECT action FROM audit_log WHERE subject_type = 'lot' AND subject_id = $1 ORDER BY id",
      [lot.lotId],
    )
  ).map(({ action }) => action);

describe("winners are declared (D27)", () => {
  test("as the server computed them, with emails to everyone", async () => {
    const { lot, winner, runnerUp } = await closed(2_500, 3_000);
    expect(await winningBids(lot)).toMatchObject([
      {
        inventoryId: lot.inventoryId,
        userId: winner.userId,
        amount: 3_000,
        reserveMet: true,
        status: "PENDING",
        phase: "AWARDED",
        runnersUp: [{ userId: runnerUp.userId, amount: 2_500 }],
      },
    ]);
    const [won] = (await declare(lot, await winningBids(lot))).json();
    expect(won).toMatchObject({ status: "DECLARED", amount: 3_000 });
    expect(Date.parse(won.paymentDueAt)).toBeGreaterThan(Date.now());
    const mail = await app.mailTo(winner.email, "Invoice");
    expect(mail.text_body).toContain("Hammer price: $3,000");
    expect(mail.text_body).toContain("Total: $3,450");
    await app.mailTo(runnerUp.email, "awarded to another bidder");
    expect(await auditOf(lot)).toContain("winner-declared");
    const winnings = await app.get(`/api/winnings/auctions/${winner.userId}`, winner.jwt);
    expect(winnings.json()).toHaveLength(1);
  });

  test("once, and idempotently with a key", async () => {
    const { lot } = await closed(2_500, 3_000);
    const list = await winningBids(lot);
    const ask = () =>
      app.app.inject({
        method: "POST",
        url: `/api/bids/adminsupport/declareWinner/${lot.auctionId}`,
        headers: { authorization: `Bearer ${staff.jwt}`, "idempotency-key": `k${lot.lotId}` },
        payload: list,
      });
    const first = await ask();
    expect(first.statusCode, first.body).toBe(200);
    expect((await ask()).json()).toEqual(first.json());
    const again = await declare(lot, list);
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toContain("already declared");
    expect(
      await app.query(
        "SELECT 1 FROM invoices v JOIN awards a ON a.id = v.award_id WHERE a.lot_id = $1",
        [lot.lotId],
      ),
    ).toHaveLength(1);
  });

  test("each lot of a list by itself, with why one was refused", async () => {
    const [one, two] = await sales.closedWith([2_500, 3_000], [1_000, 1_500]);
    if (one === undefined || two === undefined) throw new Error("no lots");
    const list = await winningBids(one);
    const answer = await declare(one, list);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject([
      { lotId: one.lotId, status: "DECLARED" },
      {
        lotId: two.lotId,
        status: "PENDING_DECISION",
        refusal: {
          code: "wrong-state",
          message: expect.stringContaining("did not meet its reserve"),
        },
      },
    ]);
    const again = await declare(one, list);
    expect([again.statusCode, again.json().code]).toEqual([409, "already-done"]);
  });

  test("for another bid on the lot only with a reason", async () => {
    const { lot, winner, runnerUp } = await closed(2_500, 3_000);
    const [{ runnersUp }] = await winningBids(lot);
    const other = { inventoryId: lot.inventoryId, bidId: runnersUp[0].bidId };
    const without = await declare(lot, [other]);
    expect(without.statusCode).toBe(422);
    expect(without.json().issues[0].path).toBe("reason");
    const won = await declare(lot, {
      winningBids: [{ ...other, reason: "The winner is a dealer" }],
    });
    expect(won.json()).toMatchObject([
      { userId: runnerUp.userId, amount: 2_500, status: "DECLARED", basis: "OVERRIDE" },
    ]);
    expect(await usedBy(winner)).toBe(0);
    expect(await usedBy(runnerUp)).toBe(2_500);
    expect(await auditOf(lot)).toContain("winner-overridden");
  });

  test.each([
    ["no list", {}, 400],
    ["an empty list", [], 400],
    ["a unit that isn't a lot of the auction", [{ inventoryId: 999_999, bidId: 1 }], 422],
  ])("not with %s", async (_name, list, status) => {
    const { lot } = await closed(2_500);
    expect((await declare(lot, list)).statusCode).toBe(status);
  });

  test("not for a bid on another lot, or with another bidder's ID", async () => {
    const { lot } = await closed(2_500, 3_000);
    const elsewhere = await closed(2_500, 3_000);
    const [mine, other] = [await winningBid(lot), await winningBid(elsewhere.lot)];
    const strange = { inventoryId: lot.inventoryId, bidId: other.bidId, reason: "Because" };
    expect((await declare(lot, [strange])).statusCode).toBe(422);
    expect((await declare(lot, [{ ...mine, userId: other.userId }])).statusCode).toBe(422);
    expect(await winningBid(lot)).toMatchObject({ status: "PENDING" });
  });

  test("not before the close", async () => {
    const [lot] = await sales.auctionWith([[2_500]]);
    if (lot === undefined) throw new Error("no lot");
    const [bid] = (await app.get(`/api/bids/inventory/${lot.inventoryId}`)).json();
    const early = await declare(lot, [{ inventoryId: lot.inventoryId, bidId: bid.id }]);
    expect(early.statusCode).toBe(409);
    expect(early.json().message).toContain("has not closed yet");
  });
});

describe("a reserve that was not met is decided (D27)", () => {
  test("by accepting the bid", async () => {
    const { lot, winner } = await closed(1_000, 1_500);
    expect(await usedBy(winner)).toBe(1_500);
    const accepted = await decide(lot, { decision: "ACCEPT", reason: "The seller agreed" });
    expect(accepted.json()).toMatchObject({ status: "DECLARED", amount: 1_500, phase: "AWARDED" });
    expect(await usedBy(winner)).toBe(1_500);
    expect(await unitOf(lot)).toBe("SOLD");
    await app.mailTo(winner.email, "Invoice");
    expect((await decide(lot, { decision: "DECLINE" })).statusCode).toBe(409);
  });

  test("by accepting it although its bidder's limit was lowered since", async () => {
    const { lot, winner } = await closed(1_000, 1_500);
    const { jwt } = await app.administrator();
    const path = `/api/admin/update-bid-limit/users/${winner.userId}/500`;
    expect((await app.put(path, undefined, jwt)).statusCode).toBe(200);
    const accepted = await decide(lot, { decision: "ACCEPT" });
    expect(accepted.json(), accepted.body).toMatchObject({ status: "DECLARED", amount: 1_500 });
    expect(await usedBy(winner)).toBe(1_500);
  });

  test("declining the bid releases the hold", async () => {
    const { lot, winner } = await closed(1_000, 1_500);
    const declined = await decide(lot, { decision: "DECLINE" });
    expect(declined.json()).toMatchObject({ status: "DECLINED", phase: "UNSOLD" });
    expect(await usedBy(winner)).toBe(0);
    expect(await unitOf(lot)).toBe("UNSOLD");
    await app.mailTo(winner.email, "was not accepted");
  });

  test("not where it was met", async () => {
    const { lot } = await closed(2_500);
    const refused = await decide(lot, { decision: "ACCEPT" });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain("is awarded");
  });
});

describe("a winner who does not pay (D28)", () => {
  const defaulted = async (...bids: number[]) => {
    const sale = await closed(...bids);
    const { awardId } = await declared(sale.lot);
    const path = `/api/adminsupport/awards/${awardId}`;
    const ended = await app.post(`${path}/default`, { reason: "No payment" }, staff.jwt);
    expect(ended.json(), ended.body).toMatchObject({ status: "DEFAULTED", phase: "AWARD_ENDED" });
    return { ...sale, path };
  };

  test("loses the lot and its invoice, and a runner-up can buy it at their own bid", async () => {
    const { lot, winner, runnerUp, path } = await defaulted(2_200, 2_500, 3_000);
    expect(await usedBy(winner)).toBe(0);
    expect(await unitOf(lot)).toBe("PENDING_DECISION");
    expect((await app.get(`/api/users/${winner.userId}/invoices`, winner.jwt)).json()).toEqual([]);
    await app.mailTo(winner.email, "no payment received");
    const offered = await app.post(`${path}/second-chance`, { until: tomorrow() }, staff.jwt);
    expect(offered.json()).toMatchObject({
      phase: "SECOND_CHANCE_OFFERED",
      offer: { kind: "SECOND_CHANCE", userId: runnerUp.userId, amount: 2_500 },
    });
    const { id } = offered.json().offer;
    await app.post(`/api/offers/${id}/answer`, { answer: "ACCEPT" }, runnerUp.jwt);
    expect(await winningBid(lot)).toMatchObject({
      userId: runnerUp.userId,
      amount: 2_500,
      status: "DECLARED",
    });
    expect(await usedBy(runnerUp)).toBe(2_500);
    expect(await unitOf(lot)).toBe("SOLD");
  });

  test("is followed by the runners-up, until none is left and the lot goes unsold", async () => {
    const { lot, runnerUp, path } = await defaulted(2_500, 3_000);
    const chance = () => app.post(`${path}/second-chance`, { until: tomorrow() }, staff.jwt);
    const named = async () =>
      (await winningBid(lot)).runnersUp.map(({ userId }: { userId: number }) => userId);
    expect(await named()).toEqual([runnerUp.userId]);
    const { id } = (await chance()).json().offer;
    await app.post(`/api/offers/${id}/answer`, { answer: "DECLINE" }, runnerUp.jwt);
    expect(await named()).toEqual([]);
    const none = await chance();
    expect(none.statusCode).toBe(422);
    expect(none.json().message).toContain("no bidder left");
    expect((await decide(lot, { decision: "DECLINE" })).json()).toMatchObject({ phase: "UNSOLD" });
    expect(await unitOf(lot)).toBe("UNSOLD");
  });

  test("must have been declared", async () => {
    const { lot } = await closed(2_500);
    const { awardId } = await winningBid(lot);
    const path = `/api/adminsupport/awards/${awardId}`;
    expect((await app.post(`${path}/default`, { reason: "Late" }, staff.jwt)).statusCode).toBe(409);
    const voided = await app.post(`${path}/void`, { reason: "Wrong unit" }, staff.jwt);
    expect(voided.json()).toMatchObject({ status: "VOID", phase: "AWARD_ENDED" });
  });
});

describe("payment (D29)", () => {
  test("releases the hold, stores the file and issues the release with a gate PIN", async () => {
    const { lot, winner } = await closed(2_500, 3_000);
    await declared(lot);
    const unpaid = `/api/adminsupport/getAllUnpaidInventoriesbyAuctionId/${lot.auctionId}`;
    expect((await app.get(unpaid, staff.jwt)).json()).toMatchObject([
      { userId: winner.userId, hammerPrice: 3_000, total: 3_450, overdue: false },
    ]);
    const auction = `/api/adminsupport/auctions/${lot.auctionId}`;
    expect((await app.get(auction, staff.jwt)).json()).toMatchObject({ unpaidLots: 1 });
    const paid = await pay(lot, winner.userId, [
      ["method", "WIRE"],
      ["reference", "T-100"],
    ]);
    expect(paid.statusCode, paid.body).toBe(200);
    expect(paid.json()).toMatchObject({
      status: "PAID",
      total: 3_450,
      balance: 0,
      payments: [{ method: "WIRE", reference: "T-100", voided: null }],
      release: { gatePin: null, releasedAt: null },
    });
    expect(await usedBy(winner)).toBe(0);
    expect((await app.get(unpaid, staff.jwt)).json()).toEqual([]);
    expect((await app.get(auction, staff.jwt)).json()).toMatchObject({ unpaidLots: 0 });
    const own = await app.get(`/api/invoices/${paid.json().id}`, winner.jwt);
    expect(own.json().release.gatePin).toMatch(/^\d{6}$/);
    expect(
      (await app.get(`/api/invoices/${paid.json().id}`, staff.jwt)).json().release,
    ).toMatchObject({ gatePin: null });
    const bought = `/api/users/${winner.userId}/purchased-inventories`;
    expect((await app.get(bought, winner.jwt)).json()).toHaveLength(1);
    await app.mailTo(winner.email, "Payment received");
    const release = await app.mailTo(winner.email, "ready for pickup");
    expect(release.text_body).toContain("North yard, 1 Main St, Amarillo, TX 79101");
    expect(release.text_body).not.toContain(own.json().release.gatePin);
  });

  test("is recorded once, however often it is sent at once", async () => {
    const { lot, winner } = await closed(2_500, 3_000);
    await declared(lot);
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(lot, winner.userId)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
    expect(await usedBy(winner)).toBe(0);
  });

  test("is refused before the winner is declared, from another user, or without a file", async () => {
    const { lot, winner, runnerUp } = await closed(2_500, 3_000);
    expect((await pay(lot, winner.userId)).json().message).toContain("Declare the winner");
    await declared(lot);
    expect((await pay(lot, runnerUp.userId)).statusCode).toBe(409);
    const path = `/api/adminsupport/users/mark-as-paid/${winner.userId}/${lot.inventoryId}`;
    expect((await app.post(path, { method: "WIRE" }, staff.jwt)).statusCode).toBe(400);
    const script = { fileName: "x.pdf", bytes: Buffer.from("<script>alert(1)</script>") };
    expect((await app.form("POST", path, [["invoice", script]], staff.jwt)).statusCode).toBe(400);
    expect((await pay(lot, winner.userId, [["receivedAt", tomorrow()]])).statusCode).toBe(422);
    expect(await usedBy(winner)).toBe(3_000);
  });

  test("has an invoice and a file, for the winner and staff only", async () => {
    const { lot, winner, runnerUp } = await closed(2_500, 3_000);
    const { invoiceId } = await declared(lot);
    const pdf = await app.get(`/api/invoices/${invoiceId}/pdf`, winner.jwt);
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(pdf.headers["content-disposition"]).toMatch(
      /attachment; filename="GY-\d{4}-\d{6}\.pdf"/,
    );
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    expect((await app.get(`/api/invoices/${invoiceId}/file`, winner.jwt)).statusCode).toBe(404);
    await pay(lot, winner.userId);
    const file = await app.get(`/api/invoices/${invoiceId}/file`, winner.jwt);
    expect(file.rawPayload).toEqual(receipt.bytes);
    for (const path of ["", "/pdf", "/file"]) {
      const other = await app.get(`/api/invoices/${invoiceId}${path}`, runnerUp.jwt);
      expect(other.statusCode).toBe(403);
    }
  });

  test("releases the unit with the gate PIN, within five tries", async () => {
    const { lot, winner } = await closed(2_500);
    const { awardId, invoiceId } = await declared(lot);
    const release = (gatePin: string) =>
      app.post(
        `/api/adminsupport/awards/${awardId}/release`,
        { gatePin, driverName: "Ann Driver", carrierName: "Haulers" },
        staff.jwt,
      );
    expect((await release("123456")).statusCode).toBe(409);
    await pay(lot, winner.userId);
    const { gatePin } = (await app.get(`/api/invoices/${invoiceId}`, winner.jwt)).json().release;
    const wrong = gatePin === "000000" ? "000001" : "000000";
    expect((await release(wrong)).statusCode).toBe(400);
    expect((await release(gatePin)).statusCode).toBe(200);
    expect(await unitOf(lot)).toBe("RELEASED");
    expect((await release(gatePin)).statusCode).toBe(409);
    for (let tries = 0; tries < 3; tries += 1) await release(wrong);
    expect((await release(wrong)).statusCode).toBe(429);
  });
});

describe("an auction is settled (D28)", () => {
  const settle = ({ auctionId }: BidOnLot) =>
    app.put(`/api/adminsupport/auctions/settle/${auctionId}`, undefined, staff.jwt);

  test("once each lot has an outcome, and then frozen except for payments", async () => {
    const [sold, missed] = await sales.closedWith([2_500, 3_000], [1_000], []);
    if (sold === undefined || missed === undefined) throw new Error("no lots");
    const early = await settle(sold);
    expect(early.statusCode).toBe(409);
    expect(early.json().message).toMatch(/Lot 1 .* declared; Lot 2 .* still needs a decision/);
    await decide(missed, { decision: "DECLINE" });
    const [winner] = (await winningBids(sold)).filter(
      ({ status }: { status: string }) => status === "PENDING",
    );
    await declare(sold, [winner]);
    expect((await settle(sold)).json()).toMatchObject({ lifecycle: "SETTLED" });
    expect((await settle(sold)).json().message).toContain("already settled");
    expect((await declare(sold, [winner])).statusCode).toBe(409);
    const change = await app.put(
      `/api/adminsupport/auctions/update/${sold.auctionId}`,
      { description: "New" },
      staff.jwt,
    );
    expect(change.statusCode).toBe(409);
    expect((await pay(sold, winner.userId)).statusCode).toBe(200);
    const unsettled = (await app.get("/api/adminsupport/auctions", staff.jwt)).json();
    expect(unsettled.map(({ id }: { id: number }) => id)).not.toContain(sold.auctionId);
  });

  test("not while it runs", async () => {
    const [lot] = await sales.auctionWith([[2_500]]);
    if (lot === undefined) throw new Error("no lot");
    expect((await settle(lot)).json().message).toContain("has not ended");
  });
});

describe("bids are cleaned up (D9)", () => {
  test("GET and POST both clean up, once, and release stale holds", async () => {
    const { lot, winner, runnerUp } = await closed(2_500, 3_000);
    await app.query("UPDATE bidders SET leading_cents = 50000 WHERE user_id = $1", [winner.userId]);
    const path = `/api/bids/adminsupport/bidCleanup/${lot.auctionId}`;
    const head = await app.app.inject({
      method: "HEAD",
      url: path,
      headers: { authorization: `Bearer ${staff.jwt}` },
    });
    expect(head.statusCode).toBe(404);
    const first = await app.get(path, staff.jwt);
    expect(first.headers["cache-control"]).toBe("no-store");
    expect(first.json()).toMatchObject({
      lotsArchived: 1,
      bidsArchived: 2,
      holdsFreed: 1,
      freed: 500,
      message: "Archived 2 bids of 1 lot and released 1 hold",
    });
    expect(await usedBy(winner)).toBe(3_000);
    expect(await usedBy(runnerUp)).toBe(0);
    expect((await app.post(path, undefined, staff.jwt)).json()).toMatchObject({
      lotsArchived: 0,
      holdsFreed: 0,
    });
    const own = await app.get(`/api/bids/user/${winner.userId}`, winner.jwt);
    expect(own.json()).toMatchObject([{ archived: true }]);
    const history = (await app.get(`/api/bids/inventory/${lot.inventoryId}`)).json();
    expect(history.filter(({ kind }: { kind: string }) => kind === "BID")).toHaveLength(2);
  });
});

test("a bid's status follows its own lot from the close to the payment", async () => {
  const [lot] = await sales.auctionWith([[2_500, 3_000]]);
  const [loser, winner] = lot?.bidders ?? [];
  if (lot === undefined || loser === undefined || winner === undefined) throw new Error("no lot");
  const statusOf = async (bidder: SignedUp) =>
    (await app.get(`/api/bids/user/${bidder.userId}`, staff.jwt))
      .json()
      .map(({ status }: { status: string }) => status);
  const both = async () => [await statusOf(loser), await statusOf(winner)];
  expect(await both()).toEqual([["OUTBID"], ["WINNING"]]);
  await sales.close(lot.auctionId);
  expect(await both()).toEqual([["NOT_WON"], ["WON"]]);
  await app.query("UPDATE awards SET status = 'PAID' WHERE lot_id = $1", [lot.lotId]);
  expect(await both()).toEqual([["NOT_WON"], ["PAID"]]);
});

describe("private maximums (D18)", () => {
  test("are hidden from staff until the lot is closed, and never from their owner", async () => {
    const [lot] = await sales.auctionWith([[1_000]]);
    const [bidder] = lot?.bidders ?? [];
    if (lot === undefined || bidder === undefined) throw new Error("no lot");
    await app.post(
      `/api/bids/inventory/${lot.inventoryId}/user/${bidder.userId}?amount=1500&maxAmount=9000`,
      undefined,
      bidder.jwt,
    );
    const maximaSeenBy = async (reader: SignedUp) =>
      (await app.get(`/api/bids/user/${bidder.userId}`, reader.jwt))
        .json()
        .map(({ maxAmount }: { maxAmount: number | null }) => maxAmount);
    expect(await maximaSeenBy(bidder)).toContain(9_000);
    expect(await maximaSeenBy(staff)).toEqual((await maximaSeenBy(bidder)).map(() => null));
    await sales.close(lot.auctionId);
    expect(await maximaSeenBy(staff)).toContain(9_000);
  });
});

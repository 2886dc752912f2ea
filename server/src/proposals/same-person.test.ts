import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { behindTriggers } from "../testing/behind-triggers.ts";
import { openedBy } from "../testing/opened-by.ts";
import { salesOn, type BidOnLot } from "../testing/sales.ts";

let app: AuthApp;
/** An administrator, two accounts that they opened, and another administrator. */
let admin: SignedUp;
let own: SignedUp;
let ownToo: SignedUp;
let independent: SignedUp;
let sales: ReturnType<typeof salesOn>;

beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  [admin, independent] = [await app.administrator(), await app.administrator()];
  [own, ownToo] = [await openedBy(app, admin), await openedBy(app, admin)];
  sales = salesOn(app, independent);
});
afterAll(() => app.close());

const receipt = { fileName: "r.pdf", bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n") };

const winningBid = async ({ auctionId, inventoryId }: BidOnLot) =>
  (await app.get(`/api/bids/adminsupport/winningBids/${auctionId}`, admin.jwt))
    .json()
    .find((bid: BidOnLot) => bid.inventoryId === inventoryId);

/** Proposes that a lot goes to the runner-up; returns the proposal's ID. */
async function proposeOverride(by: SignedUp): Promise<number> {
  const [lot] = await sales.closedWith([3_000, 4_000]);
  if (lot === undefined) throw new Error("no lot");
  const { runnersUp } = await winningBid(lot);
  const override = {
    inventoryId: lot.inventoryId,
    bidId: runnersUp[0].bidId,
    reason: "The winner withdrew",
  };
  const path = `/api/bids/adminsupport/declareWinner/${lot.auctionId}`;
  return pendingAfter(await app.post(path, [override], by.jwt), lot.lotId);
}

async function pendingAfter(
  reply: { statusCode: number; body: string },
  subjectId: number,
): Promise<number> {
  expect([reply.statusCode, JSON.parse(reply.body).code]).toEqual([202, "second-person"]);
  const [row] = await app.query(
    "SELECT id FROM proposals WHERE status = 'PENDING' AND subject_id = $1",
    [subjectId],
  );
  return Number(row?.["id"]);
}

const confirm = async (id: number, by: SignedUp) => {
  const reply = await app.post(`/api/adminsupport/proposals/${id}/confirm`, undefined, by.jwt);
  return [reply.statusCode, reply.json().code];
};
const samePerson = [403, "same-person"];

/** Closes a lot, declares its winner and records the payment. */
async function paidLot(by: SignedUp) {
  const [lot] = await sales.closedWith([3_000]);
  const winner = lot?.bidders[0];
  if (lot === undefined || winner === undefined) throw new Error("no lot");
  const { bidId, awardId } = await winningBid(lot);
  await app.post(
    `/api/bids/adminsupport/declareWinner/${lot.auctionId}`,
    [{ inventoryId: lot.inventoryId, bidId }],
    independent.jwt,
  );
  const path = `/api/adminsupport/users/mark-as-paid/${winner.userId}/${lot.inventoryId}`;
  const paid = await app.form("POST", path, [["invoice", receipt]], by.jwt);
  expect(paid.statusCode, paid.body).toBe(200);
  const invoice = await app.get(`/api/invoices/${paid.json().id}`, winner.jwt);
  return { awardId, gatePin: invoice.json().release.gatePin };
}

test("accounts that one person opened confirm nothing for each other, in any direction (D38)", async () => {
  for (const [proposer, confirmer] of [
    [admin, own],
    [own, admin],
    [own, ownToo],
  ] as const) {
    const id = await proposeOverride(proposer);
    expect(await confirm(id, confirmer)).toEqual(samePerson);
    const queue = await app.get("/api/adminsupport/proposals?size=100", confirmer.jwt);
    expect(queue.json().content.find((one: { id: number }) => one.id === id)).toMatchObject({
      samePerson: true,
    });
    expect((await confirm(id, independent))[0]).toBe(200);
  }
});

test("time doesn't make an account another person", async () => {
  const id = await proposeOverride(own);
  const earlier =
    "UPDATE audit_log SET at = at - interval '400 days' WHERE action = 'account-opened'";
  await behindTriggers(app.ownerUrl, earlier, []);
  expect(await confirm(id, admin)).toEqual(samePerson);
});

test("the payment that one's other account recorded needs another person for the release", async () => {
  for (const [recorder, releaser] of [
    [admin, own],
    [own, admin],
    [own, ownToo],
  ] as const) {
    const { awardId, gatePin } = await paidLot(recorder);
    const body = { gatePin, driverName: "Dan Driver" };
    const path = `/api/adminsupport/awards/${awardId}/release`;
    const id = await pendingAfter(await app.post(path, body, releaser.jwt), awardId);
    expect(await confirm(id, recorder)).toEqual(samePerson);
    expect((await confirm(id, independent))[0]).toBe(200);
  }
});

test("a limit request that one's other account reviewed needs another administrator", async () => {
  const user = await app.customer();
  const requested = await app.form(
    "POST",
    `/api/bid-limit-request/${user.userId}`,
    [
      ["bidLimitAmount", "60000"],
      ["docType", "BANK_LETTER"],
      ["document", receipt],
    ],
    user.jwt,
  );
  const { documentId } = requested.json();
  const review = { documentId, decision: "APPROVE", note: "Known for years" };
  await app.post("/api/adminsupport/bidLimitRequestReviewed", review, own.jwt);
  const path = `/api/admin/bidLimitRequestApproved/documentId/${documentId}/bidLimit/60000`;
  const reply = await app.post(path, undefined, admin.jwt);
  expect([reply.statusCode, reply.json().code]).toEqual([202, "second-person"]);
});

test("an account stands for another person once an independent administrator vouches for it", async () => {
  const opened = await openedBy(app, admin);
  const vouch = async (by: SignedUp) => {
    const reply = await app.post(`/api/admin/users/${opened.userId}/vouch`, undefined, by.jwt);
    return [reply.statusCode, reply.json().code];
  };
  const shown = async () =>
    (await app.get(`/api/adminsupport/${opened.userId}`, independent.jwt)).json();
  expect(await shown()).toMatchObject({ openedBy: { id: admin.userId } });
  expect(await vouch(admin)).toEqual(samePerson);
  expect(await vouch(own)).toEqual([403, "role-forbidden"]);
  const id = await proposeOverride(opened);
  expect(await confirm(id, admin)).toEqual(samePerson);
  expect((await vouch(independent))[0]).toBe(200);
  expect(await shown()).toMatchObject({ openedBy: null });
  expect(await vouch(independent)).toEqual([409, "already-done"]);
  expect((await confirm(id, admin))[0]).toBe(200);
});

test("the database refuses what one person proposed and confirmed", async () => {
  const id = await proposeOverride(own);
  await expect(
    app.query(
      "UPDATE proposals SET status = 'CONFIRMED', decided_by = $2, decided_at = clock_ms() WHERE id = $1",
      [id, ownToo.userId],
    ),
  ).rejects.toThrow("one person");
});

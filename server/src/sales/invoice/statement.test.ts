import type { BuyerAccount } from "@gavelyard/contract/sales/receipts";
import type { Statement } from "@gavelyard/contract/sales/statements";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { salesOn } from "../../testing/sales.ts";

let app: AuthApp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  staff = await app.support();
  sales = salesOn(app, staff);
});
afterAll(() => app.close());

const accountOf = async ({ userId, jwt }: SignedUp) =>
  (await app.get(`/api/users/${userId}/account`, jwt)).json<BuyerAccount>();
const pathOf = ({ userId }: SignedUp, auctionId: number) =>
  `/api/users/${userId}/statements/${auctionId}`;

test("has all lots of a buyer in an auction, with one total, also as PDF (D83)", async () => {
  const { winner, auctionId } = await sales.declaredTo(3);
  const { invoices, balance } = await accountOf(winner);
  const path = pathOf(winner, auctionId);
  const reply = await app.get(path, winner.jwt);
  expect(reply.json<Statement>()).toMatchObject({
    userId: winner.userId,
    auctionId,
    total: balance,
    paid: 0,
    balance,
    dueAt: invoices[0]?.dueAt,
    sums: [{ kind: "HAMMER", amount: 9_000 }, { kind: "BUYER_PREMIUM" }, { kind: "DOC_FEE" }],
  });
  expect(
    reply
      .json<Statement>()
      .invoices.map(({ id }) => id)
      .toSorted(),
  ).toEqual(invoices.map(({ id }) => id).toSorted());
  const pdf = await app.get(`${path}/pdf`, staff.jwt);
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");

  expect((await app.get(path, (await app.customer()).jwt)).statusCode).toBe(403);
  expect((await app.get(pathOf(winner, auctionId + 1_000), winner.jwt)).statusCode).toBe(404);
});

test("a receipt with its reference pays its invoices before older ones, and finds its buyer", async () => {
  const { winner, auctionId, invoiceIds } = await sales.declaredTo(2);
  await sales.declaredTo(1, winner);
  // Due a day earlier.
  await app.query(
    `UPDATE invoices SET due_at = due_at - interval '1 day' WHERE user_id = $1 AND NOT id = ANY($2)`,
    [winner.userId, invoiceIds],
  );
  const { reference, balance } = (
    await app.get(pathOf(winner, auctionId), winner.jwt)
  ).json<Statement>();
  const found = await app.get(
    `/api/adminsupport/owing-buyers?q=${encodeURIComponent(`wire ${reference}`)}`,
    staff.jwt,
  );
  expect(found.json()).toMatchObject({ content: [{ userId: winner.userId }], totalElements: 1 });

  await app.post(
    `/api/adminsupport/users/${winner.userId}/receipts`,
    { method: "WIRE", reference: reference.replaceAll("-", " "), amount: balance },
    staff.jwt,
  );
  const { invoices } = await accountOf(winner);
  expect(invoices.map((invoice) => invoice.auctionId)).not.toContain(auctionId);
  expect(invoices).toHaveLength(1);
  const paid = (await app.get(pathOf(winner, auctionId), winner.jwt)).json<Statement>();
  expect(paid).toMatchObject({ balance: 0, paid: balance, dueAt: null, account: null });
});

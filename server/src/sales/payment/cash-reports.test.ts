import type { BuyerAccount } from "@gavelyard/contract/sales/receipts";
import type { staffHome } from "@gavelyard/contract/work-queue";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  staff = await app.support();
});
afterAll(() => app.close());

type Method = "CASH" | "CASHIERS_CHECK" | "MONEY_ORDER" | "WIRE";
let count = 0;
const receive = async (buyer: SignedUp, method: Method, amount: number, receivedAt: string) => {
  count += 1;
  const reply = await app.post(
    `/api/adminsupport/users/${buyer.userId}/receipts`,
    { method, amount, reference: `N${count}`, receivedAt },
    staff.jwt,
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<BuyerAccount>();
};
const report = (receiptId: number, body: object) =>
  app.post(`/api/adminsupport/receipts/${receiptId}/cash-report`, body, staff.jwt);
const queued = async (buyer: SignedUp) => {
  const { queues } = (await app.get("/api/adminsupport/home", staff.jwt)).json<
    z.infer<typeof staffHome.response>
  >();
  return queues
    .find(({ name }) => name === "CASH_REPORTS")
    ?.next.find(({ path }) => path.endsWith(`buyer=${buyer.userId}`));
};

const at = (day: string) => `${day}T18:00:00.000Z`;

test.each<[string, readonly (readonly [Method, number, string])[], number | null]>([
  ["$10,000 in cash", [["CASH", 10_000, "2026-03-02"]], null],
  ["a cent more", [["CASH", 10_000.01, "2026-03-02"]], 10_000.01],
  [
    "parts within a year",
    [
      ["CASH", 6_000, "2025-06-02"],
      ["MONEY_ORDER", 5_000, "2026-05-29"],
    ],
    11_000,
  ],
  [
    "parts more than a year apart",
    [
      ["CASH", 6_000, "2025-05-01"],
      ["CASH", 6_000, "2026-05-29"],
    ],
    null,
  ],
  [
    "a cashier's check above $10,000, which the bank reports",
    [["CASHIERS_CHECK", 20_000, "2026-03-02"]],
    null,
  ],
  ["a wire", [["WIRE", 50_000, "2026-03-02"]], null],
])("%s (D89)", async (_what, receipts, amount) => {
  const buyer = await app.customer();
  let account: BuyerAccount | null = null;
  for (const [method, sum, day] of receipts) account = await receive(buyer, method, sum, at(day));
  expect(account?.cashReport?.amount ?? null).toBe(amount);
  expect((await queued(buyer)) !== undefined).toBe(amount !== null);
});

test("is in the queue with its day until it was filed, and later cash counts again", async () => {
  const buyer = await app.customer();
  const { cashReport } = await receive(buyer, "CASH", 12_000, at("2026-03-02"));
  expect(cashReport).toMatchObject({ amount: 12_000, dueOn: "2026-03-17" });
  expect((await queued(buyer))?.detail).toBe("$12,000 in cash, file Form 8300 by Mar 17");
  // The buyer doesn't learn of it.
  const own = await app.get(`/api/users/${buyer.userId}/account`, buyer.jwt);
  expect(own.json<BuyerAccount>().cashReport).toBeNull();

  const id = cashReport?.receiptId ?? 0;
  expect((await report(id, { outcome: "FILED", note: "BSA 31000" })).statusCode).toBe(200);
  expect(await queued(buyer)).toBeUndefined();
  expect((await report(id, { outcome: "FILED", note: "Once more" })).statusCode).toBe(409);
  expect((await report(999_999_999, { outcome: "FILED", note: "None" })).statusCode).toBe(404);

  // Recorded late, and counted all the same.
  expect((await receive(buyer, "CASH", 9_000, at("2026-03-01"))).cashReport).toBeNull();
  expect((await receive(buyer, "CASH", 1_001, at("2026-03-04"))).cashReport).toMatchObject({
    amount: 10_001,
  });
});

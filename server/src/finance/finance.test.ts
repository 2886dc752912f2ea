import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const application = {
  applicantType: "INDIVIDUAL",
  fullName: "Ann Owner",
  email: "ann@example.com",
  phone: "+1 806 555 0100",
  address: { street: "1 Main St", city: "Amarillo", state: "TX", zip: "79101" },
  dateOfBirth: "1980-02-29",
  amount: 45_000,
  downPayment: 5_000,
  vehiclePrice: 50_000,
  termMonths: 60,
  taxId: "123-45-6789",
  consentCreditCheck: true,
  consentVersion: "2026-01",
};
const apply = (user: SignedUp, more: object = {}) =>
  app.post("/createfinancerequest", { ...application, ...more }, user.jwt);
const move = (id: number, body: object) =>
  app.put(`/adminsupport/updatestatus/${id}`, body, staff.jwt);
const applied = async (more: object = {}) => {
  const user = await app.customer();
  const reply = await apply(user, more);
  expect(reply.statusCode, reply.body).toBe(200);
  return { user, id: reply.json<{ id: number }>().id };
};

describe("an application for financing", () => {
  test("is stored with its tax number encrypted, and listed for staff", async () => {
    const { user, id } = await applied();
    const [mine] = (await app.get(`/api/finance-requests/${user.userId}`, user.jwt)).json();
    expect(mine).toMatchObject({ id, status: "PENDING", amount: 45_000, taxIdLast4: "6789" });
    expect(JSON.stringify(mine)).not.toContain("123456789");
    const kept = await app.query("SELECT f::text AS row FROM finance_requests f WHERE id = $1", [
      id,
    ]);
    expect(kept[0]?.["row"]).not.toContain("123456789");
    const pending = (await app.get("/adminsupport/pendingfinancerequest", staff.jwt)).json();
    expect(pending.at(-1)).toMatchObject({ id });
  });

  test("can be a form with documents", async () => {
    const user = await app.customer();
    const { address, ...flat } = application;
    const reply = await app.form(
      "POST",
      "/createfinancerequest",
      [
        ...Object.entries(flat).map(([name, value]) => [name, String(value)] as const),
        ["address", JSON.stringify(address)],
        ["documents", { fileName: "pay.pdf", bytes: Buffer.from("%PDF-1.4\n%pay slip\n") }],
      ],
      user.jwt,
    );
    expect(reply.statusCode, reply.body).toBe(200);
    const [{ documentId }] = reply.json().documents;
    expect(
      (await app.get(`/api/documents/${documentId}?reason=Review`, staff.jwt)).statusCode,
    ).toBe(200);
  });

  test.each([
    ["amount", { amount: 999 }],
    ["amount", { amount: "NaN" }],
    ["termMonths", { termMonths: 13 }],
    ["downPayment", { downPayment: 60_000 }],
    ["dateOfBirth", { dateOfBirth: "2020-01-01" }],
    ["dateOfBirth", { dateOfBirth: "1981-02-30" }],
    ["businessName", { applicantType: "BUSINESS" }],
    ["consentCreditCheck", { consentCreditCheck: false }],
    ["taxId", { taxId: "12" }],
  ])("is refused for its %s: %j", async (field, wrong) => {
    const reply = await apply(await app.customer(), wrong);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json().issues[0].path).toContain(field);
  });

  test("is refused for an unknown vehicle", async () => {
    expect((await apply(await app.customer(), { inventoryId: 999_999 })).statusCode).toBe(404);
  });

  test("goes through its steps, and its applicant is notified of each", async () => {
    const { user, id } = await applied();
    expect((await move(id, { status: "COMPLETED" })).json().message).toContain(
      "status “Pending” can't change to “Completed”",
    );
    expect((await move(id, { status: "UNDER_REVIEW" })).statusCode).toBe(200);
    expect((await move(id, { status: "NEEDS_INFO", reason: "Send pay slips" })).statusCode).toBe(
      200,
    );
    const mail = await app.mailTo(user.email, "needs info");
    expect(mail.text_body).toContain("Send pay slips");
    await move(id, { status: "UNDER_REVIEW" });
    expect((await move(id, { status: "APPROVED" })).statusCode).toBe(400);
    const approved = await move(id, {
      status: "APPROVED",
      approvedAmount: 40_000,
      apr: 9.75,
      lenderName: "First Truck Bank",
    });
    expect(approved.json()).toMatchObject({
      status: "APPROVED",
      approvedAmount: 40_000,
      apr: 9.75,
    });
    expect(approved.json().history.map(({ status }: { status: string }) => status)).toEqual([
      "PENDING",
      "UNDER_REVIEW",
      "NEEDS_INFO",
      "UNDER_REVIEW",
      "APPROVED",
    ]);
    expect((await app.delete(`/delete-completed/${id}`, staff.jwt)).statusCode).toBe(409);
    await move(id, { status: "COMPLETED" });
    expect((await app.delete(`/delete-completed/${id}`, staff.jwt)).statusCode).toBe(200);
    expect((await app.delete(`/delete-completed/${id}`, staff.jwt)).statusCode).toBe(404);
  });

  test("can be withdrawn only by its applicant", async () => {
    const { user, id } = await applied();
    const stranger = await app.customer();
    const path = `/api/finance-requests/${id}/withdraw`;
    expect((await app.post(path, undefined, stranger.jwt)).statusCode).toBe(404);
    expect((await app.post(path, undefined, user.jwt)).json()).toMatchObject({
      status: "WITHDRAWN",
    });
    expect((await app.post(path, undefined, user.jwt)).statusCode).toBe(409);
  });

  test("is kept as a draft without a tax number until it is sent", async () => {
    const user = await app.customer();
    const path = `/api/finance-draft/${user.userId}`;
    expect((await app.get(path, user.jwt)).json()).toEqual({ draft: null, savedAt: null });
    await app.put(path, { draft: { fullName: "Ann", amount: "" } }, user.jwt);
    expect((await app.get(path, user.jwt)).json().draft).toEqual({ fullName: "Ann", amount: "" });
    expect((await app.put(path, { draft: { taxId: "123456789" } }, user.jwt)).statusCode).toBe(400);
    const huge = { draft: { note: "x".repeat(30_000) } };
    expect((await app.put(path, huge, user.jwt)).statusCode).toBe(400);
    expect((await app.get(path, staff.jwt)).statusCode).toBe(403);
    await apply(user);
    expect((await app.get(path, user.jwt)).json().draft).toBeNull();
  });
});

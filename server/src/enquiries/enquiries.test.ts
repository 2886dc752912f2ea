import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const lead = {
  fullName: "Lee Buyer",
  email: "lee@example.com",
  phoneNumber: "806-555-0100",
  budgetLowerLimit: 20_000,
  budgetUpperLimit: 60_000,
  message: "Two day cabs",
};
const listed = async (path: string) =>
  (await app.get(`/api/adminsupport/${path}`, staff.jwt)).json().content;

test("a message goes only to the site's address, with its sender in Reply-To", async () => {
  const sent = await app.post("/email/send", {
    name: "Mia Visitor",
    email: "mia@example.com",
    subject: "Viewing\r\nBcc: all@example.com",
    message: "When is the <b>yard</b> open?",
    to: "victim@example.com",
  });
  expect(sent.statusCode, sent.body).toBe(200);
  const mail = await app.mailTo(app.context.settings.site.email, "Viewing");
  expect(mail.reply_to).toBe("mia@example.com");
  expect(
    await app.query(
      "SELECT 1 FROM mails WHERE recipient = ANY (ARRAY['victim@example.com', 'mia@example.com'])",
    ),
  ).toEqual([]);
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html_body).toContain("&lt;b&gt;yard&lt;/b&gt;");
  expect((await listed("messages"))[0]).toMatchObject({
    email: "mia@example.com",
    handledAt: null,
  });
});

test("a lead is emailed in the language of the account that the site's address has", async () => {
  const desk = await app.customer();
  const { email } = app.context.settings.site;
  await app.query("UPDATE users SET email = $2, language = 'es' WHERE id = $1", [
    desk.userId,
    email,
  ]);
  await app.post("/form/submit", { ...lead, email: app.newEmail() });
  expect((await app.mailTo(email, "Prospecto: Lee Buyer")).text_body).toContain(
    "Teléfono: 8065550100\nPresupuesto: de $20,000 a $60,000\nTwo day cabs",
  );
});

test("a lead reaches staff, who mark it as handled", async () => {
  expect((await app.post("/form/submit", lead)).statusCode).toBe(200);
  const [entry] = await listed("leads");
  expect(entry).toMatchObject({ fullName: "Lee Buyer", budgetLowerLimit: 20_000, handledAt: null });
  const path = `/api/adminsupport/enquiries/${entry.id}/handled`;
  expect((await app.post(path, undefined, staff.jwt)).statusCode).toBe(200);
  expect((await listed("leads"))[0].handledAt).not.toBeNull();
});

test("a bot that fills in the hidden field gets a normal response, and nothing is sent", async () => {
  const before = (await listed("leads")).length;
  expect((await app.post("/form/submit", { ...lead, website: "spam" })).statusCode).toBe(200);
  expect(await listed("leads")).toHaveLength(before);
});

test.each([
  [{ budgetUpperLimit: 10_000 }, "budgetUpperLimit"],
  [{ budgetLowerLimit: -1 }, "budgetLowerLimit"],
  [{ budgetLowerLimit: 0.001 }, "budgetLowerLimit"],
  [{ phoneNumber: "12" }, "phoneNumber"],
  [{ email: "no" }, "email"],
  [{ fullName: "x" }, "fullName"],
])("a lead is refused with %j", async (wrong, field) => {
  const refused = await app.post("/form/submit", { ...lead, email: app.newEmail(), ...wrong });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().issues[0].path).toContain(field);
});

test("an address can send up to five an hour", async () => {
  const mine = { ...lead, email: app.newEmail() };
  const statuses: number[] = [];
  for (let sent = 0; sent < 6; sent += 1) {
    statuses.push((await app.post("/form/submit", mine)).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

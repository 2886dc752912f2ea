import { expect, onTestFinished, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { behindTriggers } from "../testing/behind-triggers.ts";
import { weakerRuleDue } from "../testing/two-person-rule.ts";

/** Opens a house with so many administrators; the first one is dishonest. */
async function house(count: number) {
  const app = await openAuthApp({ rateLimits: 0 });
  onTestFinished(() => app.close());
  const admins: SignedUp[] = [];
  for (let n = 0; n < count; n++) admins.push(await app.administrator());
  const [insider, second, third] = admins;
  if (insider === undefined) throw new Error("no administrator");
  return { app, insider, second: second ?? insider, third: third ?? insider };
}

const outcome = (reply: { statusCode: number; body: string }) => [
  reply.statusCode,
  JSON.parse(reply.body).code,
];
const secondPerson = [202, "second-person"];

async function change(
  app: AuthApp,
  by: SignedUp,
  section: string,
  value: object | null,
  more = {},
) {
  const settings = (await app.get("/api/adminsupport/settings", by.jwt)).json();
  const body = { section, value, updatedAt: settings[section]?.updatedAt ?? null, ...more };
  return app.put("/api/admin/settings", body, by.jwt);
}
const turnOff = (app: AuthApp, by: SignedUp) => change(app, by, "twoPersonRule", { isOn: false });
const isOn = async (app: AuthApp, by: SignedUp) =>
  (await app.get("/api/adminsupport/settings", by.jwt)).json().twoPersonRule.value.isOn;
const setStatus = (app: AuthApp, by: SignedUp, { userId }: SignedUp, status: string) =>
  app.put(`/api/admin/update-user-status/${userId}`, { status, reason: "Gone" }, by.jwt);
const close = (app: AuthApp, by: SignedUp, { userId }: SignedUp) =>
  app.delete(`/api/admin/delete-user/${userId}`, by.jwt);
async function confirmLast(app: AuthApp, by: SignedUp) {
  const [row] = await app.query("SELECT max(id)::int AS id FROM proposals");
  const path = `/api/adminsupport/proposals/${Number(row?.["id"])}/confirm`;
  return app.post(path, undefined, by.jwt);
}
const aWeekLater = (app: AuthApp) =>
  behindTriggers(app.ownerUrl, "UPDATE audit_log SET at = at - interval '8 days'", []);

test("suspending the only other administrator doesn't turn the two-person rule off (D38)", async () => {
  const { app, insider, second } = await house(2);
  expect((await setStatus(app, insider, second, "SUSPENDED")).statusCode).toBe(200);
  expect(outcome(await turnOff(app, insider))).toEqual(secondPerson);
  expect((await app.mailTo(second.email, "Check this change")).text_body).toContain("Ada Admin");
  expect(outcome(await close(app, insider, second))).toEqual([409, "too-early"]);

  // A week later one decides alone, and everyone has a day to object.
  await aWeekLater(app);
  expect((await turnOff(app, insider)).statusCode).toBe(200);
  expect(await isOn(app, insider)).toBe(true);
  const mail = await app.mailTo(second.email, "two-person rule");
  expect(mail.text_body).toContain("24 hours");
  await app.query(weakerRuleDue);
  expect(await isOn(app, insider)).toBe(false);
  expect((await close(app, insider, second)).statusCode).toBe(200);
});

test("anyone stops a weaker rule early", async () => {
  const { app, insider, second } = await house(2);
  await turnOff(app, insider);
  expect((await confirmLast(app, second)).statusCode).toBe(200);
  expect(await isOn(app, insider)).toBe(true);
  expect((await change(app, second, "twoPersonRule", { isOn: true })).statusCode).toBe(200);
  await app.query(weakerRuleDue);
  expect(await isOn(app, insider)).toBe(true);
});

test("a house that never had a second administrator turns the rule off at once", async () => {
  const { app, insider } = await house(1);
  expect((await turnOff(app, insider)).statusCode).toBe(200);
  expect(await isOn(app, insider)).toBe(false);
});

test("an administrator loses access only by two where there is a third", async () => {
  const { app, insider, second, third } = await house(3);
  const stands = async () =>
    (
      await app.query("SELECT status, withheld_permissions AS withheld FROM users WHERE id = $1", [
        second.userId,
      ])
    )[0];
  const before = await stands();
  const permissions = { permissions: { users: false } };
  const path = `/api/admin/users/${second.userId}/permissions`;
  for (const act of [
    () => setStatus(app, insider, second, "SUSPENDED"),
    () => setStatus(app, insider, second, "BANNED"),
    () => close(app, insider, second),
    () => app.put(path, permissions, insider.jwt),
  ]) {
    expect(outcome(await act())).toEqual(secondPerson);
    expect(await stands()).toEqual(before);
    expect((await confirmLast(app, insider)).statusCode).toBe(403);
    await app.query(
      "UPDATE proposals SET status = 'REJECTED', decided_by = proposed_by, decided_at = clock_ms() WHERE status = 'PENDING'",
    );
  }
  expect(outcome(await setStatus(app, insider, second, "SUSPENDED"))).toEqual(secondPerson);
  expect((await confirmLast(app, third)).statusCode).toBe(200);
  expect(await stands()).toMatchObject({ status: "SUSPENDED" });
});

test.each([
  ["contact", "phone", { phone: "+1 555 555 0100" }],
  ["contact", "email", { email: "pay@elsewhere.example" }],
])(
  "one of two administrators can't change the %s %s alone, and all are told",
  async (section, _, given) => {
    const { app, insider, second } = await house(2);
    const settings = async () => (await app.get("/api/adminsupport/settings", insider.jwt)).json();
    const { value } = (await settings())[section];
    expect(outcome(await change(app, insider, section, { ...value, ...given }))).toEqual(
      secondPerson,
    );
    expect((await settings())[section].value).toEqual(value);
    const [row] = await app.query("SELECT before, after FROM proposals");
    expect(row).toMatchObject({ before: expect.anything(), after: given });
    expect((await confirmLast(app, second)).statusCode).toBe(200);
    expect((await settings())[section].value).toMatchObject(given);
    await app.mailTo(insider.email, "Contact details");
    await app.mailTo(second.email, "Contact details");
  },
);

test("the notice, texts of emails and a high default limit take two; hours and resets don't", async () => {
  const { app, insider } = await house(2);
  const wire = { subject: "Invoice {invoice}", body: "Hello {name},\n\nWire {total} to 123456." };
  const mail = { kind: "DECLARED", language: "en" };
  for (const reply of [
    await change(app, insider, "notice", { text: "New account: 123456" }),
    await change(app, insider, "mail", wire, mail),
    await change(app, insider, "bidLimit", { limit: 100_000_000 }),
  ])
    expect(outcome(reply)).toEqual(secondPerson);
  const { value } = (await app.get("/api/adminsupport/settings", insider.jwt)).json().contact;
  for (const reply of [
    await change(app, insider, "contact", { ...value, hours: [] }),
    await change(app, insider, "contact", null),
    await change(app, insider, "notice", { text: "" }),
    await change(app, insider, "bidLimit", { limit: 40_000 }),
    await change(app, insider, "mail", null, mail),
  ])
    expect(reply.statusCode, reply.body).not.toBe(202);
});

import { highestLimitRequest } from "@gavelyard/domain/requests";
import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { defaultAccountNames } from "@gavelyard/domain/sales/journal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { twoPersonRuleOff, weakerRuleDue } from "../testing/two-person-rule.ts";
import { offerableUnits, salesOn } from "../testing/sales.ts";

let app: AuthApp;
let admin: SignedUp;
let support: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  admin = await app.administrator();
  support = await app.support();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.query("DELETE FROM operating_settings");
  await app.query(twoPersonRuleOff);
});

const read = async (by = admin): Promise<OperatingSettings> =>
  (await app.get("/api/adminsupport/settings", by.jwt)).json();
const put = (change: object, by = admin) => app.put("/api/admin/settings", change, by.jwt);
const set = async (change: object): Promise<OperatingSettings> => {
  const reply = await app.put("/api/admin/settings", { ...change, updatedAt: null }, admin.jwt);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};

const fees = {
  premium: [
    { from: 0, percent: 12.5 },
    { from: 20_000, percent: 4 },
  ],
  minPremium: 250,
  docFee: 99.5,
  taxPercent: 8.25,
};
const steps = [
  { from: 0, step: 500 },
  { from: 10_000, step: 1_000 },
];
const contact = {
  phone: "+1 806 555 0100",
  email: "desk@yard.example",
  address: "1 I-40, Amarillo, TX 79101",
  hours: [{ from: "MO", to: "SA", opens: "07:30", closes: "17:00" }],
  hoursZone: "America/Chicago",
  instagram: null,
  facebook: "https://www.facebook.com/yard",
} as const;

test("until something is set, the defaults apply, without an author", async () => {
  const settings = await read();
  const nobody = { id: null, isDefault: true, updatedAt: null, updatedBy: null };
  expect(settings.bidLimit).toEqual({
    ...nobody,
    value: { limit: 25_000 },
    defaultValue: { limit: 25_000 },
  });
  expect(settings.contact).toMatchObject({ ...nobody, value: { phone: "+1 (213) 555-0134" } });
  expect(settings.fees.value).toEqual(settings.fees.defaultValue);
  expect(settings.increments.value.steps[0]).toEqual({ from: 0, step: 10 });
  expect(settings.softClose.value).toEqual({ windowSec: 120, extendSec: 120, maxExtensions: null });
  expect(settings.mails.every(({ isDefault }) => isDefault)).toBe(true);
});

test("support can read settings but not change them; customers can do neither", async () => {
  expect((await read(support)).notice.value.text).toBe("");
  const change = { section: "notice", value: { text: "Hello" }, updatedAt: null } as const;
  expect((await put(change, support)).statusCode).toBe(403);
  const customer = await app.customer();
  expect((await put(change, customer)).statusCode).toBe(403);
  expect((await app.get("/api/adminsupport/settings", customer.jwt)).statusCode).toBe(403);
  expect((await read()).notice.isDefault).toBe(true);
});

test("every part is stored as given, shows its author, and can be reset", async () => {
  const changes = [
    { section: "contact", value: contact },
    { section: "fees", value: fees },
    { section: "increments", value: { steps } },
    { section: "softClose", value: { windowSec: 60, extendSec: 90, maxExtensions: 5 } },
    { section: "bidLimit", value: { limit: 40_000 } },
    { section: "notice", value: { text: "Closed on Thanksgiving" } },
    { section: "clearing", value: { CHECK: 7, ACH: 4 } },
    { section: "accounts", value: { ...defaultAccountNames, BANK: "Operating account" } },
    { section: "reasons", value: { decisions: ["Agreed by phone"], controlRoom: ["Storm"] } },
  ] as const;
  for (const change of changes) {
    const { [change.section]: part } = await set(change);
    expect(part).toMatchObject({ isDefault: false, updatedBy: "Ada Admin", value: change.value });
    const back = await put({ ...change, value: null, updatedAt: part.updatedAt });
    expect(back.json()[change.section]).toMatchObject({
      isDefault: true,
      value: part.defaultValue,
    });
  }
  const [{ count } = { count: 0 }] = await app.query(
    "SELECT count(*)::int AS count FROM audit_log WHERE subject_type = 'setting'",
  );
  expect(count).toBe(18);
});

test("money is stored in cents, and the database refuses other names or shapes", async () => {
  await set({ section: "fees", value: fees });
  const [row] = await app.query("SELECT value FROM operating_settings WHERE name = 'fees'");
  expect(row?.["value"]).toEqual({
    premiumBrackets: [
      { fromCents: 0, basisPoints: 1_250 },
      { fromCents: 2_000_000, basisPoints: 400 },
    ],
    minPremiumCents: 25_000,
    docFeeCents: 9_950,
    taxBasisPoints: 825,
  });
  const insert = (name: string, value: string) =>
    app.query(
      "INSERT INTO operating_settings (name, value, updated_at, updated_by) VALUES ($1, $2, now(), $3)",
      [name, value, admin.userId],
    );
  await expect(insert("something", "{}")).rejects.toThrow("check");
  await expect(insert("notice", "[]")).rejects.toThrow("check");
});

test("each change is in the audit with what was before and after", async () => {
  const { notice } = await set({ section: "notice", value: { text: "First" } });
  await put({ section: "notice", value: { text: "Second" }, updatedAt: notice.updatedAt });
  const path = `/api/adminsupport/audit?subjectType=setting&subjectId=${notice.id}`;
  const { content } = (await app.get(path, support.jwt)).json();
  expect(content).toMatchObject([
    {
      action: "setting-changed",
      actorName: "Ada Admin",
      before: { name: "notice", value: { text: "First" } },
      after: { name: "notice", value: { text: "Second" } },
    },
    { before: { value: { text: "" } }, after: { value: { text: "First" } } },
  ]);
});

test("a concurrent change of the same part is refused; other parts can change", async () => {
  const { notice } = await set({ section: "notice", value: { text: "Ada's" } });
  const late = await put({ section: "notice", value: { text: "Ben's" }, updatedAt: null });
  expect(late.statusCode).toBe(409);
  expect(late.json().message).toBe(
    "Ada Admin changed this while you were editing. Check it, then save again.",
  );
  expect((await read()).notice.value.text).toBe("Ada's");
  await set({ section: "bidLimit", value: { limit: 30_000 } });
  const again = await put({
    section: "notice",
    value: { text: "Ben's" },
    updatedAt: notice.updatedAt,
  });
  expect(again.json().notice.value.text).toBe("Ben's");
});

test("one of ten concurrent first changes is made", async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      put({ section: "notice", value: { text: `Number ${n}` }, updatedAt: null }),
    ),
  );
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted();
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
});

test.each([
  [
    { section: "fees", value: { ...fees, premium: [{ from: 1, percent: 5 }] } },
    "value.premium.0.from",
  ],
  [{ section: "fees", value: { ...fees, docFee: 79.999 } }, "value.docFee"],
  // Rounds to $0.30, but isn't it.
  [{ section: "fees", value: { ...fees, docFee: 0.1 + 0.2 } }, "value.docFee"],
  [{ section: "fees", value: { ...fees, taxPercent: 8.8755 } }, "value.taxPercent"],
  [
    { section: "increments", value: { steps: [...steps, { from: 10_000, step: 5 }] } },
    "value.steps.2.from",
  ],
  [
    { section: "softClose", value: { windowSec: 120, extendSec: 60, maxExtensions: null } },
    "value.extendSec",
  ],
  [
    { section: "contact", value: { ...contact, facebook: "javascript:alert(1)" } },
    "value.facebook",
  ],
  [{ section: "mail", kind: "WON", value: { subject: "{limit}", body: "Hello" } }, "value.subject"],
  [{ section: "mail", kind: "NONE", value: null }, "kind"],
])("a bad value is refused at its field: %j", async (change, path) => {
  const reply = await app.put("/api/admin/settings", { ...change, updatedAt: null }, admin.jwt);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().issues.map((issue: { path: string }) => issue.path)).toContain(path);
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const newAuction = async (publish: boolean, more: object = {}) => {
  const units = await offerableUnits(app, 1);
  const reply = await app.post(
    "/api/adminsupport/auctions/create",
    {
      auctionName: "Settings sale",
      timeZone: "America/Chicago",
      startTime: inMs(-60_000),
      scheduledEndTime: inMs(3_600_000),
      lots: units.map((inventoryId) => ({ inventoryId })),
      publish,
      ...more,
    },
    support.jwt,
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return { ...reply.json(), unit: units[0] };
};
const minNextBid = async (unit: number, price: number) => {
  const bidder = await app.customer();
  const placed = await app.post(
    `/api/bids/inventory/${unit}/user/${bidder.userId}?amount=${price}`,
    undefined,
    bidder.jwt,
  );
  expect(placed.statusCode, placed.body).toBe(200);
  return (await app.get(`/inventory/${unit}`)).json().lot.minNextBid;
};

test("an auction gets the terms of the day it is published, and keeps them", async () => {
  const before = await newAuction(true);
  const draft = await newAuction(false);
  const own = await newAuction(false, { increments: [{ from: 0, step: 7 }] });
  await set({ section: "fees", value: fees });
  const { increments } = await set({ section: "increments", value: { steps } });
  await set({ section: "softClose", value: { windowSec: 60, extendSec: 90, maxExtensions: 5 } });

  const published = await app.put(
    `/api/adminsupport/auctions/update/${draft.id}`,
    { publish: true },
    support.jwt,
  );
  expect(published.json()).toMatchObject({ fees, increments: steps, softCloseWindowSec: 120 });
  await app.put(`/api/adminsupport/auctions/update/${own.id}`, { publish: true }, support.jwt);
  const after = await newAuction(true);
  expect(after).toMatchObject({
    fees,
    increments: steps,
    softCloseWindowSec: 60,
    softCloseExtendSec: 90,
    maxExtensions: 5,
  });
  const chosen = await newAuction(true, { softCloseWindowSec: 30, softCloseExtendSec: 30 });
  expect(chosen).toMatchObject({ softCloseWindowSec: 30, softCloseExtendSec: 30 });

  // Later changes must not affect published sales.
  const later = { section: "increments", value: { steps: [{ from: 0, step: 9 }] } } as const;
  await put({ ...later, updatedAt: increments.updatedAt });
  expect(await minNextBid(before.unit, 1_000)).toBe(1_050);
  expect(await minNextBid(draft.unit, 1_000)).toBe(1_500);
  expect(await minNextBid(after.unit, 1_000)).toBe(1_500);
  expect(await minNextBid(own.unit, 1_000)).toBe(1_007);
  const feesOf = async (unit: number) => (await app.get(`/inventory/${unit}`)).json().fees;
  expect(await feesOf(before.unit)).toMatchObject({ docFee: 150, taxPercent: 0 });
  expect(await feesOf(after.unit)).toMatchObject(fees);
});

test("a published auction that drops its own tables gets the current ones", async () => {
  const auction = await newAuction(true, { increments: [{ from: 0, step: 7 }] });
  await set({ section: "increments", value: { steps } });
  const changed = await app.put(
    `/api/adminsupport/auctions/update/${auction.id}`,
    { increments: null },
    support.jwt,
  );
  expect(changed.json().increments).toEqual(steps);
  expect(await minNextBid(auction.unit, 1_000)).toBe(1_500);
});

test("a copy gets the current settings where its auction used settings, and keeps the auction's own terms", async () => {
  const { fees: first } = await set({ section: "fees", value: fees });
  const auction = await newAuction(true, { increments: [{ from: 0, step: 7 }] });
  expect(auction.fees).toEqual(fees);
  const changed = { ...fees, docFee: 500 };
  await put({ section: "fees", value: changed, updatedAt: first.updatedAt });
  const copy = await app.post(
    `/api/adminsupport/auctions/duplicate/${auction.id}`,
    undefined,
    support.jwt,
  );
  expect(copy.json()).toMatchObject({ fees: null, increments: [{ from: 0, step: 7 }] });
  const [unit] = await offerableUnits(app, 1);
  const published = await app.put(
    `/api/adminsupport/auctions/update/${copy.json().id}`,
    {
      startTime: inMs(-60_000),
      scheduledEndTime: inMs(3_600_000),
      lots: [{ inventoryId: unit }],
      publish: true,
    },
    support.jwt,
  );
  expect(published.json(), published.body).toMatchObject({
    fees: changed,
    increments: [{ from: 0, step: 7 }],
  });
});

test("an invoice has the fees of the day on which its auction was published", async () => {
  const { fees: first } = await set({ section: "fees", value: fees });
  const sales = salesOn(app, support);
  const [lot] = await sales.auctionWith([[2_000]]);
  if (lot === undefined) throw new Error("no lot");
  await put({ section: "fees", value: null, updatedAt: first.updatedAt });
  await sales.close(lot.auctionId);
  const [winner] = lot.bidders;
  const path = `/api/bids/adminsupport`;
  const { json } = await app.get(`${path}/winningBids/${lot.auctionId}`, support.jwt);
  const declared = await app.post(
    `${path}/declareWinner/${lot.auctionId}`,
    json().map(({ inventoryId, bidId }: { inventoryId: number; bidId: number }) => ({
      inventoryId,
      bidId,
    })),
    support.jwt,
  );
  expect(declared.statusCode, declared.body).toBe(200);
  const invoices = (await app.get(`/api/users/${winner?.userId}/invoices`, winner?.jwt)).json<
    { lines: { kind: string; amount: number }[] }[]
  >();
  const amounts = Object.fromEntries(
    (invoices[0]?.lines ?? []).map(({ kind, amount }) => [kind, amount]),
  );
  expect(amounts).toMatchObject({ BUYER_PREMIUM: 250, DOC_FEE: 99.5 });
});

test("new customers get the changed limit, others keep theirs", async () => {
  const limitOf = async ({ userId, jwt }: SignedUp) =>
    (await app.get(`/api/bid-limit-status/${userId}`, jwt)).json().limit;
  const before = await app.customer();
  await set({ section: "bidLimit", value: { limit: 60_000 } });
  const after = await app.customer();
  expect(await limitOf(before)).toBe(25_000);
  expect(await limitOf(after)).toBe(60_000);
  const mail = await app.mailTo(after.email, "Welcome");
  expect(mail.text_body).toContain("$60,000");
});

test("an email has the operators' text, escaped, until it is reset", async () => {
  const words = {
    subject: "{name}, come in",
    body: "Dear {name},\n\n<b>Bid</b> up to {limit}.\nFrom today on.",
  };
  const { mails } = await set({ section: "mail", kind: "WELCOME", value: words });
  await set({ section: "contact", value: contact });
  const one = await app.customer();
  const mail = await app.mailTo(one.email, "Dana Reyes, come in");
  expect(mail.text_body).toContain(
    "Dear Dana Reyes,\n\n<b>Bid</b> up to $25,000.\nFrom today on.\n\nView vehicles: https://gavelyard.example/vehicles",
  );
  expect(mail.text_body).toContain("Questions: desk@yard.example");
  expect(mail.html_body).toContain("&lt;b&gt;Bid&lt;/b&gt; up to $25,000.<br>From today on.");
  const updatedAt = mails.find(({ kind }) => kind === "WELCOME")?.updatedAt ?? null;
  await put({ section: "mail", kind: "WELCOME", value: null, updatedAt });
  const other = await app.customer();
  await app.mailTo(other.email, "Welcome to Gavelyard");
});

test("operators' texts are per language, with the English one as fallback", async () => {
  const write = (language: string, subject: string) =>
    set({ section: "mail", kind: "RESET", language, value: { subject, body: "Hola" } });
  const textIn = async (language: string) =>
    (await read()).mails.find((mail) => mail.kind === "RESET" && mail.language === language);
  const reader = async () => {
    const { email } = await app.customer();
    await app.query("UPDATE users SET language = 'es' WHERE email = $1", [email]);
    await app.post("/auth/forgot-password", { email });
    return email;
  };
  expect(await textIn("es")).toMatchObject({ isDefault: true, writtenIn: "es" });
  expect((await textIn("es"))?.value.subject).toBe("Restablezca su contraseña de Gavelyard");
  await write("en", "Come in");
  expect(await textIn("es")).toMatchObject({
    isDefault: true,
    writtenIn: "en",
    value: { subject: "Come in" },
  });
  await app.mailTo(await reader(), "Come in");
  await write("es", "Pase");
  expect(await textIn("es")).toMatchObject({ isDefault: false, writtenIn: "es" });
  expect(await textIn("en")).toMatchObject({ value: { subject: "Come in" } });
  await app.mailTo(await reader(), "Pase");
});

test("a text with placeholders that can't be filled is replaced by the default", async () => {
  await set({
    section: "mail",
    kind: "WELCOME",
    value: { subject: "Hello", body: "Hello {name}" },
  });
  await app.query(
    `UPDATE operating_settings SET value = '{"subject": "Hello", "body": "{gone}"}' WHERE name = 'mail:WELCOME'`,
  );
  const { email } = await app.customer();
  await app.mailTo(email, "Welcome to Gavelyard");
  expect((await read()).mails.find(({ kind }) => kind === "WELCOME")).toMatchObject({
    isDefault: true,
    updatedBy: "Ada Admin",
  });
});

test("a preview shows sample values, the button and the footer; unknown placeholders are refused", async () => {
  const preview = (body: object) =>
    app.post("/api/adminsupport/settings/mail-preview", body, support.jwt);
  const shown = await preview({ kind: "WON", subject: "Won: {unit}", body: "{name} <i>owes</i>" });
  expect(shown.json()).toMatchObject({
    subject: "Won: 2019 Peterbilt 579",
    text: expect.stringMatching(/^Dana Reyes <i>owes<\/i>[^]*View next steps[^]*you bid on/),
    html: expect.stringContaining("&lt;i&gt;owes"),
  });
  const inSpanish = await preview({
    kind: "WON",
    language: "es",
    subject: "x",
    body: "{due}",
  });
  expect(inSpanish.json().text).toContain("miércoles, 25 nov 2026");
  const bad = await preview({ kind: "WON", subject: "Won", body: "{limit}" });
  expect(bad.statusCode).toBe(400);
  expect(bad.json().issues).toMatchObject([{ path: "body" }]);
});

test("the site's details and the desk's mailbox follow the contact, in other processes too", async () => {
  const other = await app.sibling({ rateLimits: 0 });
  try {
    const details = async (of: AuthApp) => (await of.get("/site-details")).json();
    expect((await details(other)).phone).toBe("+1 (213) 555-0134");
    await set({ section: "contact", value: contact });
    await set({ section: "notice", value: { text: "Closed on Thanksgiving" } });
    for (const process of [app, other]) {
      await expect
        .poll(() => details(process))
        .toMatchObject({ ...contact, notice: "Closed on Thanksgiving" });
    }
    await other.post("/email/send", {
      name: "Vic Visitor",
      email: "vic@example.com",
      subject: "Viewing",
      message: "May I come?",
    });
    await app.mailTo("desk@yard.example", "Viewing");
  } finally {
    await other.close();
  }
});

test("a user who may not sign in gets the current address", async () => {
  await set({ section: "contact", value: contact });
  const { email, userId } = await app.customer();
  await app.setStatus(userId, "SUSPENDED");
  expect((await app.logIn(email)).json().message).toContain("Contact desk@yard.example.");
});

test("sale terms are public as they are set now, other settings aren't", async () => {
  const terms = async () => (await app.get("/sale-terms")).json();
  const { fees: defaultFees, softClose, increments, bidLimit } = await read();
  expect(await terms()).toEqual({
    fees: defaultFees.defaultValue,
    taxedByPlace: false,
    increments: increments.defaultValue,
    softClose: softClose.defaultValue,
    bidLimit: bidLimit.defaultValue,
  });
  await set({ section: "fees", value: fees });
  await set({ section: "increments", value: { steps } });
  await set({ section: "bidLimit", value: { limit: 40_000 } });
  expect(await terms()).toEqual({
    fees,
    taxedByPlace: false,
    increments: { steps },
    softClose: softClose.defaultValue,
    bidLimit: { limit: 40_000 },
  });
  await app.query("UPDATE operating_settings SET value = '{}' WHERE name = 'increments'");
  expect((await terms()).increments).toEqual(increments.defaultValue);
});

test("one of two administrators can't weaken the two-person rule alone (D38)", async () => {
  await app.query("DELETE FROM operating_settings");
  const rule = async () => (await read()).twoPersonRule;
  const change = async (value: object | null, by = admin) =>
    put({ section: "twoPersonRule", value, updatedAt: (await rule()).updatedAt }, by);
  const second = await app.administrator();
  const waiting = async () =>
    (await app.get("/api/adminsupport/proposals", support.jwt)).json().content.at(-1);
  const confirm = (id: number, by: SignedUp) =>
    app.post(`/api/adminsupport/proposals/${id}/confirm`, undefined, by.jwt);

  for (const value of [{ isOn: false }, { isOn: true, limitAbove: highestLimitRequest }]) {
    const before = await rule();
    const reply = await change(value);
    expect([reply.statusCode, reply.json().code]).toEqual([202, "second-person"]);
    expect(await rule()).toEqual(before);
    const proposal = await waiting();
    expect(proposal).toMatchObject({
      kind: "TWO_PERSON_RULE",
      title: "Two-person rule",
      before: { isOn: true, limitAbove: 250_000 },
      after: { limitAbove: 250_000, ...value },
    });
    for (const by of [admin, support])
      expect((await confirm(proposal.id, by)).statusCode).toBe(403);
    const confirmed = await confirm(proposal.id, second);
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    expect((await rule()).value).toMatchObject({ isOn: true, limitAbove: 250_000, next: value });
    await app.query(weakerRuleDue);
    expect((await rule()).value).toMatchObject({ ...value, next: null });
    await app.query("DELETE FROM operating_settings");
  }

  // Making it stricter takes nobody else, and neither does what was off already.
  expect((await change({ isOn: true, limitAbove: 1_000 })).statusCode).toBe(200);
  expect((await change(null)).statusCode).toBe(202);
  const { id } = await waiting();
  expect((await change({ isOn: true, limitAbove: 500 })).statusCode).toBe(200);
  // The rule has changed since the proposal.
  expect((await confirm(id, second)).statusCode).toBe(409);
  await app.query(`UPDATE operating_settings SET value = '{"isOn": false, "limitAbove": 500}'`);
  expect((await change({ isOn: false, limitAbove: 900 })).statusCode).toBe(200);
  expect((await change({ isOn: true, limitAbove: 250_000 })).statusCode).toBe(200);
});

test("fewer days until checks clear take a second administrator; more don't (D76)", async () => {
  await app.query("DELETE FROM operating_settings");
  await app.administrator();
  const clearing = async () => (await read()).clearing;
  const change = async (value: object | null) =>
    put({ section: "clearing", value, updatedAt: (await clearing()).updatedAt });
  const fewer = await change({ CHECK: 5, ACH: 2 });
  expect([fewer.statusCode, fewer.json().code]).toEqual([202, "second-person"]);
  expect((await clearing()).value).toEqual({ CHECK: 5, ACH: 3 });
  expect((await change({ CHECK: 10, ACH: 3 })).statusCode).toBe(200);
  expect((await clearing()).value).toEqual({ CHECK: 10, ACH: 3 });
});

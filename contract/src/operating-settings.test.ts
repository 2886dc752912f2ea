import {
  buyersPremiumCents,
  feeScheduleOf,
  feeScheduleProblem,
} from "@gavelyard/domain/sales/fees";
import { incrementTableProblem } from "@gavelyard/domain/bidding/bid-increments";
import { extendedClose } from "@gavelyard/domain/bidding/soft-close";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  contactSettings,
  feeSettings,
  incrementSettings,
  noticeSettings,
  settingChange,
  softCloseSettings,
} from "./operating-settings.ts";

const dollars = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((cents) => cents / 100);
const faultsOf = (
  schema: { safeParse: typeof feeSettings.safeParse } | typeof incrementSettings,
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ path }) => path.join(".")) ?? [];

const fees = { minPremium: 100, docFee: 150, taxPercent: 0 };
const bracket = (from: number, percent: number) => ({ from, percent });

test("an accepted fee table starts at 0, rises strictly, and never charges less for a higher price", () => {
  const table = fc.array(
    fc.record({
      from: fc.oneof(fc.constant(0), dollars(50_000)),
      percent: fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100),
    }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(table, dollars(90_000), dollars(90_000), (premium, one, other) => {
      const { success, data } = feeSettings.safeParse({ ...fees, premium });
      const rises = premium.every(({ from }, at) =>
        at === 0 ? from === 0 : from > (premium[at - 1]?.from ?? 0),
      );
      expect(success).toBe(rises);
      if (data === undefined) return;
      const schedule = feeScheduleOf(data);
      expect(feeScheduleProblem(schedule)).toBeNull();
      const [less = 0, more = 0] = [one, other].toSorted((a, b) => a - b);
      expect(buyersPremiumCents(schedule, Math.round(more * 100))).toBeGreaterThanOrEqual(
        buyersPremiumCents(schedule, Math.round(less * 100)),
      );
    }),
  );
});

test.each([
  [{ ...fees, premium: [bracket(5, 10)] }, ["premium.0.from"]],
  [{ ...fees, premium: [bracket(0, 10), bracket(10, 5), bracket(10, 2)] }, ["premium.2.from"]],
  [{ ...fees, premium: [bracket(0, 100.5)] }, ["premium.0.percent"]],
  [{ ...fees, premium: [bracket(0, 2.5555)] }, ["premium.0.percent"]],
  [{ ...fees, premium: [] }, ["premium"]],
  [{ ...fees, premium: [bracket(0, Number.NaN)] }, ["premium.0.percent"]],
  [{ ...fees, docFee: -1, premium: [bracket(0, 10)] }, ["docFee"]],
  [{ ...fees, minPremium: 1e21, premium: [bracket(0, 10)] }, ["minPremium"]],
])("names the faulty field in fee table %#", (value, paths) => {
  expect(faultsOf(feeSettings, value)).toEqual(expect.arrayContaining(paths));
});

test("accepts increments exactly when their bounds rise strictly from 0 in whole dollars", () => {
  const steps = fc.array(
    fc.record({
      from: fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 1_000 }), dollars(10)),
      step: fc.integer({ min: -1, max: 500 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(steps, (table) => {
      const fits = table.every(
        ({ from, step }, at) =>
          Number.isInteger(from) &&
          step >= 1 &&
          (at === 0 ? from === 0 : from > (table[at - 1]?.from ?? 0)),
      );
      const { success, data } = incrementSettings.safeParse({ steps: table });
      expect(success).toBe(fits);
      if (data === undefined) return;
      const inCents = data.steps.map(({ from, step }) => ({
        fromCents: from * 100,
        stepCents: step * 100,
      }));
      expect(incrementTableProblem(inCents)).toBeNull();
    }),
  );
});

test.each([
  [[{ from: 10, step: 5 }], ["steps.0.from"]],
  [
    [
      { from: 0, step: 10 },
      { from: 0, step: 20 },
    ],
    ["steps.1.from"],
  ],
  [[{ from: 0, step: 0 }], ["steps.0.step"]],
  [[{ from: 0, step: 2.5 }], ["steps.0.step"]],
])("names the faulty field in increments %#", (steps, paths) => {
  expect([...new Set(faultsOf(incrementSettings, { steps }))]).toEqual(paths);
});

test("with accepted soft close settings, any bid in the window extends the lot", () => {
  const sec = fc.integer({ min: 0, max: 1_800 });
  fc.assert(
    fc.property(sec, sec, fc.nat(), (windowSec, extendSec, spare) => {
      const soft = { windowSec, extendSec, maxExtensions: null };
      const { success } = softCloseSettings.safeParse(soft);
      expect(success).toBe(windowSec === 0 || extendSec >= windowSec);
      if (!success || windowSec === 0) return;
      const bidAtMs = 1_000_000 - (spare % (windowSec * 1_000));
      const close = extendedClose({ ...soft, closesAtMs: 1_000_000, bidAtMs, extensions: 0 });
      expect(close.closesAtMs).toBeGreaterThanOrEqual(bidAtMs + windowSec * 1_000);
    }),
  );
});

const contact = {
  phone: "+1 (213) 555-0134",
  email: "Support@Gavelyard.example ",
  address: "1200 Alameda Street",
  hours: [{ from: "MO", to: "FR", opens: "08:00", closes: "18:00" }],
  hoursZone: "America/Los_Angeles",
  instagram: "https://www.instagram.com/",
  facebook: null,
};

test("contact details are trimmed and lower-cased", () => {
  expect(contactSettings.parse(contact).email).toBe("support@gavelyard.example");
});

test.each([
  [{ phone: "call us" }, "phone"],
  [{ phone: "()-.() -" }, "phone"],
  [{ email: "nobody" }, "email"],
  [{ address: " " }, "address"],
  [{ instagram: "javascript:alert(1)" }, "instagram"],
  [{ facebook: "www.facebook.com" }, "facebook"],
  [{ hoursZone: "Mars/Olympus" }, "hoursZone"],
  [{ hours: [{ from: "MO", to: "FR", opens: "18:00", closes: "08:00" }] }, "hours.0.closes"],
  [{ hours: [{ from: "MO", to: "FR", opens: "8", closes: "18:00" }] }, "hours.0.opens"],
])("contact details with %j are refused at their field", (wrong, path) => {
  const issues = contactSettings.safeParse({ ...contact, ...wrong }).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join("."))).toContain(path);
});

test("a notice is a single line, whatever is pasted", () => {
  expect(noticeSettings.parse({ text: " Closed\n on Friday " }).text).toBe("Closed  on Friday");
  expect(noticeSettings.safeParse({ text: "x".repeat(201) }).success).toBe(false);
});

test("an email text with an unknown placeholder is refused at its field", () => {
  const mail = (subject: string, body: string) =>
    settingChange.safeParse({
      section: "mail",
      kind: "WELCOME",
      value: { subject, body },
      updatedAt: null,
    });
  expect(mail("Welcome {name}", "Your limit: {limit}").success).toBe(true);
  const { error } = mail("{hammer}", "Hello {name}, {nmae}");
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["value.subject", "This email has no placeholder {hammer}"],
    ["value.body", "This email has no placeholder {nmae}"],
  ]);
  expect(mail("Two\r\nlines", "one\r\ntwo\u0000").data).toMatchObject({
    value: { subject: "Two lines", body: "one\ntwo" },
  });
});

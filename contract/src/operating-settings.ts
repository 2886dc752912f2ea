import { incrementTableProblem, maxIncrementSteps } from "@gavelyard/domain/bid-increments";
import { feeScheduleOf, misplacedBracket } from "@gavelyard/domain/fees";
import { mailTextFaults, mailTextNames } from "@gavelyard/domain/mail-texts";
import { dollarsToCents } from "@gavelyard/domain/money";
import { hoursProblem, weekDays, type HoursProblem } from "@gavelyard/domain/opening-hours";
import { keepsItsWindow } from "@gavelyard/domain/soft-close";
import { isTimeZone } from "@gavelyard/domain/time-zone";
import { z } from "zod";
import { email, id, instant, line, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";

const number = () => z.number("Enter a number");
const whole = () => z.int("Enter a whole number");
const amount = (most: number) =>
  number()
    .min(0, "Must be 0 or more")
    .max(most, "This is too large")
    .multipleOf(0.01, "Use up to two decimals");
const percent = () =>
  number()
    .min(0, "Must be 0 or more")
    .max(100, "Must be 100 or less")
    .multipleOf(0.01, "Use up to two decimals");
/** A page of a social network; nothing but http(s), since visitors follow it. */
const page = z
  .url({ protocol: /^https?$/, error: "Enter an address that starts with https://" })
  .max(300)
  .nullable();
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, like 08:00");

const hoursFaults: Readonly<Record<HoursProblem, readonly [field: string, message: string]>> = {
  DAYS_BACKWARDS: ["to", "Choose the same day or a later one"],
  NEVER_OPEN: ["closes", "Must be after the opening time"],
  DAY_TWICE: ["from", "Another line already covers one of these days"],
};

/** How people reach the site: the footer, the contact page, mails and search engines tell it. */
export const contactSettings = z.object({
  phone: line(7, 40).refine(
    (value) => /^\+?[\d\s().-]+$/.test(value) && value.replaceAll(/\D/g, "").length >= 7,
    "Enter a phone number",
  ),
  email,
  address: line(1, 200),
  hours: z
    .array(
      z.object({
        from: z.enum(weekDays),
        to: z.enum(weekDays),
        opens: clockTime,
        closes: clockTime,
      }),
    )
    .max(7)
    .superRefine((rows, context) => {
      const problem = hoursProblem(rows);
      if (problem === null) return;
      const [field, message] = hoursFaults[problem.code];
      context.addIssue({ code: "custom", path: [problem.index, field], message });
    }),
  /** By whose clock the hours are. */
  hoursZone: z.string().refine(isTimeZone, "Choose a time zone, like America/Chicago"),
  instagram: page,
  facebook: page,
});
export type ContactSettings = z.output<typeof contactSettings>;

/** Fees of auctions that have none of their own, from their publishing on. */
export const feeSettings = z
  .object({
    premium: z
      .array(z.object({ from: amount(100_000_000), percent: percent() }))
      .min(1)
      .max(20),
    minPremium: amount(100_000),
    docFee: amount(100_000),
    taxPercent: percent(),
  })
  .superRefine((table, context) => {
    if (!table.premium.every(({ from }) => isAmount(from))) return;
    if (!isAmount(table.minPremium) || !isAmount(table.docFee)) return;
    const index = misplacedBracket(feeScheduleOf(table));
    if (index === null) return;
    const message =
      index === 0 ? "The first line starts at 0" : "Must be more than in the line above";
    context.addIssue({ code: "custom", path: ["premium", index, "from"], message });
  });
export type FeeSettings = z.output<typeof feeSettings>;

const stepFaults = {
  EMPTY: ["from", "Add at least one line"],
  TOO_LONG: ["from", "These are too many lines"],
  FIRST_NOT_ZERO: ["from", "The first line starts at 0"],
  FROM_NOT_ASCENDING: ["from", "Must be more than in the line above"],
  NOT_WHOLE_DOLLARS: ["from", "Enter whole dollars"],
  STEP_NOT_POSITIVE: ["step", "Must be 1 or more"],
} as const;
const wholeDollars = (least: number) =>
  z
    .int("Enter whole dollars")
    .min(least, `Must be ${least} or more`)
    .max(100_000_000, "This is too large");

/** Increments of auctions that have none of their own, from their publishing on. */
export const incrementSettings = z.object({
  steps: z
    .array(z.object({ from: wholeDollars(0), step: wholeDollars(1) }))
    .min(1)
    .max(maxIncrementSteps)
    .superRefine((steps, context) => {
      if (!steps.every(({ from, step }) => isAmount(from) && isAmount(step))) return;
      const problem = incrementTableProblem(
        steps.map(({ from, step }) => ({
          fromCents: dollarsToCents(from),
          stepCents: dollarsToCents(step),
        })),
      );
      if (problem === null) return;
      const [field, message] = stepFaults[problem.code];
      const index = "index" in problem ? problem.index : 0;
      context.addIssue({ code: "custom", path: [index, field], message });
    }),
});
export type IncrementSettings = z.output<typeof incrementSettings>;

const seconds = () =>
  whole().min(0, "Must be 0 or more").max(1_800, "Must be 1,800 or less (half an hour)");

/** Soft close of auctions that are made from then on and do not set their own. */
export const softCloseSettings = z
  .object({
    windowSec: seconds(),
    extendSec: seconds(),
    maxExtensions: whole()
      .min(0, "Must be 0 or more")
      .max(1_000, "Must be 1,000 or less")
      .nullable(),
  })
  .refine(keepsItsWindow, {
    path: ["extendSec"],
    message: "Must be at least as long as the window, or early bids in it would extend nothing",
  });
export type SoftCloseSettings = z.output<typeof softCloseSettings>;

/** The bid limit of customers who register from then on, in whole dollars (D25). */
export const bidLimitSettings = z.object({ limit: wholeDollars(0) });
export type BidLimitSettings = z.output<typeof bidLimitSettings>;

/** Whether acts of consequence, such as a change of the bank details, take two persons (D38). */
export const twoPersonSettings = z.object({ isOn: z.boolean() });
export type TwoPersonSettings = z.output<typeof twoPersonSettings>;

/** A line of text above every page beside the live banner; empty for none. */
export const noticeSettings = z.object({ text: line(0, 200) });
export type NoticeSettings = z.output<typeof noticeSettings>;

const mailName = z.enum(mailTextNames);
const body = z
  .string()
  // Of what cannot be seen only line ends and tabs may be in a mail.
  .transform((value) => value.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, ""))
  .pipe(text(1, 5_000));
/** The wording of a mail; `{placeholders}` of other mails are refused by `refuseBraces`. */
const mailWording = z.object({ subject: line(1, 150), body });

function refuseBraces(
  { kind, ...text }: { kind: (typeof mailTextNames)[number]; subject: string; body: string },
  refuse: (part: string, message: string) => void,
): void {
  for (const { part, bad } of mailTextFaults(kind, text)) {
    refuse(part, `This email has no placeholder ${bad.slice(0, 5).join(", ").slice(0, 200)}`);
  }
}

/** Who changed a part of the settings last; nobody yet where all of it is null. */
const lastChange = {
  /** Its number in the audit, where it is a `setting`. */
  id: id.nullable(),
  /** Whether nothing was set, or it was set back. */
  isUsual: z.boolean(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
};
const setting = <T extends z.ZodType>(value: T) => z.object({ ...lastChange, value, usual: value });

export const operatingSettingsSchema = z
  .object({
    contact: setting(contactSettings),
    fees: setting(feeSettings),
    increments: setting(incrementSettings),
    softClose: setting(softCloseSettings),
    bidLimit: setting(bidLimitSettings),
    notice: setting(noticeSettings),
    twoPersonRule: setting(twoPersonSettings),
    mails: z.array(
      z.object({
        ...lastChange,
        kind: mailName,
        group: z.string(),
        title: z.string(),
        placeholders: z.array(z.object({ name: z.string(), meaning: z.string() })),
        /** What its button says; null for a mail that leads nowhere. */
        action: z.string().nullable(),
        /** The line at its end, which stays. */
        reason: z.string(),
        value: mailWording,
        usual: mailWording,
      }),
    ),
  })
  .meta({ id: "OperatingSettings" });
export type OperatingSettings = z.output<typeof operatingSettingsSchema>;

/** When the caller read it last; null when nobody had changed it by then. */
const updatedAt = instant.nullable();

/** A new value for one part; a null one resets it to the default. */
export const settingChange = z
  .discriminatedUnion("section", [
    z.object({ section: z.literal("contact"), value: contactSettings.nullable(), updatedAt }),
    z.object({ section: z.literal("fees"), value: feeSettings.nullable(), updatedAt }),
    z.object({ section: z.literal("increments"), value: incrementSettings.nullable(), updatedAt }),
    z.object({ section: z.literal("softClose"), value: softCloseSettings.nullable(), updatedAt }),
    z.object({ section: z.literal("bidLimit"), value: bidLimitSettings.nullable(), updatedAt }),
    z.object({ section: z.literal("notice"), value: noticeSettings.nullable(), updatedAt }),
    z.object({
      section: z.literal("twoPersonRule"),
      value: twoPersonSettings.nullable(),
      updatedAt,
    }),
    z.object({
      section: z.literal("mail"),
      kind: mailName,
      value: mailWording.nullable(),
      updatedAt,
    }),
  ])
  .superRefine((given, context) => {
    if (given.section !== "mail" || given.value === null) return;
    refuseBraces({ kind: given.kind, ...given.value }, (part, message) =>
      context.addIssue({ code: "custom", path: ["value", part], message }),
    );
  });
export type SettingChange = z.output<typeof settingChange>;

const tag = "Settings";

export const operatingSettings = endpoint(routes.operatingSettings, {
  tag,
  summary: "Operating settings, with who changed them last",
  access: "staff",
  response: operatingSettingsSchema,
});

/** The terms of sales that are published now and have none of their own; what a new customer may bid. */
export const saleTermsSchema = z
  .object({
    fees: feeSettings,
    increments: incrementSettings,
    softClose: softCloseSettings,
    bidLimit: bidLimitSettings,
  })
  .meta({ id: "SaleTerms" });
export type SaleTerms = z.output<typeof saleTermsSchema>;

export const saleTerms = endpoint(routes.saleTerms, {
  tag: "Site",
  summary: "The default terms of sale in effect now",
  access: "public",
  maxAgeSec: 60,
  response: saleTermsSchema,
});

export const changeSetting = endpoint(routes.changeSetting, {
  confirmAgain: true,
  tag,
  summary: "Change one setting or reset it to default; 409 if it was changed since you read it",
  access: "admin",
  body: settingChange,
  response: operatingSettingsSchema,
  errors: [409],
});

export const previewMail = endpoint(routes.previewMail, {
  tag,
  summary: "Preview an email with this text and sample values; nothing is saved or sent",
  access: "staff",
  body: mailWording
    .extend({ kind: mailName })
    .superRefine((given, context) =>
      refuseBraces(given, (part, message) =>
        context.addIssue({ code: "custom", path: [part], message }),
      ),
    ),
  response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
});

/** Whether an amount is one of dollars and cents; schemas say what is wrong with others. */
function isAmount(dollars: number): boolean {
  try {
    dollarsToCents(dollars);
    return true;
  } catch {
    return false;
  }
}

/** A card of the Settings page in its address: `?tab=settings&part=soft-close`. */
export type SettingSlug =
  | "contact"
  | "notice"
  | "bank-details"
  | "two-person-rule"
  | "bid-limit"
  | "fees"
  | "soft-close"
  | "increments"
  | "emails";

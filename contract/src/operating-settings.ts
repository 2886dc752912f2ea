import { languages } from "@gavelyard/messages/languages";
import { t, mark, say } from "@gavelyard/messages/text";
import { incrementTableProblem, maxIncrementSteps } from "@gavelyard/domain/bidding/bid-increments";
import { accounts } from "@gavelyard/domain/sales/journal";
import { haulClasses } from "@gavelyard/domain/sales/haul-class";
import { feeScheduleOf, misplacedBracket } from "@gavelyard/domain/sales/fees";
import { mailTextFaults, mailTextNames } from "@gavelyard/domain/mail/mail-texts";
import { dollarsToCents } from "@gavelyard/domain/money";
import { hoursProblem, weekDays, type HoursProblem } from "@gavelyard/domain/opening-hours";
import { defaultReserveBelow, defaultTwoPersonLimit } from "@gavelyard/domain/proposals";
import { highestLimitRequest } from "@gavelyard/domain/requests";
import { coversWindow } from "@gavelyard/domain/bidding/soft-close";
import { z } from "zod";
import { email, id, inCents, instant, line, text, timeZone } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";
import { laterRoutes } from "./later-routes.ts";

const number = () => z.number(t("Enter a number"));
const whole = () => z.int(t("Enter a whole number"));
const amount = (most: number) =>
  inCents(number().min(0, t("Must be 0 or more")).max(most, t("This is too large")));
const percent = () =>
  number()
    .min(0, t("Must be 0 or more"))
    .max(100, t("Must be 100 or less"))
    .multipleOf(0.001, t("Use up to three decimals"));
/** Only http(s), since visitors follow the link. */
const page = z
  .url({ protocol: /^https?$/, error: t("Enter an address that starts with https://") })
  .max(300)
  .nullable();
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, t("Enter a time, like 08:00"));

const hoursFaults: Readonly<Record<HoursProblem, readonly [field: string, message: string]>> = {
  DAYS_BACKWARDS: ["to", mark("Choose the same day or a later one")],
  NEVER_OPEN: ["closes", mark("Must be after the opening time")],
  DAY_TWICE: ["from", mark("Another line already covers one of these days")],
};

export const contactSettings = z.object({
  phone: line(7, 40).refine(
    (value) => /^\+?[\d\s().-]+$/.test(value) && value.replaceAll(/\D/g, "").length >= 7,
    t("Enter a phone number"),
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
      context.addIssue({ code: "custom", path: [problem.index, field], message: say(message) });
    }),
  hoursZone: timeZone,
  instagram: page,
  facebook: page,
});
export type ContactSettings = z.output<typeof contactSettings>;

/** For auctions published from now on without fees of their own. */
export const feeSettings = z
  .object({
    premium: z
      .array(z.strictObject({ from: amount(100_000_000), percent: percent() }))
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
      index === 0 ? t("The first line starts at 0") : t("Must be more than the line above");
    context.addIssue({ code: "custom", path: ["premium", index, "from"], message });
  });
export type FeeSettings = z.output<typeof feeSettings>;

const stepFaults = {
  EMPTY: ["from", mark("Add at least one line")],
  TOO_LONG: ["from", mark("Use fewer lines")],
  FIRST_NOT_ZERO: ["from", mark("The first line starts at 0")],
  FROM_NOT_ASCENDING: ["from", mark("Must be more than the line above")],
  NOT_WHOLE_DOLLARS: ["from", mark("Enter whole dollars")],
  STEP_NOT_POSITIVE: ["step", mark("Must be 1 or more")],
} as const;
const wholeDollars = (least: number) =>
  z
    .int(t("Enter whole dollars"))
    .min(least, { error: () => t("Must be {least} or more", { least }) })
    .max(100_000_000, t("This is too large"));

/** For auctions published from now on without increments of their own. */
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
      context.addIssue({ code: "custom", path: [index, field], message: say(message) });
    }),
});
export type IncrementSettings = z.output<typeof incrementSettings>;

const seconds = () =>
  whole().min(0, t("Must be 0 or more")).max(1_800, t("Must be 1,800 or less (half an hour)"));

/** For auctions created from now on without settings of their own. */
export const softCloseSettings = z
  .object({
    windowSec: seconds(),
    extendSec: seconds(),
    maxExtensions: whole()
      .min(0, t("Must be 0 or more"))
      .max(1_000, t("Must be 1,000 or less"))
      .nullable(),
  })
  .refine(coversWindow, {
    path: ["extendSec"],
    message: t(
      "Must be at least as long as the window, or early bids in it wouldn't extend the lot",
    ),
  });
export type SoftCloseSettings = z.output<typeof softCloseSettings>;

/** Bid limit of new customers, in whole dollars (D25). */
export const bidLimitSettings = z.object({ limit: wholeDollars(0) });
export type BidLimitSettings = z.output<typeof bidLimitSettings>;

/** Whether sensitive actions need two people (D38). */
export const twoPersonSettings = z.object({
  isOn: z.boolean(),
  /** In dollars. A bid limit above it needs two administrators. */
  limitAbove: z
    .int(t("Must be a whole number of dollars"))
    .nonnegative(t("Must be 0 or more"))
    .max(highestLimitRequest)
    .default(defaultTwoPersonLimit),
  /** A percentage. Selling further below the reserve takes two people. */
  reserveBelow: whole()
    .min(0, t("Must be 0 or more"))
    .max(100, t("Must be 100 or less"))
    .default(defaultReserveBelow),
});
export type TwoPersonSettings = z.output<typeof twoPersonSettings>;

/** The rule in effect, and a weaker one that takes effect later; null for none. */
export const twoPersonRule = twoPersonSettings.extend({
  next: twoPersonSettings.extend({ from: instant }).nullable().default(null),
});
export type TwoPersonRule = z.output<typeof twoPersonRule>;

/** Whether customers can create their own API keys (D50). */
export const customerApiKeySettings = z.object({ isOn: z.boolean() });
export type CustomerApiKeySettings = z.output<typeof customerApiKeySettings>;

/** Whether we arrange delivery, and the rates for estimates from now on (D62). */
export const deliverySettings = z.object({
  isOn: z.boolean(),
  rates: z.record(
    z.enum(haulClasses),
    z.object({ perMile: amount(1_000), minimum: amount(100_000), permits: amount(100_000) }),
  ),
});
export type DeliverySettings = z.output<typeof deliverySettings>;

/** Time to answer in the negotiation of a bid below the reserve (D63). */
export const negotiationSettings = z.object({
  answerHours: whole().min(1, t("Must be 1 or more")).max(720, t("Must be 720 or less (30 days)")),
});
export type NegotiationSettings = z.output<typeof negotiationSettings>;

const clearingDays = whole().min(0, t("Must be 0 or more")).max(30, t("Must be 30 or less"));

/** Business days until a company check and an ACH payment are cleared; 0 for at once (D76). */
export const clearingSettings = z.object({ CHECK: clearingDays, ACH: clearingDays });
export type ClearingSettings = z.output<typeof clearingSettings>;

/** Business days from payment until a title is on its way (D82). */
export const titleSettings = z.object({
  days: whole().min(1, t("Must be 1 or more")).max(60, t("Must be 60 or less")),
});
export type TitleSettings = z.output<typeof titleSettings>;

/** Colons make accounts within accounts; two spaces would end a name. */
const accountName = line(1, 80).refine(
  (name) => !/ {2}|[;|"\t]/.test(name),
  t('Leave out double spaces and the characters ; | and "'),
);

/** Names of the accounts in exported books (D85). */
export const accountSettings = z.record(z.enum(accounts), accountName);
export type AccountSettings = z.output<typeof accountSettings>;

/** As many as there are keys 1 to 9. */
const reasonList = z
  .array(line(3, 200))
  .min(1, t("Enter at least one reason"))
  .max(9, t("Enter at most 9 reasons"));

/** Reasons that staff choose from instead of typing them (D74). */
export const reasonSettings = z.object({ decisions: reasonList, controlRoom: reasonList });
export type ReasonSettings = z.output<typeof reasonSettings>;

/** A line of text above every page, next to the live banner; empty for none. */
export const noticeSettings = z.object({ text: line(0, 200) });
export type NoticeSettings = z.output<typeof noticeSettings>;

const mailName = z.enum(mailTextNames);
const body = z
  .string()
  // Only line ends and tabs are allowed as control characters.
  .transform((value) => value.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, ""))
  .pipe(text(1, 5_000));
/** An email's text. `refuseBraces` rejects placeholders of other emails. */
const mailWording = z.object({ subject: line(1, 150), body });

function refuseBraces(
  { kind, ...text }: { kind: (typeof mailTextNames)[number]; subject: string; body: string },
  refuse: (part: string, message: string) => void,
): void {
  for (const { part, bad } of mailTextFaults(kind, text)) {
    refuse(
      part,
      t("This email has no placeholder {placeholders}", {
        placeholders: bad.slice(0, 5).join(", ").slice(0, 200),
      }),
    );
  }
}

/** All null if the setting was never changed. */
const lastChange = {
  /** ID in the audit log, for a `setting`. */
  id: id.nullable(),
  /** Whether the default applies: never changed, or reset. */
  isDefault: z.boolean(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
};
const setting = <T extends z.ZodType>(value: T) =>
  z.object({ ...lastChange, value, defaultValue: value });

export const operatingSettingsSchema = z
  .object({
    contact: setting(contactSettings),
    fees: setting(feeSettings),
    increments: setting(incrementSettings),
    softClose: setting(softCloseSettings),
    bidLimit: setting(bidLimitSettings),
    notice: setting(noticeSettings),
    twoPersonRule: setting(twoPersonRule),
    customerApiKeys: setting(customerApiKeySettings),
    negotiation: setting(negotiationSettings),
    titles: setting(titleSettings),
    delivery: setting(deliverySettings),
    clearing: setting(clearingSettings),
    accounts: setting(accountSettings),
    reasons: setting(reasonSettings),
    mails: z.array(
      z.object({
        ...lastChange,
        kind: mailName,
        language: z.enum(languages),
        /** English if operators wrote the text only in English (D65). */
        writtenIn: z.enum(languages),
        group: z.string(),
        title: z.string(),
        placeholders: z.array(z.object({ name: z.string(), meaning: z.string() })),
        /** Null for an email without a link. */
        action: z.string().nullable(),
        /** The last line, which can't be changed. */
        reason: z.string(),
        value: mailWording,
        defaultValue: mailWording,
      }),
    ),
  })
  .meta({ id: "OperatingSettings" });
export type OperatingSettings = z.output<typeof operatingSettingsSchema>;

/** The value that the caller last read; null if the setting was never changed. */
const updatedAt = instant.nullable();

/** A new value for one part; null resets it to the default. */
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
      section: z.literal("customerApiKeys"),
      value: customerApiKeySettings.nullable(),
      updatedAt,
    }),
    z.object({ section: z.literal("delivery"), value: deliverySettings.nullable(), updatedAt }),
    z.object({ section: z.literal("accounts"), value: accountSettings.nullable(), updatedAt }),
    z.object({ section: z.literal("clearing"), value: clearingSettings.nullable(), updatedAt }),
    z.object({ section: z.literal("reasons"), value: reasonSettings.nullable(), updatedAt }),
    z.object({
      section: z.literal("negotiation"),
      value: negotiationSettings.nullable(),
      updatedAt,
    }),
    z.object({ section: z.literal("titles"), value: titleSettings.nullable(), updatedAt }),
    z.object({
      section: z.literal("mail"),
      kind: mailName,
      language: z.enum(languages).default("en"),
      value: mailWording.nullable(),
      updatedAt,
    }),
  ])
  .superRefine((change, context) => {
    if (change.section !== "mail" || change.value === null) return;
    refuseBraces({ kind: change.kind, ...change.value }, (part, message) =>
      context.addIssue({ code: "custom", path: ["value", part], message }),
    );
  });
export type SettingChange = z.output<typeof settingChange>;

const tag = "Settings";

export const operatingSettings = endpoint(laterRoutes.operatingSettings, {
  tag,
  summary: "Operating settings, with who changed them last",
  access: "staff",
  permission: null,
  people: null,
  response: operatingSettingsSchema,
});

export const saleTermsSchema = z
  .object({
    fees: feeSettings,
    /** Whether new auctions are taxed where the unit stands instead of by the fees' percentage (D94). */
    taxedByPlace: z.boolean(),
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

export const changeSetting = endpoint(laterRoutes.changeSetting, {
  secondPerson: ["TWO_PERSON_RULE", "SETTING"],
  confirmAgain: true,
  tag,
  summary: "Change one setting or reset it to default; 409 if it was changed since you read it",
  access: "admin",
  permission: "settings",
  body: settingChange,
  response: operatingSettingsSchema,
  errors: [409],
});

export const previewMail = endpoint(laterRoutes.previewMail, {
  tag,
  summary: "Preview an email with this text and sample values; nothing is saved or sent",
  access: "staff",
  permission: "settings",
  body: mailWording
    .extend({ kind: mailName, language: z.enum(languages).default("en") })
    .superRefine((mail, context) =>
      refuseBraces(mail, (part, message) =>
        context.addIssue({ code: "custom", path: [part], message }),
      ),
    ),
  response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
});

/** Schemas report anything that isn't an amount in dollars and cents. */
function isAmount(dollars: number): boolean {
  try {
    dollarsToCents(dollars);
    return true;
  } catch {
    return false;
  }
}

/** A card of the Settings page in its URL, `?tab=settings&part=soft-close`. */
export type SettingSlug =
  | "contact"
  | "notice"
  | "bank-details"
  | "two-person-rule"
  | "api-keys"
  | "customer-api-keys"
  | "webhooks"
  | "bid-limit"
  | "negotiation"
  | "clearing"
  | "accounts"
  | "titles"
  | "reasons"
  | "fees"
  | "tax"
  | "soft-close"
  | "increments"
  | "delivery"
  | "emails";

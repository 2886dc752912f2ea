import { haulClasses } from "@gavelyard/domain/sales/haul-class";
import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { day, dollars, instant, line } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";

const tag = "Sales tax";

export const stateCode = z.string().regex(/^[A-Z]{2}$/, t("Enter two letters, like TX"));
const percent = z
  .number(t("Enter a number"))
  .min(0, t("Must be 0 or more"))
  .max(100, t("Must be 100 or less"))
  .multipleOf(0.001, t("Use up to three decimals"));

const permit = z
  .object({
    number: line(1, 60),
    startsOn: day,
    /** The last day, included. */
    endsOn: day.nullable(),
    /** Whether the document fee is taxed like price and premium. */
    taxesDocFee: z.boolean(),
  })
  .refine(({ startsOn, endsOn }) => endsOn === null || startsOn <= endsOn, {
    path: ["endsOn"],
    error: t("Must not be before the first day"),
  });

const rate = z.object({
  state: stateCode,
  /** Null for the whole state. */
  zip: z
    .string()
    .regex(/^\d{5}$/, t("Enter five digits"))
    .nullable(),
  /** Null for every unit. */
  unitClass: z.enum(haulClasses).nullable(),
  startsOn: day,
  /** State, county, city and districts together. */
  percent,
});
export type TaxRateLine = z.output<typeof rate>;

export const taxSettingsSchema = z
  .object({
    permits: z.array(z.object({ state: z.string(), updatedAt: instant, ...permit.shape })),
    /** Rates of whole states, and of the ZIP codes of yards. */
    rates: z.array(rate),
    /** How many rates there are, also for other ZIP codes. */
    rateCount: z.int(),
    yards: z.array(
      z.object({
        name: z.string(),
        city: z.string(),
        state: z.string(),
        zip: z.string(),
        /** What a sale of today pays, by class; null without a permit of the state. */
        percents: z.record(z.enum(haulClasses), z.number()).nullable(),
      }),
    ),
  })
  .meta({ id: "TaxSettings" });
export type TaxSettings = z.output<typeof taxSettingsSchema>;
export type TaxPermitLine = TaxSettings["permits"][number];

export const taxSettings = endpoint(laterRoutes.taxSettings, {
  tag,
  summary: "The house's sales tax permits and rates, and what each yard charges today (D94)",
  access: "staff",
  permission: "settings",
  people: null,
  response: taxSettingsSchema,
});

export const saveTaxPermit = endpoint(laterRoutes.saveTaxPermit, {
  confirmAgain: true,
  tag,
  summary: "Set or remove a state's sales tax permit, for sales from now on (D94)",
  access: "admin",
  permission: "settings",
  body: z.object({
    state: stateCode,
    /** Null removes it. */
    permit: permit.nullable(),
    /** When the permit that the caller saw was saved; null if there was none. */
    updatedAt: instant.nullable(),
  }),
  response: taxSettingsSchema,
  errors: [409],
});

export const saveTaxRate = endpoint(laterRoutes.saveTaxRate, {
  confirmAgain: true,
  tag,
  summary: "Set or remove a rate of sales tax, for sales from now on (D94)",
  access: "admin",
  permission: "settings",
  body: rate.extend({
    /** Null removes it. */
    percent: percent.nullable(),
    /** The rate of the same place, class and day that the caller saw; null for none. */
    was: percent.nullable(),
  }),
  response: taxSettingsSchema,
  errors: [409],
});

export const importTaxRates = endpoint(laterRoutes.importTaxRates, {
  confirmAgain: true,
  tag,
  summary:
    "Add rates from a public table: CSV or XLSX with the columns State, ZIP code and rate, all or none (D94)",
  access: "admin",
  permission: "settings",
  input: "anywhere",
  files: { file: { kind: "document", atMost: 1, required: true } },
  body: z.object({ startsOn: day }),
  response: z.object({ added: z.int(), changed: z.int(), same: z.int() }),
  errors: [413, 429],
});

const YEAR_MS = 366 * 86_400_000;
const period = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    error: t("Must not be before the first day"),
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= YEAR_MS, {
    path: ["to"],
    error: t("Choose at most a year"),
  });

const taxSums = z.object({
  /** Price, premium and document fee. */
  sales: dollars,
  taxable: dollars,
  /** Sales that a certificate exempts. */
  exempt: dollars,
  tax: dollars,
});

export const taxReportSchema = z
  .object({ states: z.array(taxSums.extend({ state: z.string() })), total: taxSums })
  .meta({ id: "TaxReport" });
export type TaxReport = z.output<typeof taxReportSchema>;

export const taxReport = endpoint(laterRoutes.taxReport, {
  tag,
  summary:
    "Sales tax by state of what was recorded between two days in the house's time zone: invoices, void ones and credits (D94)",
  access: "staff",
  permission: "money",
  people: null,
  query: period,
  response: taxReportSchema,
});

export const exportTaxReport = endpoint(laterRoutes.exportTaxReport, {
  confirmAgain: true,
  tag,
  summary: "The lines of the report of sales tax as CSV, with certificates (D94)",
  access: "staff",
  permission: "money",
  people: null,
  query: period,
  response: z.unknown(),
  download: "text/csv",
});

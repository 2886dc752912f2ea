import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { day } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { laterRoutes } from "../later-routes.ts";

export const journalFormats = ["csv", "hledger", "iif"] as const;
export type JournalFormat = (typeof journalFormats)[number];

const YEAR_MS = 366 * 86_400_000;

export const exportJournal = endpoint(laterRoutes.exportJournal, {
  confirmAgain: true,
  tag: "Payments",
  summary:
    "The books between two days, derived from invoices and money (D85): as CSV, for hledger, or for QuickBooks (IIF). Days are in the house's time zone.",
  access: "staff",
  permission: "money",
  people: null,
  query: z
    .object({ from: day, to: day, format: z.enum(journalFormats).default("csv") })
    .refine(({ from, to }) => from <= to, {
      path: ["to"],
      error: t("Must not be before the first day"),
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= YEAR_MS, {
      path: ["to"],
      error: t("Choose at most a year"),
    }),
  response: z.unknown(),
  download: "application/octet-stream",
});

import type { JournalFormat } from "@gavelyard/contract/sales/journal";
import { mark, msg, say } from "@gavelyard/messages/text";
import {
  defaultAccountNames,
  postingsOf,
  type Account,
  type FactKind,
  type Posting,
} from "@gavelyard/domain/sales/journal";
import { addDays } from "@gavelyard/domain/business-days";
import { calendarDateIn, wallTimeToMs } from "@gavelyard/domain/wall-time";
import type { Pool } from "pg";
import { csvLines } from "../../documents/csv.ts";
import { setting } from "../../operating-settings/sql.ts";
import { countFacts, factsBetween, type DatedFact } from "./facts-sql.ts";

const words: Readonly<Record<FactKind, string>> = {
  INVOICED: mark("Invoice issued"),
  VOIDED: mark("Invoice voided"),
  DELIVERY_ADDED: mark("Delivery added"),
  DELIVERY_REMOVED: mark("Delivery canceled"),
  TAX_CREDITED: mark("Tax credited"),
  RECEIVED: mark("Money received"),
  PAID: mark("Payment on invoice"),
  UNPAID: mark("Payment moved to credit"),
  GONE: mark("Payment removed"),
  REVERSED: mark("Receipt reversed"),
  RETURNED: mark("Returned by the bank"),
  REFUNDED: mark("Credit refunded"),
};

/** A fact as an export writes it. */
interface JournalEntry {
  /** `2026-11-24`, in the house's time zone. */
  readonly day: string;
  readonly text: string;
  readonly number: string;
  readonly buyer: string;
  readonly reference: string;
  readonly postings: readonly Posting[];
}

/** Each read goes through all that was ever recorded. */
const DAYS_AT_ONCE = 31;

type Names = Readonly<Record<Account, string>>;

const amount = (cents: number) => (cents / 100).toFixed(2);
/** Leaves out what would end a field or begin a comment. */
const plain = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replaceAll(/[;|"]/g, ",")
    .trim();

function csvOf(entry: JournalEntry, names: Names): string {
  const { day, text, number, buyer, reference } = entry;
  return csvLines(
    entry.postings.map(({ account, cents }) => [
      day,
      text,
      number,
      buyer,
      reference,
      names[account],
      cents > 0 ? amount(cents) : "",
      cents < 0 ? amount(-cents) : "",
    ]),
  );
}

/** A transaction of hledger: https://hledger.org/hledger.html#transactions */
function hledgerOf({ day, text, number, buyer, reference, postings }: JournalEntry, names: Names) {
  const note = plain(reference) === "" ? "" : `  ; ${plain(reference)}`;
  const lines = postings.map(({ account, cents }) => `    ${names[account]}  $${amount(cents)}\n`);
  return `${day} (${number}) ${plain(buyer)} | ${plain(text)}${note}\n${lines.join("")}\n`;
}

/** A general journal entry of QuickBooks: its first line is TRNS, the others SPL. */
function iifOf({ day, text, number, buyer, reference, postings }: JournalEntry, names: Names) {
  const [year, month, date] = day.split("-");
  const lines = postings.map(({ account, cents }, index) =>
    [
      index === 0 ? "TRNS" : "SPL",
      "GENERAL JOURNAL",
      `${month}/${date}/${year}`,
      names[account],
      plain(buyer),
      amount(cents),
      number,
      plain(`${text} ${reference}`),
    ].join("\t"),
  );
  return `${lines.join("\r\n")}\r\nENDTRNS\r\n`;
}

const iifColumns = "TRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO";
const formats: Readonly<
  Record<
    JournalFormat,
    { head: () => string; write: (entry: JournalEntry, names: Names) => string }
  >
> = {
  csv: {
    head: () =>
      `\uFEFF${csvLines([
        [
          msg("Date"),
          msg("Entry"),
          msg("Number"),
          msg("Buyer"),
          msg("Reference"),
          msg("Account"),
          msg("Debit"),
          msg("Credit [books]"),
        ].map((name) => say(name)),
      ])}`,
    write: csvOf,
  },
  hledger: { head: () => "", write: hledgerOf },
  iif: {
    head: () => `!TRNS\t${iifColumns}\r\n!SPL\t${iifColumns}\r\n!ENDTRNS\r\n`,
    write: iifOf,
  },
};

export const fileEndings = { csv: "csv", hledger: "journal", iif: "iif" } as const;

const entryOf = ({ fact, at, number, buyer, reference }: DatedFact, zone: string) => ({
  day: calendarDateIn(at.getTime(), zone),
  text: say(words[fact.kind]),
  number,
  buyer,
  reference,
  postings: postingsOf(fact),
});

const startOf = (day: string, zone: string) => new Date(wallTimeToMs(`${day}T00:00:00`, zone));

/** Counts the facts of a period's journal. */
export const countJournal = (
  db: Pool,
  zone: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> => countFacts(db, startOf(from, zone), startOf(addDays(to, 1), zone));

/**
 * Generates the derived journal of a period for accounting (D85), a month at a time, so that a
 * year needs no more memory than a month.
 */
export async function* journalFile(
  db: Pool,
  zone: string,
  {
    from,
    to,
    format,
  }: { readonly from: string; readonly to: string; readonly format: JournalFormat },
): AsyncGenerator<string> {
  const names = (await setting(db, "accounts")) ?? defaultAccountNames;
  const { head, write } = formats[format];
  yield head();
  for (let day = from; day <= to; day = addDays(day, DAYS_AT_ONCE)) {
    const [next, end] = [addDays(day, DAYS_AT_ONCE), addDays(to, 1)];
    const facts = await factsBetween(
      db,
      startOf(day, zone),
      startOf(next < end ? next : end, zone),
    );
    const text = facts
      .map((fact) => entryOf(fact, zone))
      .filter(({ postings }) => postings.length > 0)
      .map((entry) => write(entry, names))
      .join("");
    if (text !== "") yield text;
  }
}

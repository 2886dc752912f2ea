import { csvLines } from "../documents/csv.ts";
import { certificateNames } from "@gavelyard/domain/sales/certificate-names";
import { msg, say, type Message } from "@gavelyard/messages/text";
import type { TaxFactRow } from "./report-sql.ts";

/** A number, since a text with a minus sign would be escaped as a formula. */
const dollars = (cents: number): number => cents / 100;

const kinds: Readonly<Record<TaxFactRow["kind"], Message>> = {
  INVOICED: msg("Invoice issued"),
  VOIDED: msg("Invoice voided"),
  TAX_CREDITED: msg("Tax credited"),
};

const columns: readonly (readonly [name: Message, cell: (row: TaxFactRow) => string | number])[] = [
  [msg("Date"), ({ day }) => day],
  [msg("Entry"), ({ kind }) => say(kinds[kind])],
  [msg("Invoice"), ({ number }) => number],
  [msg("Buyer"), ({ buyer }) => buyer],
  [msg("State"), ({ state }) => state],
  [msg("ZIP code"), ({ zip }) => zip],
  [msg("Sold on"), ({ sold_on }) => sold_on],
  [msg("Rate (%)"), ({ milli_percent }) => milli_percent / 1_000],
  [msg("Sales [money]"), ({ sales_cents }) => dollars(sales_cents)],
  [msg("Taxable"), ({ taxable_cents }) => dollars(taxable_cents)],
  [msg("Exempt"), ({ exempt_cents }) => dollars(exempt_cents)],
  [msg("Tax"), ({ tax_cents }) => dollars(tax_cents)],
  [
    msg("Kind of certificate"),
    ({ certificate_kind: kind }) => (kind === null ? "" : say(certificateNames[kind])),
  ],
  [msg("Certificate number"), ({ certificate_number: number }) => number ?? ""],
];

/** Returns the tax of a period as CSV, a line for each fact. Starts with a byte order mark. */
export const taxReportAsCsv = (rows: readonly TaxFactRow[]): string =>
  `\uFEFF${csvLines([
    columns.map(([name]) => say(name)),
    ...rows.map((row) => columns.map(([, cell]) => cell(row))),
  ])}`;

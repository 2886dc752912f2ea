import { invoiceStatusAt } from "@gavelyard/domain/invoice";
import { balanceCents } from "@gavelyard/domain/payments";
import Papa from "papaparse";
import type { Pool } from "pg";
import { exportedInvoices, type ExportRow } from "./export-sql.ts";

/** Formats money for spreadsheets: dollars with two decimals, without a currency sign. */
const dollars = (cents: number): string => (cents / 100).toFixed(2);

const columns: readonly (readonly [name: string, cell: (row: ExportRow) => string | number])[] = [
  ["Invoice", ({ number }) => number],
  ["Issued", ({ issued_on }) => issued_on],
  ["Buyer", ({ buyer }) => buyer],
  ["Buyer number", ({ buyer_id }) => buyer_id],
  ["Auction", ({ auction_name }) => auction_name],
  ["Lot", ({ lot_label }) => lot_label],
  ["Unit", ({ title }) => title],
  ["Stock number", ({ stock_number }) => stock_number],
  ["Hammer price", ({ hammer_cents }) => dollars(hammer_cents)],
  ["Buyer's premium", ({ premium_cents }) => dollars(premium_cents)],
  ["Document fee", ({ doc_fee_cents }) => dollars(doc_fee_cents)],
  ["Tax", ({ tax_cents }) => dollars(tax_cents)],
  ["Delivery", ({ delivery_cents }) => dollars(delivery_cents)],
  ["Total", ({ total_cents }) => dollars(total_cents)],
  ["Paid", ({ paid_cents }) => dollars(paid_cents)],
  ["Balance", (row) => dollars(balanceCents(owed(row)))],
  ["Method", ({ methods }) => methods ?? ""],
  ["Reference", ({ references }) => references ?? ""],
  ["Last paid", ({ paid_on }) => paid_on ?? ""],
  [
    "State",
    (row) => invoiceStatusAt(row.now.getTime(), { ...owed(row), dueAtMs: row.due_at.getTime() }),
  ],
];

const owed = (row: ExportRow) => ({
  status: row.status,
  totalCents: row.total_cents,
  paidCents: row.paid_cents,
});

/**
 * Generates the invoices of a period as CSV for accounting, line by line. Text that a spreadsheet
 * would run as a formula is escaped (ASVS 1.2.10). Starts with a byte order mark for older
 * spreadsheets.
 */
export async function* paymentsAsCsv(
  db: Pool,
  period: { readonly from: string; readonly to: string },
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns.map(([name]) => name))}`;
  for await (const row of exportedInvoices(db, period)) {
    yield csvLine(columns.map(([, cell]) => cell(row)));
  }
}

function csvLine(cells: readonly (string | number)[]): string {
  return `${Papa.unparse([[...cells]], { escapeFormulae: true })}\r\n`;
}

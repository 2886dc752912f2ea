import { msg, say, type Message } from "@gavelyard/messages/text";
import { invoiceStatusAt } from "@gavelyard/domain/sales/invoice";
import { balanceCents } from "@gavelyard/domain/sales/payments";
import type { Pool } from "pg";
import { csvLines } from "../../documents/csv.ts";
import { exportedInvoices, type ExportRow } from "./export-sql.ts";

/** Formats money for spreadsheets: dollars with two decimals, without a currency sign. */
const dollars = (cents: number): string => (cents / 100).toFixed(2);

const columns: readonly (readonly [name: Message, cell: (row: ExportRow) => string | number])[] = [
  [msg("Invoice"), ({ number }) => number],
  [msg("Issued [date]"), ({ issued_on }) => issued_on],
  [msg("Buyer"), ({ buyer }) => buyer],
  [msg("Buyer number"), ({ buyer_id }) => buyer_id],
  [msg("Auction"), ({ auction_name }) => auction_name],
  [msg("Lot"), ({ lot_label }) => lot_label],
  [msg("Unit"), ({ title }) => title],
  [msg("Stock number"), ({ stock_number }) => stock_number],
  [msg("Hammer price"), ({ hammer_cents }) => dollars(hammer_cents)],
  [msg("Buyer's premium"), ({ premium_cents }) => dollars(premium_cents)],
  [msg("Document fee"), ({ doc_fee_cents }) => dollars(doc_fee_cents)],
  [msg("Tax"), ({ tax_cents }) => dollars(tax_cents)],
  [msg("Delivery"), ({ delivery_cents }) => dollars(delivery_cents)],
  [msg("Total"), ({ total_cents }) => dollars(total_cents)],
  [msg("Paid [part of a sum]"), ({ paid_cents }) => dollars(paid_cents)],
  [msg("Balance"), (row) => dollars(balanceCents(owed(row)))],
  [msg("Method"), ({ methods }) => methods ?? ""],
  [msg("Reference"), ({ references }) => references ?? ""],
  [msg("Last paid"), ({ paid_on }) => paid_on ?? ""],
  [
    msg("State [invoice]"),
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
  yield `\uFEFF${csvLines([columns.map(([name]) => say(name))])}`;
  for await (const row of exportedInvoices(db, period)) {
    yield csvLines([columns.map(([, cell]) => cell(row))]);
  }
}

import { msg } from "@gavelyard/messages/text";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import type { Statement } from "@gavelyard/contract/sales/statements";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { invoiceLineKinds } from "@gavelyard/domain/sales/invoice";
import { statementReference, type SaleOfBuyer } from "@gavelyard/domain/sales/statement";
import { accountInEffect } from "../../bank-details/sql.ts";
import type { Context } from "../../context.ts";
import { contactOf } from "../../operating-settings/sql.ts";
import { notFound } from "../../refusal.ts";
import { invoicesOfSale } from "../invoices-sql.ts";
import { toInvoice } from "./to-invoice.ts";

const sumOf = (amounts: readonly number[]) =>
  centsToDollars(amounts.reduce((cents, amount) => cents + dollarsToCents(amount), 0));

/** Returns what a buyer bought in an auction as one statement (D83). @throws Refusal 404 without invoices */
export async function statementOf(context: Context, sale: SaleOfBuyer): Promise<Statement> {
  const invoices = (await invoicesOfSale(context.pool, sale)).map((row) => toInvoice(row, null));
  const [first] = invoices;
  if (first === undefined) throw notFound(msg("This buyer has no invoice of this auction"));
  const { phone } = await contactOf(context.pool, context.settings);
  const balance = sumOf(invoices.map((invoice) => invoice.balance));
  const open = invoices.filter((invoice) => invoice.balance > 0);
  const newest = invoices.reduce((a, b) => (a.id > b.id ? a : b));
  return {
    reference: statementReference(sale),
    userId: sale.userId,
    billTo: newest.billTo,
    auctionId: sale.auctionId,
    auctionName: first.auctionName,
    timeZone: first.timeZone,
    invoices: invoices.map(toLine),
    sums: invoiceLineKinds.flatMap((kind) => {
      const lines = invoices.flatMap((invoice) =>
        invoice.lines.filter((line) => line.kind === kind),
      );
      const [{ label } = { label: "" }] = lines;
      return lines.length === 0
        ? []
        : [{ kind, label, amount: sumOf(lines.map(({ amount }) => amount)) }];
    }),
    total: sumOf(invoices.map(({ total }) => total)),
    paid: sumOf(invoices.map(({ paid }) => paid)),
    balance,
    dueAt: open.map(({ dueAt }) => dueAt).toSorted()[0] ?? null,
    issuedAt: newest.issuedAt,
    account: balance === 0 ? null : await accountInEffect(context),
    phone,
  };
}

const toLine = (invoice: Invoice): Statement["invoices"][number] => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  lotNumber: invoice.lotNumber,
  inventoryId: invoice.inventoryId,
  name: invoice.name,
  stockNumber: invoice.stockNumber,
  vin: invoice.vin,
  total: invoice.total,
  paid: invoice.paid,
  balance: invoice.balance,
  dueAt: invoice.dueAt,
});

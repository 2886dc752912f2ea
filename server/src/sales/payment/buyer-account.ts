import { msg } from "@gavelyard/messages/text";
import type { BuyerAccount, OwingBuyer, Receipt } from "@gavelyard/contract/sales/receipts";
import { centsToDollars } from "@gavelyard/domain/money";
import { instant } from "../invoice/to-invoice.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/pool.ts";
import { notFound } from "../../refusal.ts";
import { contactOf } from "../../operating-settings/sql.ts";
import {
  buyerById,
  cashToReportOf,
  receiptsOf,
  type OwingRow,
  type ReceiptRow,
} from "../buyer-accounts-sql.ts";
import { openInvoicesOf } from "../receipts-sql.ts";

/** Returns a buyer's open invoices, receipts and credit (D75), for staff also cash to report. @throws Refusal 404 */
export async function buyerAccount(
  db: Db,
  settings: Context["settings"],
  userId: number,
  forStaff: boolean,
): Promise<BuyerAccount> {
  const buyer = await buyerById(db, userId);
  if (buyer === null) throw notFound(msg("Buyer not found"));
  const invoices = await openInvoicesOf(db, userId);
  const cash = forStaff ? await cashToReportOf(db, userId) : null;
  return {
    userId,
    name: buyer.name,
    companyName: buyer.companyName,
    balance: centsToDollars(invoices.reduce((sum, { balanceCents }) => sum + balanceCents, 0)),
    credit: centsToDollars(buyer.creditCents),
    invoices: invoices.map(({ totalCents, balanceCents, dueAtMs, ...invoice }) => ({
      id: invoice.id,
      number: invoice.number,
      auctionId: invoice.auctionId,
      auctionName: invoice.auctionName,
      timeZone: invoice.timeZone,
      lotNumber: invoice.lotNumber,
      name: invoice.name,
      total: centsToDollars(totalCents),
      paid: centsToDollars(totalCents - balanceCents),
      balance: centsToDollars(balanceCents),
      dueAt: new Date(dueAtMs).toISOString(),
      overdue: dueAtMs < buyer.now.getTime(),
    })),
    receipts: (await receiptsOf(db, userId)).map(toReceipt),
    cashReport:
      cash === null
        ? null
        : { receiptId: cash.receiptId, amount: centsToDollars(cash.cents), dueOn: cash.dueOn },
    timeZone: (await contactOf(db, settings)).hoursZone,
    serverTime: buyer.now.toISOString(),
  };
}

function toReceipt(row: ReceiptRow): Receipt {
  const { id, method, reference, payer, hasFile } = row;
  return {
    id,
    amount: centsToDollars(row.cents),
    method,
    reference,
    payer,
    receivedAt: row.receivedAt.toISOString(),
    clearsAt: row.clearsAt.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
    hasFile,
    credit: centsToDollars(row.creditCents),
    end: row.end === null ? null : { ...row.end, at: instant(row.end.at) },
    payments: row.payments.map(({ cents, ...payment }) => ({
      ...payment,
      amount: centsToDollars(cents),
    })),
    refunds: row.refunds.map(({ cents, at, ...refund }) => ({
      ...refund,
      amount: centsToDollars(cents),
      at: instant(at),
    })),
  };
}

/** Returns the columns of the ageing of buyers in dollars. */
export function toAgeing(cents: readonly number[]): OwingBuyer["ageing"] {
  const [notDue = 0, month = 0, two = 0, three = 0, more = 0] = cents.map(centsToDollars);
  return [notDue, month, two, three, more];
}

export function toOwingBuyer(row: OwingRow): OwingBuyer {
  const { userId, name, companyName, invoices } = row;
  return {
    userId,
    name,
    companyName,
    invoices,
    balance: centsToDollars(row.balanceCents),
    ageing: toAgeing(row.ageing),
    oldestDueAt: row.oldestDueAt?.toISOString() ?? null,
    oldestDueZone: row.oldestDueZone,
    credit: centsToDollars(row.creditCents),
  };
}

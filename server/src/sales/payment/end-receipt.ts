import { msg } from "@gavelyard/messages/text";
import type {
  endReceipt as contract,
  refundCredit as refundContract,
} from "@gavelyard/contract/sales/receipts";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { creditCents, refuseEnd, refuseRefund } from "@gavelyard/domain/sales/receipts";
import { formatDate } from "@gavelyard/domain/time-zone";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import type { Context } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { inEachLanguage } from "../../http/reader-language.ts";
import { contactOf } from "../../operating-settings/sql.ts";
import { requireSecondPerson } from "../../proposals/proposals.ts";
import { openSalesOf, type Recorder, type SaleActor } from "../lock-sale.ts";
import {
  insertReceiptEnd,
  insertRefund,
  paymentsOfReceipt,
  type StoredReceipt,
} from "../receipts-sql.ts";
import { salesOf } from "../sale-sql.ts";
import { receiptOr404 } from "./record-receipt.ts";
import { changedMeanwhile } from "./take-receipt.ts";
import { removePayment } from "./void-payment.ts";

/**
 * Reverses a receipt: removes all its payments from their invoices, which are owed again, and takes
 * back the releases of units that are still in the yard (D75). A mistake takes a second person (D38);
 * what the bank returned doesn't wait for one. Returns the buyer's ID.
 * @throws Refusal 404; 409 if it has ended already, was refunded in part, came by a method that no
 * bank returns, or was a mistake and a unit has left the yard
 */
export async function endReceipt(
  tx: PoolClient,
  record: Recorder,
  receiptId: number,
  { kind, reason }: z.output<typeof contract.body>,
  by: SaleActor,
): Promise<number> {
  const found = await receiptOr404(tx, receiptId);
  const lots = (await paymentsOfReceipt(tx, receiptId)).map(({ lotId }) => lotId);
  const sales = await openSalesOf(tx, found.userId, lots);
  // Read again under the locks.
  const receipt = await receiptOr404(tx, receiptId);
  const payments = await paymentsOfReceipt(tx, receiptId);
  if (payments.some(({ lotId }) => !sales.has(lotId))) throw changedMeanwhile();
  const refusal = refuseEnd(receipt, kind, payments);
  if (refusal !== null) throw endRefused(refusal);
  const amount = centsToDollars(receipt.cents);
  const { method, reference } = receipt;
  const before = { receiptId, amount, method, reference };
  const invoices = payments.map(({ invoiceNumber }) => invoiceNumber).join(", ");
  const after = { receiptId, status: kind, invoices };
  const isReturned = kind === "RETURNED";
  if (!isReturned) {
    await requireSecondPerson(tx, by, {
      kind: "PAYMENT_REVERSAL",
      subjectType: "receipt",
      subjectId: receiptId,
      title: receipt.buyer,
      before,
      after,
      reason,
    });
  }
  for (const { id, lotId } of payments) {
    // The payment before it may have been for the same lot.
    const [sale] = await salesOf(tx, [lotId]);
    if (sale === undefined) throw changedMeanwhile();
    const removal = { reason, keepsCredit: true, takesTwo: false, isReturned };
    await removePayment(tx, record, sale, id, removal, by);
  }
  await insertReceiptEnd(tx, receiptId, { kind, reason, by: by.userId });
  await insertAudit(tx, {
    actorId: by.userId,
    action: isReturned ? "receipt-returned" : "receipt-reversed",
    subjectType: "user",
    subjectId: receipt.userId,
    before,
    after,
    reason,
    ip: by.ip,
  });
  return receipt.userId;
}

function endRefused(refusal: NonNullable<ReturnType<typeof refuseEnd>>): Refusal {
  switch (refusal) {
    case "ENDED_ALREADY":
      return new Refusal("already-done", msg("This receipt was already reversed"));
    case "REFUNDED":
      return new Refusal(
        "wrong-state",
        msg("A part of this receipt was refunded, so it can't be reversed as a whole"),
      );
    case "PART_GONE":
      return new Refusal(
        "wrong-state",
        msg("A payment of this receipt was removed with its money. Remove the others one by one."),
      );
    case "NOT_RETURNABLE":
      return new Refusal(
        "wrong-state",
        msg("No bank returns this kind of payment. Reverse it as a mistake."),
      );
    case "UNIT_LEFT":
      return new Refusal(
        "wrong-state",
        msg("A unit that this money paid for has left the yard, so it can't be a mistake anymore"),
      );
  }
}

/**
 * Records that credit was sent back to the payer, which takes a second person (D38, D75). Returns the
 * buyer's ID.
 * @throws Refusal 404; 409 while the money isn't cleared; 422 for more than the credit
 */
export async function refundCredit(
  tx: PoolClient,
  settings: Context["settings"],
  receiptId: number,
  { amount, reference, reason }: z.output<typeof refundContract.body>,
  by: SaleActor,
): Promise<number> {
  const found = await receiptOr404(tx, receiptId);
  await openSalesOf(tx, found.userId, []);
  const receipt = await receiptOr404(tx, receiptId);
  const cents = dollarsToCents(amount);
  const refusal = refuseRefund(receipt.nowMs, receipt, cents);
  if (refusal !== null)
    throw refundRefused(refusal, receipt, (await contactOf(tx, settings)).hoursZone);
  const credit = centsToDollars(creditCents(receipt));
  const left = centsToDollars(creditCents(receipt) - cents);
  await requireSecondPerson(tx, by, {
    kind: "CREDIT_REFUND",
    subjectType: "receipt",
    subjectId: receiptId,
    title: receipt.buyer,
    before: { receiptId, credit, method: receipt.method },
    after: { receiptId, amount, credit: left, reference },
    reason,
  });
  const refundId = await insertRefund(tx, receiptId, { cents, reference, reason, by: by.userId });
  await insertAudit(tx, {
    actorId: by.userId,
    action: "credit-refunded",
    subjectType: "user",
    subjectId: receipt.userId,
    before: { receiptId, credit },
    after: { receiptId, refundId, amount, credit: left, reference },
    reason,
    ip: by.ip,
  });
  return receipt.userId;
}

function refundRefused(
  refusal: NonNullable<ReturnType<typeof refuseRefund>>,
  receipt: StoredReceipt,
  zone: string,
): Refusal {
  switch (refusal) {
    case "NOTHING":
      return new Refusal("value-refused", msg("amount: Must be above 0"));
    case "MORE_THAN_CREDIT":
      return new Refusal(
        "value-refused",
        msg("amount: Only {credit} of this receipt is left", {
          credit: formatDollars(creditCents(receipt)),
        }),
      );
    case "NOT_CLEARED":
      return new Refusal(
        "too-early",
        msg("This money clears on {day}. Refund it then.", {
          day: inEachLanguage(() => formatDate(receipt.clearsAtMs, zone)),
        }),
      );
  }
}

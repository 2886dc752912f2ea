import { refundsOf } from "@gavelyard/domain/sales/delivery-order";
import type { PoolClient } from "pg";
import type { SaleActor } from "../lock-sale.ts";
import { insertPayment, insertVoid, standingPaymentsOf } from "../payments-sql.ts";

/**
 * Voids payments beyond what an invoice's total is about to be, newest first; the part of the last one
 * that stays is recorded again. Returns the cents that become the buyer's credit (D75).
 */
export async function freePaidBeyond(
  tx: PoolClient,
  { awardId, invoiceId, totalCents }: Record<"awardId" | "invoiceId" | "totalCents", number>,
  reason: string,
  by: SaleActor,
): Promise<number> {
  const payments = await standingPaymentsOf(tx, invoiceId);
  const paidCents = payments.reduce((sum, { cents }) => sum + cents, 0);
  const excessCents = Math.max(0, paidCents - totalCents);
  for (const { paymentId, keptCents } of refundsOf(payments, excessCents)) {
    await insertVoid(tx, paymentId, {
      reason: reason.slice(0, 500),
      by: by.userId,
      keepsCredit: true,
    });
    const payment = payments.find((each) => each.id === paymentId);
    if (keptCents === 0 || payment === undefined) continue;
    await insertPayment(tx, {
      awardId,
      invoiceId,
      cents: keptCents,
      receiptId: payment.receiptId,
      recordedBy: payment.recordedBy,
    });
  }
  return excessCents;
}

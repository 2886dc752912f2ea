import { msg } from "@gavelyard/messages/text";
import type { reportCash as contract } from "@gavelyard/contract/sales/receipts";
import { centsToDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import { Refusal } from "../../refusal.ts";
import { cashToReportOf, insertCashReport } from "../buyer-accounts-sql.ts";
import { openSalesOf, type SaleActor } from "../lock-sale.ts";
import { receiptOr404 } from "./record-receipt.ts";

/**
 * Records that Form 8300 was filed about a buyer's cash, or why it isn't required; later cash is
 * counted again (D89). Returns the buyer's ID.
 * @throws Refusal 404; 409 if nothing is to be reported with this receipt
 */
export async function reportCash(
  tx: PoolClient,
  receiptId: number,
  { outcome, note }: z.output<typeof contract.body>,
  by: SaleActor,
): Promise<number> {
  const { userId } = await receiptOr404(tx, receiptId);
  await openSalesOf(tx, userId, []);
  const cash = await cashToReportOf(tx, userId);
  if (cash?.receiptId !== receiptId)
    throw new Refusal(
      "already-done",
      msg("There is nothing to report with this receipt. Nothing was changed."),
    );
  await insertCashReport(tx, receiptId, { outcome, note, by: by.userId });
  await insertAudit(tx, {
    actorId: by.userId,
    action: "cash-reported",
    subjectType: "user",
    subjectId: userId,
    after: { receiptId, amount: centsToDollars(cash.cents), status: outcome },
    reason: note,
    ip: by.ip,
  });
  return userId;
}

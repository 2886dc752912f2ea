import { t } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/sales/bank-details";
import type { Context } from "../context.ts";
import { actorOf } from "../http/actor.ts";
import type { Serve } from "../http/serve.ts";
import { changeBankDetails, confirmBankDetails, rejectBankDetails } from "./change-bank-details.ts";
import { administratorCount, currentBankDetails, type BankDetailsRow } from "./sql.ts";

/**
 * Routes for the bank account that buyers pay to. A second administrator confirms its changes
 * (D38).
 */
export function bankDetailsRoutes(serve: Serve, context: Context): void {
  const { pool, settings } = context;
  const shown = async (): Promise<contract.BankDetails> => {
    const { inEffect, pending } = await currentBankDetails(pool, settings.demo);
    return {
      inEffect: toShown(inEffect),
      pending: toShown(pending),
      administrators: await administratorCount(pool),
    };
  };
  serve(contract.bankDetails, shown);
  serve(contract.changeBankDetails, async ({ body, user, request }) => {
    await changeBankDetails(context, body, actorOf(user, request));
    return shown();
  });
  serve(contract.confirmBankDetails, async ({ params, body, user, request }) => {
    await confirmBankDetails(context, params.id, body.accountNumber, actorOf(user, request));
    return shown();
  });
  serve(contract.rejectBankDetails, async ({ params, user, request }) => {
    await rejectBankDetails(context, params.id, actorOf(user, request));
    return { message: t("The change was rejected") };
  });
}

function toShown(row: BankDetailsRow | null): contract.ShownBankAccount | null {
  if (row === null) return null;
  return {
    id: row.id,
    bankName: row.bank_name,
    accountHolder: row.account_holder,
    routingNumber: row.routing_number,
    accountEnding: row.account_ending,
    wireNote: row.wire_note,
    achNote: row.ach_note,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    requestedAt: row.requested_at.toISOString(),
    confirmedByName: row.confirmed_by_name,
    confirmedAt: row.decided_at?.toISOString() ?? null,
    twoPersons: row.two_persons,
  };
}

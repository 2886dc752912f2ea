import { msg } from "@gavelyard/messages/text";
import type { BankAccount } from "@gavelyard/contract/sales/bank-details";
import { auditActions, type AuditAction } from "@gavelyard/domain/audit/audit-actions";
import { accountEnding, refuseAccountConfirmation } from "@gavelyard/domain/sales/bank-account";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { demoMark } from "../demo-accounts/mark-sql.ts";
import { act } from "../events/act.ts";
import type { Actor } from "../http/actor.ts";
import { badFields, Refusal, notFound } from "../refusal.ts";
import { isSamePerson } from "../proposals/same-person-sql.ts";
import { twoPersonRule } from "../proposals/sql.ts";
import { tellAdministrators } from "../proposals/tell-administrators.ts";
import {
  accountNumberOf,
  bankDetailsById,
  currentBankDetails,
  decideBankDetails,
  insertBankDetails,
  lockBankDetails,
  type BankDetailsRow,
} from "./sql.ts";

/** Returns an account's audit fields, with the account number masked. */
const masked = (row: BankDetailsRow) => ({
  bankName: row.bank_name,
  accountHolder: row.account_holder,
  routingNumber: row.routing_number,
  accountNumber: `ends in ${row.account_ending}`,
  wireNote: row.wire_note,
  achNote: row.ach_note,
});

async function audit(
  tx: PoolClient,
  action: AuditAction,
  rows: { readonly before: BankDetailsRow | null; readonly after: BankDetailsRow },
  by: Actor,
): Promise<void> {
  const { before, after } = rows;
  await insertAudit(tx, {
    actorId: by.userId,
    action,
    subjectType: "bank-details",
    subjectId: after.id,
    before: before === null ? null : masked(before),
    after: {
      ...masked(after),
      status: after.status,
      twoPersons: after.two_persons,
      requestedBy: after.requested_by,
    },
    ip: by.ip,
  });
  await tellAdministrators(
    tx,
    msg("{action}: {bank}, account ending in {ending}.", {
      action: auditActions[action],
      bank: after.bank_name,
      ending: after.account_ending,
    }),
    by.userId,
  );
}

async function rowOf(tx: PoolClient, id: number): Promise<BankDetailsRow> {
  const row = await bankDetailsById(tx, id);
  if (row === null) throw notFound(msg("Bank details not found"));
  return row;
}

/** Locks the table and returns a pending change. @throws Refusal 404, 409 when already decided */
async function openPending(tx: PoolClient, id: number): Promise<BankDetailsRow> {
  await lockBankDetails(tx);
  const row = await rowOf(tx, id);
  if (row.status !== "PENDING") {
    throw new Refusal(
      "already-done",
      msg("This change was already confirmed or rejected. Nothing was changed."),
    );
  }
  return row;
}

/**
 * Requests a new account for buyers' payments. Under the two-person rule it waits for a second
 * administrator; otherwise it takes effect immediately (D38).
 * @throws Refusal 409 while another change is pending
 */
export async function changeBankDetails(
  context: Context,
  account: BankAccount,
  by: Actor,
): Promise<void> {
  await act(context, async (tx) => {
    await lockBankDetails(tx);
    const current = await currentBankDetails(tx, context.settings.demo);
    if (current.pending !== null) {
      throw new Refusal(
        "waiting-request",
        msg("Another change is waiting. Confirm or reject it first."),
      );
    }
    const twoPersons = (await twoPersonRule(tx)).isOn;
    // In a demo, an administrator's password is public, so mark the account as a sample.
    const isSample = context.settings.demo && (await demoMark(tx)) !== null;
    const ending = accountEnding(account.accountNumber);
    const id = await insertBankDetails(
      tx,
      context.secrets,
      { ...account, ending },
      { userId: by.userId, twoPersons, isSample },
    );
    if (!twoPersons) await decideBankDetails(tx, id, "IN_EFFECT", by.userId);
    await audit(
      tx,
      twoPersons ? "bank-details-requested" : "bank-details-changed",
      { before: current.inEffect, after: await rowOf(tx, id) },
      by,
    );
  });
}

const refusals = {
  OWN: () => new Refusal("same-person", msg("A second administrator has to confirm your change")),
  REQUESTER_GONE: () =>
    new Refusal(
      "wrong-state",
      msg("The administrator who requested this can't do it anymore. Reject it."),
    ),
} as const;

/**
 * Confirms a change by entering the account number again. Buyers see the new account immediately.
 * @throws Refusal 400 for a different number; 403 for the caller's own change; 404, 409
 */
export async function confirmBankDetails(
  context: Context,
  id: number,
  accountNumber: string,
  by: Actor,
): Promise<void> {
  await act(context, async (tx) => {
    const row = await openPending(tx, id);
    const refusal = refuseAccountConfirmation({
      twoPersons: row.two_persons,
      samePerson: await isSamePerson(tx, by.userId, [row.requested_by]),
      requesterActive: row.requester_stands,
    });
    if (refusal !== null) throw refusals[refusal]();
    if (accountNumberOf(context.secrets, row) !== accountNumber) {
      const message = msg("The account numbers don't match. Nothing was changed.");
      throw badFields([{ path: "accountNumber", message }]);
    }
    const { inEffect } = await currentBankDetails(tx, context.settings.demo);
    await decideBankDetails(tx, id, "IN_EFFECT", by.userId);
    await audit(tx, "bank-details-confirmed", { before: inEffect, after: await rowOf(tx, id) }, by);
  });
}

/** Rejects a pending change, or withdraws the caller's own. @throws Refusal 404, 409 */
export async function rejectBankDetails(context: Context, id: number, by: Actor): Promise<void> {
  await act(context, async (tx) => {
    const before = await openPending(tx, id);
    await decideBankDetails(tx, id, "REJECTED", by.userId);
    await audit(tx, "bank-details-rejected", { before, after: await rowOf(tx, id) }, by);
  });
}

import { codeName } from "@gavelyard/domain/code-names";
import { msg } from "@gavelyard/messages/text";
import type { financeApplication } from "@gavelyard/contract/finance";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import {
  isFinanceFinished,
  maxOpenFinance,
  mayMoveFinance,
  type FinanceStatus,
} from "@gavelyard/domain/requests";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import type { FieldCipher } from "../db/secrets/sealed.ts";
import { insertDocument, type DocumentRow } from "../documents/sql.ts";
import { act } from "../events/act.ts";
import { badRequest, Refusal, notFound } from "../refusal.ts";
import { enqueue } from "../jobs/enqueue.ts";
import {
  attachDocument,
  dropDraft,
  insertFinance,
  insertStep,
  inventoryExists,
  lockApplicant,
  lockFinance,
  markDeleted,
  openFinanceCount,
  setFinanceStatus,
} from "./sql.ts";

type FinanceContext = Pick<Context, "pool" | "bus">;

export interface FinanceActor {
  readonly userId: number;
  readonly ip: string | null;
}

const noSuchRequest = () => notFound(msg("Finance application not found"));

/**
 * Checks that a customer can apply.
 * @throws Refusal 404 for an unknown unit, 409 with too many open applications (D42)
 */
export async function refuseApplication(
  db: Db,
  userId: number,
  inventoryId: number | null,
): Promise<void> {
  if (inventoryId !== null && !(await inventoryExists(db, inventoryId)))
    throw notFound(msg("Vehicle not found"));
  if ((await openFinanceCount(db, userId)) >= maxOpenFinance) {
    throw new Refusal(
      "limit-reached",
      msg(
        "You have {maxOpenFinance} open applications. Withdraw one, or wait for our decision, before you apply again.",
        { maxOpenFinance },
      ),
    );
  }
}

/**
 * Inserts an application with its tax ID encrypted. Returns its id.
 * @throws Refusal 404, 409 as `refuseApplication`
 */
export async function applyForFinance(
  context: FinanceContext,
  application: z.output<typeof financeApplication>,
  documents: readonly DocumentRow[],
  cipher: FieldCipher,
  by: FinanceActor,
): Promise<number> {
  const { taxId, inventoryId, consentCreditCheck: _consent, ...form } = application;
  return act(context, async (tx) => {
    await lockApplicant(tx, by.userId);
    await refuseApplication(tx, by.userId, inventoryId);
    const id = await insertFinance(tx, {
      userId: by.userId,
      inventoryId,
      amountCents: dollarsToCents(form.amount),
      termMonths: form.termMonths,
      application: form,
      taxId: taxId === undefined ? null : cipher.seal(`applicant ${by.userId}`, taxId),
      taxIdLast4: taxId?.slice(-4) ?? null,
      taxMark: taxId === undefined ? null : cipher.mark(taxId),
    });
    for (const document of documents) {
      await insertDocument(tx, document);
      await attachDocument(tx, id, document.id);
    }
    await insertStep(tx, { requestId: id, status: "PENDING", reason: "", actorId: by.userId });
    await dropDraft(tx, by.userId);
    return id;
  });
}

/**
 * Changes a request's status and notifies its applicant.
 * @throws Refusal 400 for an approval without an amount, 404, 409 for a change that its status
 * doesn't allow
 */
export async function moveFinance(
  context: FinanceContext,
  id: number,
  change: {
    readonly status: FinanceStatus;
    readonly reason: string;
    readonly lenderName?: string | undefined;
    readonly approvedAmount?: number | undefined;
    readonly apr?: number | undefined;
  },
  by: FinanceActor,
): Promise<void> {
  await act(context, async (tx) => {
    const request = await lockFinance(tx, id);
    if (request === null) throw noSuchRequest();
    refuseMove(request.status, change.status);
    if (change.status === "APPROVED" && change.approvedAmount === undefined)
      throw badRequest(msg("approvedAmount: Enter the approved amount"), [
        { path: "approvedAmount", message: msg("Enter the approved amount") },
      ]);
    await setFinanceStatus(tx, id, {
      status: change.status,
      lenderName: change.lenderName ?? null,
      approvedCents:
        change.approvedAmount === undefined ? null : dollarsToCents(change.approvedAmount),
      apr: change.apr ?? null,
    });
    await insertStep(tx, {
      requestId: id,
      status: change.status,
      reason: change.reason,
      actorId: by.userId,
    });
    await insertAudit(tx, {
      actorId: by.userId,
      action: "finance-moved",
      subjectType: "finance-request",
      subjectId: id,
      before: { status: request.status },
      after: {
        status: change.status,
        approvedAmount: change.approvedAmount ?? centsToDollars(request.approved_cents ?? 0),
      },
      reason: change.reason,
      ip: by.ip,
    });
    await enqueue(tx, "send-mail", {
      eventKey: `finance:${id}:${change.status}:${request.history.length}`,
      to: request.user_email,
      content: {
        kind: "FINANCE_MOVED",
        name: request.user_name,
        status: change.status,
        reason: change.reason,
      },
    });
  });
}

function refuseMove(from: FinanceStatus, to: FinanceStatus): void {
  if (!mayMoveFinance(from, to))
    throw new Refusal(
      "wrong-state",
      msg("A request with the status “{from}” can't change to “{to}”", {
        from: codeName(from),
        to: codeName(to),
      }),
    );
}

/** Withdraws the caller's own request. @throws Refusal 404 for someone else's, 409 */
export async function withdrawFinance(
  context: FinanceContext,
  id: number,
  by: FinanceActor,
): Promise<void> {
  await act(context, async (tx) => {
    const request = await lockFinance(tx, id);
    if (request === null || request.user_id !== by.userId) throw noSuchRequest();
    refuseMove(request.status, "WITHDRAWN");
    await setFinanceStatus(tx, id, {
      status: "WITHDRAWN",
      lenderName: null,
      approvedCents: null,
      apr: null,
    });
    await insertStep(tx, { requestId: id, status: "WITHDRAWN", reason: "", actorId: by.userId });
  });
}

/** Hides a finished request; its row stays on record (D12). @throws Refusal 404, 409 */
export async function deleteFinance(
  context: FinanceContext,
  id: number,
  by: FinanceActor,
): Promise<void> {
  await act(context, async (tx) => {
    const request = await lockFinance(tx, id);
    if (request === null) throw noSuchRequest();
    if (!isFinanceFinished(request.status))
      throw new Refusal(
        "wrong-state",
        msg("Only declined, completed, withdrawn or expired applications can be archived"),
      );
    await markDeleted(tx, id);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "finance-deleted",
      subjectType: "finance-request",
      subjectId: id,
      before: { status: request.status },
      ip: by.ip,
    });
  });
}

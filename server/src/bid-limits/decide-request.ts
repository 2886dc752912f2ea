import { msg, type Message } from "@gavelyard/messages/text";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { mayMoveLimitRequest, type LimitRequestStatus } from "@gavelyard/domain/requests";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import type { Db } from "../db/pool.ts";
import { insertDocument, type DocumentRow } from "../documents/sql.ts";
import { act } from "../events/act.ts";
import type { ProductEvent } from "../events/events.ts";
import type { Actor } from "../http/actor.ts";
import { badFields, Refusal, notFound } from "../refusal.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { shownPerson } from "../proposals/person-sql.ts";
import { requireSecondPerson } from "../proposals/proposals.ts";
import { isSamePerson } from "../proposals/same-person-sql.ts";
import { twoPersonRule } from "../proposals/sql.ts";
import { setLimit } from "../users/account-sql.ts";
import {
  addDocument,
  hasOpenRequest,
  insertRequest,
  limitOf,
  lockRequest,
  markDecided,
  markReviewed,
  type LimitRequestRow,
} from "./requests-sql.ts";

type LimitContext = Pick<Context, "pool" | "bus">;

export interface RequestActor {
  readonly userId: number;
  readonly ip: string | null;
}

const openRequest = () =>
  new Refusal(
    "waiting-request",
    msg("You have an open request. Withdraw it before you send another."),
  );

/**
 * Checks that a customer can request a higher limit. Returns the current limit in cents.
 * @param amount whole dollars
 * @throws Refusal 400 for an amount that isn't above the limit, 403 for staff, 409 while another
 * request is open
 */
export async function refuseRequest(db: Db, userId: number, amount: number): Promise<number> {
  const limitCents = await limitOf(db, userId);
  if (limitCents === null)
    throw new Refusal("role-forbidden", msg("Only customers have a bid limit"));
  if (dollarsToCents(amount) <= limitCents) {
    const message = msg("Enter more than your limit of {limit}", {
      limit: formatDollars(limitCents),
    });
    throw badFields([{ path: "bidLimitAmount", message }]);
  }
  if (await hasOpenRequest(db, userId)) throw openRequest();
  return limitCents;
}

/**
 * Records a customer's request for a higher limit with its documents (D26).
 * @param amount whole dollars
 * @throws Refusal 400 for an amount that isn't above the limit, 409 while another request is open
 */
export async function enterRequest(
  context: LimitContext,
  request: {
    readonly amount: number;
    readonly docType: string;
    readonly document: DocumentRow;
    /** Its further documents. */
    readonly others: readonly DocumentRow[];
  },
  by: RequestActor,
): Promise<void> {
  await act(context, async (tx) => {
    const limitCents = await refuseRequest(tx, by.userId, request.amount);
    await insertDocument(tx, request.document);
    const entered = await insertRequest(tx, {
      documentId: request.document.id,
      userId: by.userId,
      bidLimitCents: dollarsToCents(request.amount),
      docType: request.docType,
    });
    if (entered === null) throw openRequest();
    for (const other of request.others) {
      await insertDocument(tx, other);
      await addDocument(tx, entered, other.id);
    }
    await insertAudit(tx, {
      actorId: by.userId,
      action: "limit-requested",
      subjectType: "user",
      subjectId: by.userId,
      before: { limit: centsToDollars(limitCents) },
      after: { bidLimitAmount: request.amount },
      ip: by.ip,
    });
  });
}

async function lockKnown(tx: PoolClient, documentId: string): Promise<LimitRequestRow> {
  const request = await lockRequest(tx, documentId);
  if (request === null) throw notFound(msg("Request not found"));
  return request;
}

const refusedBy: Readonly<Record<LimitRequestStatus, Message>> = {
  PENDING: msg("This request has not been reviewed yet"),
  REVIEWED: msg("This request was already reviewed"),
  APPROVED: msg("This request was already approved"),
  REJECTED: msg("This request was already rejected"),
  WITHDRAWN: msg("This request was already withdrawn"),
};

function refuseMove(request: LimitRequestRow, to: LimitRequestStatus): void {
  if (mayMoveLimitRequest(request.status, to)) return;
  throw new Refusal(
    request.status === "PENDING" ? "too-early" : "already-done",
    refusedBy[request.status],
  );
}

/**
 * Records support's recommendation on a request (D26).
 * @throws Refusal 400, 404, 409
 */
export async function reviewRequest(
  context: LimitContext,
  review: {
    readonly documentId: string;
    readonly decision: "APPROVE" | "REJECT";
    readonly recommendedLimit: number | undefined;
    readonly note: string;
  },
  by: RequestActor,
): Promise<void> {
  await act(context, async (tx) => {
    const request = await lockKnown(tx, review.documentId);
    refuseMove(request, "REVIEWED");
    const recommendedCents =
      review.decision === "REJECT"
        ? null
        : review.recommendedLimit === undefined
          ? request.bid_limit_cents
          : dollarsToCents(review.recommendedLimit);
    await markReviewed(tx, request.id, {
      recommendation: review.decision,
      recommendedCents,
      note: review.note,
      by: by.userId,
    });
    await insertAudit(tx, {
      actorId: by.userId,
      action: "limit-request-reviewed",
      subjectType: "user",
      subjectId: request.user_id,
      after: {
        documentId: review.documentId,
        recommendation: review.decision,
        recommended: recommendedCents === null ? null : centsToDollars(recommendedCents),
      },
      reason: review.note,
      ip: by.ip,
    });
  });
}

/**
 * Approves a reviewed request and sets the limit. Repeating an approval changes nothing (D9, D26).
 * Needs a second administrator for a limit above a set amount, and for a request that the same
 * person reviewed (D38).
 * @param amount whole dollars
 * @throws Refusal 404; 409 unless reviewed, or for a different amount after the decision
 */
export async function approveRequest(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  documentId: string,
  amount: number,
  by: Actor,
): Promise<void> {
  const request = await lockKnown(tx, documentId);
  const approvedCents = dollarsToCents(amount);
  if (request.status === "APPROVED" && request.approved_cents === approvedCents) return;
  if (request.status === "APPROVED")
    throw new Refusal(
      "already-done",
      msg("This request was already approved for {formatDollars}", {
        formatDollars: formatDollars(request.approved_cents ?? 0),
      }),
    );
  refuseMove(request, "APPROVED");
  const { limitAboveCents } = await twoPersonRule(tx);
  const reviewers = request.reviewed_by === null ? [] : [request.reviewed_by];
  if (approvedCents > limitAboveCents || (await isSamePerson(tx, by.userId, reviewers))) {
    await requireSecondPerson(tx, by, {
      kind: "LIMIT_REQUEST",
      subjectType: "limit-request",
      subjectId: request.id,
      title: request.user_name,
      before: { limit: centsToDollars(request.limit_cents) },
      after: { limit: amount, ...(await shownPerson(tx, request.user_id, null)) },
      reason: request.review_note || null,
    });
  }
  await markDecided(tx, request.id, {
    status: "APPROVED",
    approvedCents,
    note: "",
    by: by.userId,
  });
  await setLimit(tx, request.user_id, approvedCents);
  await announceDecision(tx, record, request, { status: "APPROVED", amount, note: "" }, by);
  record({
    type: "users-told",
    userIds: [request.user_id],
    event: { type: "LIMIT_CHANGED", limit: amount, at: (await clockNow(tx)).toISOString() },
  });
}

/** Rejects a reviewed request. @throws Refusal 404, 409 */
export async function rejectRequest(
  context: LimitContext,
  documentId: string,
  note: string,
  by: RequestActor,
): Promise<void> {
  await act(context, async (tx, record) => {
    const request = await lockKnown(tx, documentId);
    if (request.status === "REJECTED") return;
    refuseMove(request, "REJECTED");
    await markDecided(tx, request.id, {
      status: "REJECTED",
      approvedCents: null,
      note,
      by: by.userId,
    });
    await announceDecision(tx, record, request, { status: "REJECTED", amount: null, note }, by);
  });
}

/** Withdraws the caller's own request. @throws Refusal 404 for someone else's, 409 */
export async function withdrawRequest(
  context: LimitContext,
  documentId: string,
  by: RequestActor,
): Promise<void> {
  await act(context, async (tx) => {
    const request = await lockKnown(tx, documentId);
    if (request.user_id !== by.userId) throw notFound(msg("Request not found"));
    refuseMove(request, "WITHDRAWN");
    await markDecided(tx, request.id, {
      status: "WITHDRAWN",
      approvedCents: null,
      note: "",
      by: by.userId,
    });
  });
}

async function announceDecision(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  request: LimitRequestRow,
  decision: {
    readonly status: "APPROVED" | "REJECTED";
    readonly amount: number | null;
    readonly note: string;
  },
  by: RequestActor,
): Promise<void> {
  const { status, amount, note } = decision;
  await insertAudit(tx, {
    actorId: by.userId,
    action: status === "APPROVED" ? "limit-request-approved" : "limit-request-rejected",
    subjectType: "user",
    subjectId: request.user_id,
    before: { limit: centsToDollars(request.limit_cents) },
    after: { documentId: request.document_id, limit: amount },
    reason: note,
    ip: by.ip,
  });
  await enqueue(tx, "send-mail", {
    eventKey: `limit-request:${request.id}:${status}`,
    to: request.user_email,
    content: {
      kind: "LIMIT_DECIDED",
      name: request.user_name,
      approvedCents: amount === null ? null : dollarsToCents(amount),
      note,
    },
  });
  record({
    type: "users-told",
    userIds: [request.user_id],
    event: {
      type: "REQUEST_DECIDED",
      documentId: request.document_id,
      decision: status,
      limit: amount,
      at: (await clockNow(tx)).toISOString(),
    },
  });
}

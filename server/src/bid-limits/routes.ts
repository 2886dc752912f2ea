import { msg, t } from "@gavelyard/messages/text";
import * as limits from "@gavelyard/contract/bidding/bid-limits";
import { permissionFor, personalPurposes } from "@gavelyard/domain/documents";
import { centsToDollars } from "@gavelyard/domain/money";
import { isStaff } from "@gavelyard/domain/users/roles";
import { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { storeDocument } from "../documents/store-document.ts";
import { sendDocument } from "../documents/send-document.ts";
import { documentById, type DocumentRow } from "../documents/sql.ts";
import { requirePermission } from "../http/access.ts";
import { actorOf } from "../http/actor.ts";
import { badFields, badRequest, notFound } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import type { Proposals } from "../proposals/proposals.ts";
import {
  approveRequest,
  enterRequest,
  refuseRequest,
  rejectRequest,
  reviewRequest,
  withdrawRequest,
} from "./decide-request.ts";
import {
  latestRequestOf,
  requestByDocument,
  requestsIn,
  type LimitRequestRow,
} from "./requests-sql.ts";
import { limitWithHolds } from "./sql.ts";

const approvalInput = z.object({ id: z.uuid(), amount: z.int() });

/** Routes for bid limits, their holds, and requests for higher limits (D25, D26). */
export function bidLimitRoutes(serve: Serve, context: Context, proposals: Proposals): void {
  const { pool, files } = context;
  const approve = proposals.register("LIMIT_REQUEST", approvalInput, (tx, record, input, by) =>
    approveRequest(tx, record, input.id, input.amount, by),
  );
  const request = async (documentId: string) => {
    const row = await requestByDocument(pool, documentId);
    if (row === null) throw notFound(msg("Request not found"));
    return toRequest(row);
  };

  serve(limits.bidLimitStatus, async ({ params, user }) => {
    const row = await limitWithHolds(pool, params.id);
    if (row === null) throw notFound(msg("This account has no bid limit"));
    // Maximums on open lots are private to their bidder, so staff see holds at visible prices
    // (D18).
    const own = user.userId === row.user_id;
    const hidden = own ? 0 : row.holds.reduce((sum, hold) => sum + hold.private_cents, 0);
    const usedCents = row.leading_cents + row.awarded_cents - hidden;
    return {
      userId: row.user_id,
      limit: centsToDollars(row.limit_cents),
      used: centsToDollars(usedCents),
      available: centsToDollars(Math.max(0, row.limit_cents - usedCents)),
      holds: row.holds.map((hold) => ({
        kind: hold.kind,
        inventoryId: hold.inventory_id,
        name: hold.name,
        amount: centsToDollars(hold.cents - (own ? 0 : hold.private_cents)),
      })),
      ownUnits: [...row.own_units],
    };
  });

  serve(limits.requestBidLimit, async ({ body, user, request: http }) => {
    const uploads = http.uploads.filter(({ field }) => field === "document");
    const { bidLimitAmount: amount, docType } = body;
    await refuseRequest(pool, user.userId, amount);
    const documents: DocumentRow[] = [];
    for (const upload of uploads)
      documents.push(
        await storeDocument(context, upload, { userId: user.userId, purpose: "BID_LIMIT" }),
      );
    const [document, ...others] = documents;
    if (document === undefined) throw badRequest(msg("document: Attach a file"));
    await enterRequest(context, { amount, docType, document, others }, actorOf(user, http));
    return request(document.id);
  });

  serve(limits.limitRequestsForReview, async () =>
    (await requestsIn(pool, "PENDING")).map(toRequest),
  );
  serve(limits.reviewedLimitRequests, async () =>
    (await requestsIn(pool, "REVIEWED")).map(toRequest),
  );
  serve(limits.limitRequestStatus, async ({ params, user }) => {
    const row = await latestRequestOf(pool, params.id);
    if (row === null) return null;
    // Staff's note stays with staff, like notes about users.
    return isStaff(user.role) ? toRequest(row) : { ...toRequest(row), reviewNote: "" };
  });

  serve(limits.reviewLimitRequest, async ({ body, user, request: http }) => {
    const { documentId, decision, recommendedLimit, note } = body;
    const review = { documentId, decision, recommendedLimit, note };
    await reviewRequest(context, review, actorOf(user, http));
    return request(documentId);
  });
  for (const approval of [limits.approveLimitRequest, limits.approveLimitRequestPost]) {
    serve(approval, async ({ params, user, request: http }) => {
      await approve.run(params, actorOf(user, http));
      return request(params.id);
    });
  }
  serve(limits.rejectLimitRequest, async ({ params, body, user, request: http }) => {
    await rejectRequest(context, params.id, body.note, actorOf(user, http));
    return request(params.id);
  });
  serve(limits.withdrawLimitRequest, async ({ params, user, request: http }) => {
    await withdrawRequest(context, params.id, actorOf(user, http));
    return { message: t("Request withdrawn") };
  });

  serve(limits.documentById, async ({ params, query: { reason }, user, request: http, reply }) => {
    const document = await documentById(pool, params.id);
    const isOwner = document?.owner_id === user.userId;
    if (document === null || !(isOwner || isStaff(user.role)))
      throw notFound(msg("Document not found"));
    const isPersonal = personalPurposes.includes(document.purpose);
    if (!isOwner) requirePermission(user, permissionFor(document.purpose));
    if (!isOwner && isPersonal) {
      if (reason === undefined) {
        throw badFields([
          { path: "reason", message: msg("Enter a reason for opening this document") },
        ]);
      }
      await insertAudit(pool, {
        actorId: user.userId,
        action: "document-opened",
        subjectType: "user",
        subjectId: document.owner_id,
        after: { purpose: document.purpose, documentId: document.id },
        reason,
        ip: actorOf(user, http).ip,
      });
    }
    await sendDocument(files, reply, document);
  });
}

function toRequest(row: LimitRequestRow): limits.LimitRequest {
  const dollars = (cents: number | null) => (cents === null ? null : centsToDollars(cents));
  return {
    documentId: row.document_id,
    userId: row.user_id,
    userName: row.user_name,
    userEmail: row.user_email,
    currentLimit: centsToDollars(row.limit_cents),
    bidLimitAmount: centsToDollars(row.bid_limit_cents),
    docType: row.doc_type,
    fileName: row.file_name,
    documents: [...row.documents],
    status: row.status,
    createdAt: row.created_at.toISOString(),
    recommendation: row.recommendation,
    recommendedLimit: dollars(row.recommended_cents),
    reviewNote: row.review_note,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    approvedLimit: dollars(row.approved_cents),
    decisionNote: row.decision_note,
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

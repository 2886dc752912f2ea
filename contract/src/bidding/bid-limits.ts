import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import {
  highestLimitRequest,
  limitRequestStatuses,
  maxRequestDocuments,
} from "@gavelyard/domain/requests";
import { dollars, done, id, idParam, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";

export const bidLimitStatusSchema = z
  .object({
    userId: id,
    limit: dollars,
    used: dollars,
    available: dollars,
    holds: z.array(
      z.object({
        kind: z.enum(["LEADING", "AWAITING_DECISION", "UNPAID_AWARD"]),
        inventoryId: id,
        name: z.string(),
        amount: dollars,
      }),
    ),
    /**
     * Units in an auction on which the user can't bid, since they act for the seller (D93). A server of
     * the version before doesn't say it.
     */
    ownUnits: z.array(id).optional(),
  })
  .meta({ id: "BidLimitStatus" });
export type BidLimitStatus = z.infer<typeof bidLimitStatusSchema>;

export const bidLimitStatus = endpoint(routes.bidLimitStatus, {
  scope: "account:read",
  tag: "Bid limits",
  summary: "A user's bid limit, its used and available amounts, and its holds",
  access: "self",
  permission: "users",
  subject: "id",
  params: z.object({ id: idParam }),
  response: bidLimitStatusSchema,
  errors: [404],
});

/** A request for a higher limit (D26). Its ID on the wire is that of the attached document. */
export const limitRequest = z
  .object({
    documentId: z.uuid(),
    userId: id,
    userName: z.string(),
    userEmail: z.string(),
    currentLimit: dollars,
    bidLimitAmount: dollars,
    docType: z.enum(["ID", "BANK_LETTER", "PROOF_OF_FUNDS", "DEALER_LICENSE", "OTHER"]),
    fileName: z.string(),
    /** All its documents, the one that names it first. */
    documents: z.array(z.object({ documentId: z.uuid(), fileName: z.string() })),
    status: z.enum(limitRequestStatuses),
    createdAt: instant,
    recommendation: z.enum(["APPROVE", "REJECT"]).nullable(),
    recommendedLimit: dollars.nullable(),
    reviewNote: z.string(),
    reviewedAt: instant.nullable(),
    approvedLimit: dollars.nullable(),
    decisionNote: z.string(),
    decidedAt: instant.nullable(),
  })
  .meta({ id: "LimitRequest" });
export type LimitRequest = z.infer<typeof limitRequest>;

const limitAmount = z
  .int(t("Must be a whole number of dollars"))
  .min(1_000, t("Must be at least 1,000"))
  .max(highestLimitRequest, t("Must be 10,000,000 or less"));
const documentParams = z.object({ id: z.uuid() });

export const requestBidLimit = endpoint(routes.requestBidLimit, {
  tag: "Bid limits",
  summary: "Request a higher limit, with up to 4 documents",
  access: "customer",
  subject: "userId",
  input: "anywhere",
  files: { document: { kind: "document", atMost: maxRequestDocuments, required: true } },
  params: z.object({ userId: idParam }),
  body: z.object({
    bidLimitAmount: limitAmount,
    docType: limitRequest.shape.docType.default("OTHER"),
  }),
  response: limitRequest,
  errors: [409, 413],
});

export const limitRequestsForReview = endpoint(laterRoutes.limitRequestsForReview, {
  tag: "Bid limits",
  summary: "Requests to review, oldest first",
  access: "staff",
  permission: "users",
  people: "list",
  response: z.array(limitRequest),
});

export const reviewLimitRequest = endpoint(laterRoutes.reviewLimitRequest, {
  tag: "Bid limits",
  summary: "Recommend a decision on a request",
  access: "staff",
  permission: "users",
  input: "anywhere",
  body: z.object({
    documentId: z.uuid(),
    decision: z.enum(["APPROVE", "REJECT"]),
    recommendedLimit: limitAmount.optional(),
    note: text(0, 1_000).default(""),
  }),
  response: limitRequest,
  errors: [404, 409],
});

export const reviewedLimitRequests = endpoint(laterRoutes.reviewedLimitRequests, {
  tag: "Bid limits",
  summary: "Requests awaiting an administrator's decision, oldest first",
  access: "admin",
  permission: "users",
  people: "list",
  response: z.array(limitRequest),
});

const approval = {
  confirmAgain: true,
  tag: "Bid limits",
  access: "admin",
  permission: "users",
  params: documentParams.extend({
    amount: z
      .string()
      .regex(/^\d{1,9}$/, t("Must be a whole number of dollars"))
      .transform(Number)
      .refine(
        (amount) => amount >= 1_000 && amount <= highestLimitRequest,
        t("Must be from 1,000 to 10,000,000"),
      ),
  }),
  response: limitRequest,
  errors: [404, 409],
} as const;

export const approveLimitRequest = endpoint(laterRoutes.approveLimitRequest, {
  secondPerson: ["LIMIT_REQUEST"],
  ...approval,
  changes: true,
  people: null,
  summary: "Approve a reviewed request with this limit; safe to repeat (D9)",
});

export const approveLimitRequestPost = endpoint(laterRoutes.approveLimitRequestPost, {
  secondPerson: ["LIMIT_REQUEST"],
  ...approval,
  summary: "Approve a reviewed request with this limit",
});

export const rejectLimitRequest = endpoint(laterRoutes.rejectLimitRequest, {
  tag: "Bid limits",
  summary: "Reject a reviewed request",
  access: "admin",
  permission: "users",
  input: "anywhere",
  params: documentParams,
  body: z.object({ note: text(0, 1_000).default("") }),
  response: limitRequest,
  errors: [404, 409],
});

export const limitRequestStatus = endpoint(routes.limitRequestStatus, {
  tag: "Bid limits",
  summary: "A user's latest request, or null",
  access: "self",
  permission: "users",
  subject: "id",
  params: z.object({ id: idParam }),
  response: limitRequest.nullable(),
});

export const withdrawLimitRequest = endpoint(routes.withdrawLimitRequest, {
  tag: "Bid limits",
  summary: "Withdraw your own open request",
  access: "customer",
  params: documentParams,
  response: done,
  errors: [404, 409],
});

export const documentById = endpoint(routes.documentById, {
  tag: "Documents",
  summary: "A document, for its owner and for staff who state a reason, which is audited (D55)",
  access: "user",
  permission: null,
  people: "account",
  params: documentParams,
  query: z.object({
    /** Why staff open another person's document. */
    reason: text(3, 200).optional(),
  }),
  response: z.unknown(),
  download: "application/octet-stream",
  errors: [404],
});

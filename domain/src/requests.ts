/** Statuses of a request for a higher bid limit (D26). */
export const limitRequestStatuses = [
  "PENDING",
  "REVIEWED",
  "APPROVED",
  "REJECTED",
  "WITHDRAWN",
] as const;
export type LimitRequestStatus = (typeof limitRequestStatuses)[number];

/**
 * Support reviews with a recommendation, then an administrator decides. The customer can withdraw
 * until then.
 */
const limitRequestMoves: Readonly<Record<LimitRequestStatus, readonly LimitRequestStatus[]>> = {
  PENDING: ["REVIEWED", "WITHDRAWN"],
  REVIEWED: ["REVIEWED", "APPROVED", "REJECTED", "WITHDRAWN"],
  APPROVED: [],
  REJECTED: [],
  WITHDRAWN: [],
};

export function mayMoveLimitRequest(from: LimitRequestStatus, to: LimitRequestStatus): boolean {
  return limitRequestMoves[from].includes(to);
}

export const financeStatuses = [
  "PENDING",
  "UNDER_REVIEW",
  "NEEDS_INFO",
  "APPROVED",
  "DECLINED",
  "COMPLETED",
  "WITHDRAWN",
  "EXPIRED",
] as const;
export type FinanceStatus = (typeof financeStatuses)[number];

const financeMoves: Readonly<Record<FinanceStatus, readonly FinanceStatus[]>> = {
  PENDING: ["UNDER_REVIEW", "DECLINED", "WITHDRAWN"],
  UNDER_REVIEW: ["NEEDS_INFO", "APPROVED", "DECLINED"],
  NEEDS_INFO: ["UNDER_REVIEW", "WITHDRAWN", "EXPIRED"],
  APPROVED: ["COMPLETED", "EXPIRED"],
  DECLINED: [],
  COMPLETED: [],
  WITHDRAWN: [],
  EXPIRED: [],
};

export function mayMoveFinance(from: FinanceStatus, to: FinanceStatus): boolean {
  return financeMoves[from].includes(to);
}

export function isFinanceFinished(status: FinanceStatus): boolean {
  return financeMoves[status].length === 0;
}

/** Maximum open finance requests of a customer (D42). */
export const maxOpenFinance = 3;

/** Finance requests by who acts next: staff or the applicant, the lender, nobody. */
export const financeStages = ["OPEN", "APPROVED", "FINISHED"] as const;
export type FinanceStage = (typeof financeStages)[number];

export function financeStageOf(status: FinanceStatus): FinanceStage {
  if (isFinanceFinished(status)) return "FINISHED";
  return status === "APPROVED" ? "APPROVED" : "OPEN";
}

export const financeTerms = [12, 24, 36, 48, 60, 72, 84] as const;

/** Maximum limit that a request can ask for, in whole dollars (D26). */
export const highestLimitRequest = 10_000_000;

/** Maximum documents of such a request. */
export const maxRequestDocuments = 4;

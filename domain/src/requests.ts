/** Where a request for a higher bid limit stands (D26). */
export const limitRequestStatuses = [
  "PENDING",
  "REVIEWED",
  "APPROVED",
  "REJECTED",
  "WITHDRAWN",
] as const;
export type LimitRequestStatus = (typeof limitRequestStatuses)[number];

/** Support reviews with a recommendation, an administrator decides; its owner may withdraw until then. */
const limitRequestMoves: Readonly<Record<LimitRequestStatus, readonly LimitRequestStatus[]>> = {
  PENDING: ["REVIEWED", "WITHDRAWN"],
  REVIEWED: ["REVIEWED", "APPROVED", "REJECTED", "WITHDRAWN"],
  APPROVED: [],
  REJECTED: [],
  WITHDRAWN: [],
};

/** Whether a limit request may go from one status to another. */
export function mayMoveLimitRequest(from: LimitRequestStatus, to: LimitRequestStatus): boolean {
  return limitRequestMoves[from].includes(to);
}

/** Where a finance request stands. */
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

/** Whether a finance request may go from one status to another. */
export function mayMoveFinance(from: FinanceStatus, to: FinanceStatus): boolean {
  return financeMoves[from].includes(to);
}

/** Whether a finance request is finished and may be deleted. */
export function isFinanceFinished(status: FinanceStatus): boolean {
  return financeMoves[status].length === 0;
}

/** Finance requests by what they wait for: staff or applicant, the lender, or nothing any more. */
export const financeStages = ["OPEN", "APPROVED", "FINISHED"] as const;
export type FinanceStage = (typeof financeStages)[number];

/** Where on its way a finance request is. */
export function financeStageOf(status: FinanceStatus): FinanceStage {
  if (isFinanceFinished(status)) return "FINISHED";
  return status === "APPROVED" ? "APPROVED" : "OPEN";
}

/** Months over which a financed amount may be paid back. */
export const financeTerms = [12, 24, 36, 48, 60, 72, 84] as const;

/** The highest limit that a request may ask for, in whole dollars (D26). */
export const highestLimitRequest = 10_000_000;

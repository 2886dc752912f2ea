import { describe, expect, test } from "vitest";
import {
  financeStageOf,
  financeStatuses,
  isFinanceFinished,
  limitRequestStatuses,
  mayMoveFinance,
  mayMoveLimitRequest,
} from "./requests.ts";

/** Returns all transitions that a table allows, as "FROM>TO". */
function allowed<S extends string>(
  statuses: readonly S[],
  may: (from: S, to: S) => boolean,
): string[] {
  return statuses.flatMap((from) =>
    statuses.filter((to) => may(from, to)).map((to) => `${from}>${to}`),
  );
}

test("a limit request is reviewed, then decided, and can be withdrawn until then (D26)", () => {
  expect(allowed(limitRequestStatuses, mayMoveLimitRequest)).toEqual([
    "PENDING>REVIEWED",
    "PENDING>WITHDRAWN",
    "REVIEWED>REVIEWED",
    "REVIEWED>APPROVED",
    "REVIEWED>REJECTED",
    "REVIEWED>WITHDRAWN",
  ]);
});

describe("a finance request", () => {
  test("allows these transitions and no others", () => {
    expect(allowed(financeStatuses, mayMoveFinance)).toEqual([
      "PENDING>UNDER_REVIEW",
      "PENDING>DECLINED",
      "PENDING>WITHDRAWN",
      "UNDER_REVIEW>NEEDS_INFO",
      "UNDER_REVIEW>APPROVED",
      "UNDER_REVIEW>DECLINED",
      "NEEDS_INFO>UNDER_REVIEW",
      "NEEDS_INFO>WITHDRAWN",
      "NEEDS_INFO>EXPIRED",
      "APPROVED>COMPLETED",
      "APPROVED>EXPIRED",
    ]);
  });

  test("can be deleted only when finished, and is open only until then", () => {
    expect(financeStatuses.filter(isFinanceFinished)).toEqual([
      "DECLINED",
      "COMPLETED",
      "WITHDRAWN",
      "EXPIRED",
    ]);
    const open = financeStatuses.filter((status) => financeStageOf(status) === "OPEN");
    expect(open).toEqual(["PENDING", "UNDER_REVIEW", "NEEDS_INFO"]);
    expect(financeStageOf("APPROVED")).toBe("APPROVED");
  });
});

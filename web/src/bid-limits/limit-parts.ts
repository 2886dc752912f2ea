import { t } from "@gavelyard/messages/text";
import type { BidLimitStatus } from "@gavelyard/contract/bidding/bid-limits";

type Hold = BidLimitStatus["holds"][number];

/** Kinds of holds in display order, with labels and colors. */
export const holdKinds = [
  { kind: "LEADING", words: t("High bids, up to your maximums"), color: "bg-amber" },
  {
    kind: "AWAITING_DECISION",
    words: t("Below reserve, awaiting the seller"),
    color: "bg-amber-deep",
  },
  { kind: "UNPAID_AWARD", words: t("Won, not paid yet"), color: "bg-ink" },
] as const satisfies readonly { kind: Hold["kind"]; words: string; color: string }[];

/** A kind of hold with its lots, largest first. */
export interface LimitPart {
  readonly words: string;
  readonly color: string;
  readonly total: number;
  readonly lots: readonly (Hold & { readonly percent: number })[];
}

/**
 * Returns the holds on a limit by kind. Percentages are of the limit, or of all holds if they
 * exceed a lowered limit.
 */
export function limitParts({ limit, holds }: BidLimitStatus): LimitPart[] {
  const totalHeld = holds.reduce((sum, { amount }) => sum + amount, 0);
  const whole = Math.max(limit, totalHeld, 1);
  return holdKinds.flatMap(({ kind, words, color }) => {
    const lots = holds
      .filter((hold) => hold.kind === kind)
      .toSorted((one, other) => other.amount - one.amount)
      .map((hold) => ({ ...hold, percent: (100 * hold.amount) / whole }));
    const total = lots.reduce((sum, { amount }) => sum + amount, 0);
    return lots.length === 0 ? [] : [{ words, color, total, lots }];
  });
}

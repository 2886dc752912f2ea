import type { SaleTerms } from "@gavelyard/contract/operating-settings";
import { money } from "../ui/format.ts";

const small = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Formats a duration: "two minutes", "90 seconds". */
export function timeInWords(seconds: number): string {
  const minutes = seconds / 60;
  if (seconds === 0 || !Number.isInteger(minutes))
    return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${small[minutes] ?? minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

/** Joins parts: "a, b and c". */
function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** Describes how a late bid extends a lot. */
export function softCloseInWords({ softClose }: SaleTerms): string {
  const { windowSec, extendSec, maxExtensions } = softClose;
  if (windowSec === 0) return "A late bid doesn't extend a lot unless its auction says so.";
  const often =
    maxExtensions === null
      ? "as often as needed"
      : `up to ${maxExtensions} ${maxExtensions === 1 ? "time" : "times"}`;
  return `A bid in the last ${timeInWords(windowSec)} that changes the price or the high bidder extends the lot to ${timeInWords(extendSec)} from that bid, ${often}, unless its auction has other times.`;
}

/** Describes the bid increments. */
export function incrementsInWords({ increments }: SaleTerms): string {
  const steps = increments.steps.map(({ from, step }) =>
    from === 0 ? `by ${money(step)} from the start` : `by ${money(step)} from ${money(from)}`,
  );
  return `Bids increase ${listed(steps)}, unless an auction has its own table. The button always shows the next bid.`;
}

/** Describes the fees on top of the hammer price. */
export function feesInWords({ fees }: SaleTerms): string {
  const rates = fees.premium.map(({ from, percent }, index) => {
    const next = fees.premium[index + 1]?.from;
    if (next === undefined)
      return from === 0
        ? `${percent}% of the price`
        : `${percent}% of the part above ${money(from)}`;
    return from === 0
      ? `${percent}% of the price up to ${money(next)}`
      : `${percent}% of the part up to ${money(next)}`;
  });
  const least = fees.minPremium === 0 ? "" : `, at least ${money(fees.minPremium)}`;
  const documents =
    fees.docFee === 0 ? "There is no document fee" : `The document fee is ${money(fees.docFee)}`;
  const tax =
    fees.taxPercent === 0 ? "" : ` Sales tax is ${fees.taxPercent}% of price and premium.`;
  return `The buyer's premium is ${listed(rates)}${least}. ${documents}.${tax} Some auctions have their own fees, shown on their lots.`;
}

/** Describes the bid limit of new accounts. */
export const startingLimitInWords = ({ bidLimit }: SaleTerms): string =>
  bidLimit.limit === 0
    ? "New accounts start without a bid limit"
    : `New accounts start with a bid limit of ${money(bidLimit.limit)}`;

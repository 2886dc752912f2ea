import type { SaleTerms } from "@gavelyard/contract/operating-settings";
import { plural, t } from "@gavelyard/messages/text";
import { money } from "../ui/text/format.ts";

const fewMinutes = [
  t("one minute"),
  t("two minutes"),
  t("three minutes"),
  t("four minutes"),
  t("five minutes"),
  t("six minutes"),
  t("seven minutes"),
  t("eight minutes"),
  t("nine minutes"),
  t("ten minutes"),
];

/** Formats a duration: "two minutes", "90 seconds". */
export function timeInWords(seconds: number): string {
  const minutes = seconds / 60;
  if (seconds === 0 || !Number.isInteger(minutes))
    return plural(seconds, "{n} second", "{n} seconds");
  return fewMinutes[minutes - 1] ?? plural(minutes, "{n} minute", "{n} minutes");
}

/** Joins parts: "a, b and c". */
function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2
    ? last
    : t("{parts} and {last}", { parts: parts.slice(0, -1).join(", "), last });
}

export function softCloseInWords({ softClose }: SaleTerms): string {
  const { windowSec, extendSec, maxExtensions } = softClose;
  if (windowSec === 0) return t("A late bid doesn't extend a lot unless its auction says so.");
  const times = { window: timeInWords(windowSec), extension: timeInWords(extendSec) };
  return maxExtensions === null
    ? t(
        "A bid in the last {window} that changes the price or the high bidder extends the lot to {extension} from that bid, as often as needed, unless its auction has other times.",
        times,
      )
    : t(
        "A bid in the last {window} that changes the price or the high bidder extends the lot to {extension} from that bid, up to {times}, unless its auction has other times.",
        { ...times, times: plural(maxExtensions, "{n} time", "{n} times") },
      );
}

export function incrementsInWords({ increments }: SaleTerms): string {
  const steps = increments.steps.map(({ from, step }) =>
    from === 0
      ? t("by {step} from the start", { step: money(step) })
      : t("by {step} from {price}", { step: money(step), price: money(from) }),
  );
  return t(
    "Bids increase {steps}, unless an auction has its own table. The button always shows the next bid.",
    { steps: joined(steps) },
  );
}

export function feesInWords({ fees, taxedByPlace }: SaleTerms): string {
  const rates = fees.premium.map(({ from, percent }, index) => {
    const next = fees.premium[index + 1]?.from;
    if (next === undefined)
      return from === 0
        ? t("{percent}% of the price", { percent })
        : t("{percent}% of the part above {price}", { percent, price: money(from) });
    return from === 0
      ? t("{percent}% of the price up to {price}", { percent, price: money(next) })
      : t("{percent}% of the part up to {price}", { percent, price: money(next) });
  });
  const premium =
    fees.minPremium === 0
      ? t("The buyer's premium is {rates}.", { rates: joined(rates) })
      : t("The buyer's premium is {rates}, at least {least}.", {
          rates: joined(rates),
          least: money(fees.minPremium),
        });
  const documents =
    fees.docFee === 0
      ? t("There is no document fee.")
      : t("The document fee is {fee}.", { fee: money(fees.docFee) });
  const tax = taxedByPlace
    ? [t("Sales tax depends on where the unit stands; its lot shows the rate.")]
    : fees.taxPercent === 0
      ? []
      : [t("Sales tax is {percent}% of price and premium.", { percent: fees.taxPercent })];
  const others = t("Some auctions have their own fees, shown on their lots.");
  return [premium, documents, ...tax, others].join(" ");
}

export const startingLimitInWords = ({ bidLimit }: SaleTerms): string =>
  bidLimit.limit === 0
    ? t("New accounts start without a bid limit")
    : t("New accounts start with a bid limit of {limit}", { limit: money(bidLimit.limit) });

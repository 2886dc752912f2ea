import type { HistoryRow } from "@gavelyard/contract/bidding/bidding";
import { plural, t } from "@gavelyard/messages/text";
import { money, when } from "../ui/text/format.ts";
import { priceSteps } from "./price-steps.ts";

/** A lot's price over time; the history's table says the same in words. */
export function PriceChart({ rows, zone }: { rows: readonly HistoryRow[]; zone: string }) {
  const steps = priceSteps(rows);
  if (steps === null) return null;
  const { path, extensions, lowest, highest, firstAt, lastAt } = steps;
  const prices = t("Price from {low} to {high}.", { low: money(lowest), high: money(highest) });
  const extended = plural(
    extensions.length,
    "Extended {n} time by a late bid.",
    "Extended {n} times by late bids.",
  );
  return (
    <figure className="mb-3 rounded-lg border border-line bg-sheet p-3">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm text-soft">
        <span className="figures">{money(lowest)}</span>
        {extensions.length === 0 ? null : (
          <span className="flex items-center gap-2">
            <span aria-hidden className="h-3 w-0.5 bg-amber" /> {t("Extended")}
          </span>
        )}
        <span className="figures">{money(highest)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={extensions.length === 0 ? prices : `${prices} ${extended}`}
        viewBox="-1 -4 102 108"
        preserveAspectRatio="none"
        className="h-24 w-full text-ink"
      >
        <path
          d={extensions.map((x) => `M${x} 0V100`).join("")}
          stroke="var(--amber)"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="flex flex-wrap justify-between gap-x-4 text-xs text-soft">
        <span>{when(firstAt, zone)}</span>
        <span>{when(lastAt, zone)}</span>
      </p>
    </figure>
  );
}

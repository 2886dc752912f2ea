import type { HistoryRow } from "@gavelyard/contract/bidding/bidding";

/** A lot's price over time, in a square of 100 by 100 with the origin at the top left. */
export interface PriceSteps {
  /** The price as the `d` of an SVG path. */
  readonly path: string;
  /** x positions of the bids that extended the lot. */
  readonly extensions: readonly number[];
  readonly lowest: number;
  readonly highest: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** Returns the price steps of a history, newest row first; null with fewer than two prices. */
export function priceSteps(history: readonly HistoryRow[]): PriceSteps | null {
  const rows = history.toReversed();
  const steps = rows.flatMap(({ amount, placedAt }) =>
    amount === null ? [] : [{ amount, placedAt }],
  );
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined || steps.length < 2) return null;
  const amounts = steps.map(({ amount }) => amount);
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)];
  const [startMs, endMs] = [Date.parse(first.placedAt), Date.parse(last.placedAt)];
  const share = (value: number, from: number, to: number) =>
    to === from ? 100 : Math.round((10_000 * (value - from)) / (to - from)) / 100;
  const x = (placedAt: string) => share(Date.parse(placedAt), startMs, endMs);
  const y = (amount: number) => 100 - share(amount, lowest, highest);
  return {
    path: steps
      .map(({ amount, placedAt }, at) =>
        at === 0 ? `M0 ${y(amount)}` : `H${x(placedAt)}V${y(amount)}`,
      )
      .join(""),
    extensions: rows
      .filter(({ extended, amount }) => extended && amount !== null)
      .map(({ placedAt }) => x(placedAt)),
    lowest,
    highest,
    firstAt: first.placedAt,
    lastAt: last.placedAt,
  };
}

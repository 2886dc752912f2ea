/** What a price depends on; null where it isn't known. */
export interface PricedUnit {
  readonly modelYear: number;
  /** Miles, or hours for equipment: the same unit for all that are compared. */
  readonly use: number | null;
  /** Grade of the condition report, 0 to 5. */
  readonly grade: number | null;
}

/** A unit that was sold and paid for. */
export interface PastSale extends PricedUnit {
  readonly priceCents: number;
}

/** What similar units sold for, adjusted to this unit's year, use and grade (D61). */
export interface PriceGuide {
  /** The middle half of the adjusted prices. */
  readonly lowCents: number;
  readonly highCents: number;
  readonly medianCents: number;
  readonly sales: number;
}

/** Fewer sales say too little about a price. */
export const MIN_SALES = 8;

/** Prices are rounded, since more digits would promise too much. */
const STEP_CENTS = 5_000;
/** Weight of the assumption that year, use and grade don't matter, in sales. */
const RIDGE = 1;

/**
 * Estimates what a unit will sell for, from past sales of similar units; null with too few of them.
 * Fits the logarithm of the price to year, use and grade, and moves each sale's price to the unit.
 * The range is widened to the spread of sales outside the fit, so half of those lie within it.
 */
export function priceGuide(unit: PricedUnit, sales: readonly PastSale[]): PriceGuide | null {
  if (sales.length < MIN_SALES) return null;
  const columns = [
    scaled(unit, sales, ({ modelYear }) => modelYear),
    scaled(unit, sales, ({ use }) => (use === null ? null : Math.log1p(use))),
    scaled(unit, sales, ({ grade }) => grade),
  ].filter((column) => column !== null);
  const rows = sales.map((_sale, at) => [1, ...columns.map(({ values }) => values[at] ?? 0)]);
  const logs = sales.map(({ priceCents }) => Math.log(priceCents));
  // Normal equations. The first column is the mean, which isn't shrunk toward 0.
  const squares = rows[0]?.map((_one, i) =>
    (rows[0] ?? []).map(
      (_other, j) =>
        sum(rows.map((row) => at(row, i) * at(row, j))) + (i === j && i > 0 ? RIDGE : 0),
    ),
  );
  if (squares === undefined) return null;
  const fit = solve(
    squares,
    squares.map((_row, i) => sum(rows.map((row, n) => at(row, i) * at(logs, n)))),
  );
  const own = [1, ...columns.map((column) => column.own)];
  const expected = dot(fit, own);
  const unseen = 1 + dot(own, solve(squares, own));
  const adjusted = rows
    .map((row, n) => {
      // A fit is closer to the sales it was made from than to any other, so residuals are scaled
      // up.
      const seen = 1 - dot(row, solve(squares, row));
      return expected + (at(logs, n) - dot(fit, row)) * Math.sqrt(unseen / seen);
    })
    .toSorted((one, other) => one - other);
  const cents = (part: number) =>
    Math.round(Math.exp(quantile(adjusted, part)) / STEP_CENTS) * STEP_CENTS;
  return {
    lowCents: cents(0.25),
    medianCents: cents(0.5),
    highCents: cents(0.75),
    sales: sales.length,
  };
}

interface Column {
  /** Values of the sales, with mean 0 and variance 1; unknown ones are the mean. */
  readonly values: readonly number[];
  /** The unit's value on the same scale, clamped to the range of the sales. */
  readonly own: number;
}

/** Scales a fact of the sales; null when all have the same value. */
function scaled(
  unit: PricedUnit,
  sales: readonly PastSale[],
  factOf: (unit: PricedUnit) => number | null,
): Column | null {
  const facts = sales.map(factOf).filter((fact) => fact !== null);
  if (facts.length === 0) return null;
  const mean = sum(facts) / facts.length;
  const deviation = Math.sqrt(sum(facts.map((fact) => (fact - mean) ** 2)) / facts.length);
  if (deviation < 1e-9) return null;
  const scale = (fact: number | null) => (fact === null ? 0 : (fact - mean) / deviation);
  const values = sales.map((sale) => scale(factOf(sale)));
  const own = scale(factOf(unit));
  return { values, own: Math.min(Math.max(own, Math.min(...values)), Math.max(...values)) };
}

/** Solves a symmetric, positive definite system of equations by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, at(right, i)]);
  for (const [i, pivot] of rows.entries()) {
    for (const row of rows.slice(i + 1)) {
      const factor = at(row, i) / at(pivot, i);
      for (let j = i; j < row.length; j += 1) row[j] = at(row, j) - factor * at(pivot, j);
    }
  }
  const solution: number[] = rows.map(() => 0);
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const row = rows[i] ?? [];
    const solved = sum(solution.map((value, j) => (j > i ? value * at(row, j) : 0)));
    solution[i] = (at(row, rows.length) - solved) / at(row, i);
  }
  return solution;
}

/**
 * Returns a quantile of sorted values. The next value drawn is below it with probability `part`,
 * however few values there are.
 */
function quantile(sorted: readonly number[], part: number): number {
  const place = part * (sorted.length + 1) - 1;
  const below = Math.floor(place);
  const rest = place - below;
  return at(sorted, below) * (1 - rest) + at(sorted, Math.min(below + 1, sorted.length - 1)) * rest;
}

const at = (values: readonly number[], index: number) => values[index] ?? 0;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const dot = (one: readonly number[], other: readonly number[]) =>
  sum(one.map((value, i) => value * at(other, i)));

/** Compares guides with the prices that the units then sold for. */
export function guideRecord(
  sold: readonly { readonly guide: PriceGuide; readonly priceCents: number }[],
): { inRange: number; medianErrorPercent: number | null } {
  const errors = sold
    .map(({ guide, priceCents }) => (100 * Math.abs(guide.medianCents - priceCents)) / priceCents)
    .toSorted((one, other) => one - other);
  return {
    inRange: sold.filter(
      ({ guide, priceCents }) => priceCents >= guide.lowCents && priceCents <= guide.highCents,
    ).length,
    medianErrorPercent: errors.length === 0 ? null : Math.round(10 * quantile(errors, 0.5)) / 10,
  };
}

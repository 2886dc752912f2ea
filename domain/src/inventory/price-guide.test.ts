import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MIN_SALES,
  guideRecord,
  priceGuide,
  type PastSale,
  type PricedUnit,
} from "./price-guide.ts";

/** Repeatable random numbers between 0 and 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return (state + 0.5) / 4_294_967_296;
  };
}

/** A market with known prices: they fall with age and use, and scatter by `spread`. */
function market(seed: number, spread: number) {
  const random = randomNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const unit = (): PricedUnit => ({
    modelYear: 2012 + Math.floor(random() * 12),
    use: random() < 0.1 ? null : Math.round(20_000 + random() * 700_000),
    grade: random() < 0.1 ? null : Math.round(20 + random() * 30) / 10,
  });
  const expectedCents = ({ modelYear, use, grade }: PricedUnit) =>
    4_000_000 *
    Math.exp(
      0.07 * (modelYear - 2018) -
        0.25 * Math.log1p((use ?? 300_000) / 300_000) +
        0.08 * ((grade ?? 3.5) - 3.5),
    );
  const sale = (): PastSale => {
    const sold = unit();
    return { ...sold, priceCents: Math.round(expectedCents(sold) * Math.exp(spread * normal())) };
  };
  return { unit, expectedCents, sale };
}

describe("the price guide (D61)", () => {
  test.each([MIN_SALES, 12, 30, 120])(
    "from %i sales contains half of the prices that follow",
    (count) => {
      const { sale } = market(count, 0.22);
      const rounds = 1_500;
      let inside = 0;
      for (let round = 0; round < rounds; round += 1) {
        const sales = Array.from({ length: count }, sale);
        const next = sale();
        const guide = priceGuide(next, sales);
        if (guide === null) throw new Error("no guide");
        if (next.priceCents >= guide.lowCents && next.priceCents <= guide.highCents) inside += 1;
      }
      expect(inside / rounds).toBeGreaterThan(0.45);
      expect(inside / rounds).toBeLessThan(0.55);
    },
  );

  test("adjusts to year, use and grade: its median is near the market's price", () => {
    const { sale, unit, expectedCents } = market(7, 0.15);
    const sales = Array.from({ length: 150 }, sale);
    for (let round = 0; round < 50; round += 1) {
      const wanted = { ...unit(), use: 250_000, grade: 3.5 };
      const median = priceGuide(wanted, sales)?.medianCents ?? 0;
      expect(Math.abs(Math.log(median / expectedCents(wanted)))).toBeLessThan(0.15);
    }
  });

  test("can be compared with actual prices", () => {
    const guide = { lowCents: 90, medianCents: 100, highCents: 120, sales: 9 };
    const at = (priceCents: number) => ({ guide, priceCents });
    expect(guideRecord([])).toEqual({ inRange: 0, medianErrorPercent: null });
    expect(guideRecord([at(200)])).toEqual({ inRange: 0, medianErrorPercent: 50 });
    expect(guideRecord([at(100), at(90), at(125), at(80)])).toEqual({
      inRange: 2,
      medianErrorPercent: 15.6,
    });
  });

  test("is null with fewer than eight sales", () => {
    const { sale, unit } = market(3, 0.2);
    const sales = Array.from({ length: MIN_SALES }, sale);
    expect(priceGuide(unit(), sales.slice(1))).toBeNull();
    expect(priceGuide(unit(), sales)).toMatchObject({ sales: MIN_SALES });
  });

  const units = fc.record({
    modelYear: fc.integer({ min: 1990, max: 2027 }),
    use: fc.option(fc.integer({ min: 0, max: 2_000_000 })),
    grade: fc.option(fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10)),
  });
  const pastSales = fc.array(
    fc
      .tuple(units, fc.integer({ min: 10_000, max: 90_000_000 }))
      .map(([unit, priceCents]): PastSale => ({ ...unit, priceCents })),
    { minLength: MIN_SALES, maxLength: 40 },
  );

  test("agrees with refitting without each sale, by another method", () => {
    fc.assert(
      fc.property(units, pastSales, (unit, sales) => {
        const guide = priceGuide(unit, sales);
        const other = guideByRefitting(unit, sales);
        expect(guide?.sales).toBe(sales.length);
        for (const part of ["lowCents", "medianCents", "highCents"] as const) {
          const [one, two] = [guide?.[part] ?? 0, other[part]];
          // Both are rounded to $50.
          expect(Math.abs(one - two)).toBeLessThanOrEqual(5_000 + two * 1e-6);
        }
      }),
    );
  });

  test("has ascending prices, and doesn't depend on the order of the sales", () => {
    fc.assert(
      fc.property(units, pastSales, (unit, sales) => {
        const guide = priceGuide(unit, sales);
        expect(guide?.lowCents).toBeLessThanOrEqual(guide?.medianCents ?? 0);
        expect(guide?.medianCents).toBeLessThanOrEqual(guide?.highCents ?? 0);
        const turned = priceGuide(unit, sales.toReversed());
        expect(
          Math.abs((turned?.medianCents ?? 0) - (guide?.medianCents ?? 0)),
        ).toBeLessThanOrEqual(5_000);
      }),
    );
  });
});

/**
 * The same guide by another method: refits without each sale by gradient descent, and takes the
 * quantiles by counting.
 */
function guideByRefitting(unit: PricedUnit, sales: readonly PastSale[]) {
  const facts = [
    (one: PricedUnit) => one.modelYear,
    (one: PricedUnit) => (one.use === null ? null : Math.log(1 + one.use)),
    (one: PricedUnit) => one.grade,
  ];
  const known = facts.map((fact) => sales.map(fact).filter((value) => value !== null));
  const means = known.map((values) => values.reduce((a, b) => a + b, 0) / values.length);
  const deviations = known.map((values, k) =>
    Math.sqrt(values.reduce((a, b) => a + (b - (means[k] ?? 0)) ** 2, 0) / values.length),
  );
  const used = facts.map((_fact, k) => k).filter((k) => (deviations[k] ?? 0) >= 1e-9);
  const rowOf = (one: PricedUnit) =>
    used.map((k) => {
      const value = facts[k]?.(one) ?? null;
      return value === null ? 0 : (value - (means[k] ?? 0)) / (deviations[k] ?? 1);
    });
  const rows = sales.map(rowOf);
  const own = rowOf(unit).map((value, k) => {
    const column = rows.map((row) => row[k] ?? 0);
    return Math.min(Math.max(value, Math.min(...column)), Math.max(...column));
  });
  const logs = sales.map(({ priceCents }) => Math.log(priceCents));
  const fitOf = (rows: readonly (readonly number[])[], logs: readonly number[]) => {
    const remaining = rows.map((_row, n) => n);
    const weights = used.map(() => 0);
    let mean = 0;
    for (let turn = 0; turn < 20_000; turn += 1) {
      let moved = 0;
      const error = (n: number) =>
        (logs[n] ?? 0) -
        mean -
        weights.reduce((total, weight, k) => total + weight * (rows[n]?.[k] ?? 0), 0);
      const shift = remaining.reduce((total, n) => total + error(n), 0) / remaining.length;
      mean += shift;
      moved = Math.max(moved, Math.abs(shift));
      for (const k of weights.keys()) {
        const square = remaining.reduce((total, n) => total + (rows[n]?.[k] ?? 0) ** 2, 0);
        const pull = remaining.reduce((total, n) => total + error(n) * (rows[n]?.[k] ?? 0), 0);
        const step = (pull - (weights[k] ?? 0)) / (square + 1);
        weights[k] = (weights[k] ?? 0) + step;
        moved = Math.max(moved, Math.abs(step));
      }
      if (moved < 1e-13) break;
    }
    return (row: readonly number[]) =>
      mean + weights.reduce((total, weight, k) => total + weight * (row[k] ?? 0), 0);
  };
  const fit = fitOf(rows, logs);
  /** How much the fit at its own row follows that row's price. */
  const followed = (all: readonly (readonly number[])[], n: number) => {
    const at = (price: number) =>
      fitOf(
        all,
        all.map((_row, k) => (k === n ? price : 0)),
      )(all[n] ?? []);
    return at(1) - at(0);
  };
  const ownFollowed = followed([...rows, own], rows.length);
  const adjusted = rows
    .map((row, n) => {
      const error = (logs[n] ?? 0) - fit(row);
      return fit(own) + error * Math.sqrt(1 / (1 - ownFollowed) / (1 - followed(rows, n)));
    })
    .toSorted((a, b) => a - b);
  const cents = (part: number) => {
    const place = part * (adjusted.length + 1);
    const [low, high] = [adjusted[Math.floor(place) - 1], adjusted[Math.ceil(place) - 1]];
    const value = (low ?? 0) + ((high ?? 0) - (low ?? 0)) * (place % 1);
    return Math.round(Math.exp(value) / 5_000) * 5_000;
  };
  return { lowCents: cents(0.25), medianCents: cents(0.5), highCents: cents(0.75) };
}

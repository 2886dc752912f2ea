import fc from "fast-check";
import { expect, test } from "vitest";
import { UnitBatch, type SavedFilter, type SearchableUnit } from "./match-units.ts";

const facets: SearchableUnit["facets"] = {
  inventoryType: "TRUCK_TRACTOR",
  manufacturer: "Peterbilt",
  bodyStyle: null,
  state: "TX",
  fuelType: "DIESEL",
  transmission: null,
  drivetrain: null,
  cabType: "SLEEPER",
  sleeperRoof: null,
  axleConfig: null,
  suspension: null,
  gvwrClass: "8",
  trailerType: null,
  exteriorColor: null,
  titleBrand: "CLEAN",
  titleState: null,
  odometerBrand: "ACTUAL",
  runCondition: "RUNS_DRIVES",
  primaryDamage: "NONE",
  saleType: "RESERVE",
};
const numbers: SearchableUnit["numbers"] = {
  year: 2019,
  price: 41_000,
  odometer: 412_380,
  engineHours: null,
  horsepower: 455,
  gvwrLb: null,
  trailerLengthFt: null,
  grade: 3.5,
};
const amarillo = { lat: 35.19, lng: -101.85 };
const unit = (changes: Partial<SearchableUnit> = {}): SearchableUnit => ({
  facets,
  numbers,
  flags: { featured: false, apu: true, carbCompliant: false, hasVideo: true, hasSpin: false },
  model: "579",
  auctionId: 7,
  words: ["2019", "peterbilt", "579", "f150", "150"],
  ...amarillo,
  ...changes,
});

test.each<[what: string, filter: SavedFilter, found: boolean]>([
  ["nothing asked", {}, true],
  ["an empty choice", { manufacturer: [] }, true],
  ["one of several makes", { manufacturer: ["Kenworth", "Peterbilt"] }, true],
  ["another make", { manufacturer: ["Kenworth"] }, false],
  ["a number as a facet", { gvwrClass: [8] }, true],
  ["a facet that the unit lacks", { bodyStyle: ["Sleeper"] }, false],
  ["all fields at once", { manufacturer: ["Peterbilt"], state: ["NM"] }, false],
  ["its model", { model: ["579"] }, true],
  ["a flag", { apu: true, carbCompliant: false }, true],
  ["the other flag", { apu: false }, false],
  ["a video", { hasVideo: true }, true],
  ["a 360° view", { hasSpin: true }, false],
  ["its auction", { auctionId: 7 }, true],
  ["another auction", { auctionId: 8 }, false],
  ["bounds, both included", { yearFrom: 2019, yearTo: 2019, priceTo: 41_000 }, true],
  ["one above", { priceTo: 40_999.99 }, false],
  ["a bound on an unknown value", { engineHoursFrom: 0 }, false],
  ["the grade", { gradeFrom: 3.5 }, true],
  ["beginnings of words", { q: "peter 57" }, true],
  ["a missing word", { q: "peter volvo" }, false],
  ["a hyphen", { q: "F-15" }, true],
  ["no words", { q: " -- " }, true],
  ["within reach", { lat: 35.2, lng: -101.8, withinMiles: 10 }, true],
  ["too far away", { lat: 32.8, lng: -96.8, withinMiles: 300 }, false],
  ["live lots", { auctionStatus: ["LIVE"] }, true],
  ["closed lots", { auctionStatus: ["EXPIRED"] }, false],
])("%s", (_, filter, found) => {
  expect(new UnitBatch([unit()]).matching(filter)).toEqual(found ? [0] : []);
});

test("a yard at an unknown place is never near", () => {
  const nowhere = new UnitBatch([unit({ lat: null, lng: null })]);
  expect(nowhere.matching({ lat: 35.2, lng: -101.8, withinMiles: 5_000 })).toEqual([]);
});

/** Reference implementation: checks one unit at a time by plain comparisons. */
function matchesPlainly(filter: SavedFilter, one: SearchableUnit): boolean {
  const among = (chosen: readonly unknown[] | undefined, value: string | null) =>
    chosen === undefined || chosen.length === 0 || chosen.map(String).includes(value ?? "\0");
  const year = one.numbers.year ?? Number.NaN;
  const price = one.numbers.price ?? Number.NaN;
  return (
    among(filter.manufacturer, one.facets.manufacturer) &&
    among(filter.state, one.facets.state) &&
    among(filter.gvwrClass, one.facets.gvwrClass) &&
    among(filter.model, one.model) &&
    (filter.apu === undefined || filter.apu === one.flags.apu) &&
    (filter.yearFrom === undefined || year >= filter.yearFrom) &&
    (filter.priceTo === undefined || price <= filter.priceTo) &&
    (filter.q ?? "").split(" ").every((word) => one.words.some((known) => known.startsWith(word)))
  );
}

const makes = ["Peterbilt", "Kenworth", "Volvo"];
const states = ["TX", "NM"];
const someUnit = fc
  .record({
    manufacturer: fc.constantFrom(...makes, null),
    state: fc.constantFrom(...states),
    gvwrClass: fc.constantFrom("6", "8", null),
    model: fc.constantFrom("579", "T680"),
    apu: fc.boolean(),
    year: fc.option(fc.integer({ min: 2010, max: 2024 })),
    price: fc.option(fc.integer({ min: 1, max: 9 })),
    words: fc.subarray(["a", "ab", "abc", "b", "ba"], { minLength: 1 }),
  })
  .map(({ manufacturer, state, gvwrClass, model, apu, year, price, words }) =>
    unit({
      facets: { ...facets, manufacturer, state, gvwrClass },
      numbers: { ...numbers, year, price },
      flags: { featured: false, apu, carbCompliant: false, hasVideo: false, hasSpin: false },
      model,
      words,
    }),
  );
const someFilter: fc.Arbitrary<SavedFilter> = fc.record(
  {
    manufacturer: fc.subarray(makes),
    state: fc.subarray(states),
    gvwrClass: fc.subarray([6, 8]),
    model: fc.subarray(["579", "T680"]),
    apu: fc.boolean(),
    yearFrom: fc.integer({ min: 2010, max: 2024 }),
    priceTo: fc.integer({ min: 1, max: 9 }),
    q: fc.constantFrom("a", "ab", "b a", "abc ba"),
  },
  { requiredKeys: [] },
);

test("finds the same units as a brute-force scan", () => {
  fc.assert(
    fc.property(fc.array(someUnit, { maxLength: 100 }), someFilter, (units, filter) => {
      const plain = units.flatMap((one, index) => (matchesPlainly(filter, one) ? [index] : []));
      expect(new UnitBatch(units).matching(filter)).toEqual(plain);
    }),
  );
});

test("finds units that were added after the last search", () => {
  fc.assert(
    fc.property(fc.array(someUnit, { maxLength: 40 }), someFilter, (units, filter) => {
      const batch = new UnitBatch([], units.length);
      for (const [index, one] of units.entries()) {
        batch.add(one);
        expect(batch.matching(filter).includes(index)).toBe(matchesPlainly(filter, one));
      }
    }),
  );
});

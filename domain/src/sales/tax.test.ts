import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultFees } from "./fees.ts";
import { invoiceLines, invoiceTotalCents } from "./invoice.ts";
import { certificateStatus, exemptingOf, refuseCredit, type Certificate } from "./certificates.ts";
import { rateOfSale, taxedAt, taxOfSale, type PlaceOfSale, type TaxRate } from "./tax.ts";

const since2020 = { startsOn: "2020-01-01", endsOn: null, taxesDocFee: false };
const rate = (
  basisPoints: number,
  { zip = "", unitClass = null, startsOn = "2020-01-01" }: Partial<TaxRate> = {},
): TaxRate => ({ zip, unitClass, startsOn, basisPoints });
const place = (given: Partial<PlaceOfSale>): PlaceOfSale => ({
  day: "2026-06-15",
  zip: "79101",
  permit: since2020,
  rates: [],
  ...given,
});

/** Rates in hundredths of a percent, each as its state publishes it. */
const published = {
  /** 4.5 % of the city, 4 % of the state and 0.375 %: nyc.gov/nyc-resources/service/2389. */
  newYorkCity: rate(887.5, { zip: "10001" }),
  /** Measure A changed Alhambra's rate: cdtfa.ca.gov/taxes-and-fees/April2025ratechange.htm. */
  alhambra: [
    rate(1_025, { zip: "91801", startsOn: "2024-01-01" }),
    rate(1_050, { zip: "91801", startsOn: "2025-04-01" }),
  ],
  /** 7 % in general, 5 % on light vehicles, 3 % on tractors: 35 Miss. Code R. 4-11-02-201. */
  mississippi: [rate(700), rate(500, { unitClass: "LIGHT" }), rate(300, { unitClass: "TRACTOR" })],
};

test.each([
  ["New York City", { zip: "10001", rates: [published.newYorkCity] }, "TRACTOR", 887.5],
  [
    "Alhambra before",
    { zip: "91801", day: "2025-03-31", rates: published.alhambra },
    "TRUCK",
    1_025,
  ],
  [
    "Alhambra after",
    { zip: "91801", day: "2025-04-01", rates: published.alhambra },
    "TRUCK",
    1_050,
  ],
  ["a Mississippi tractor", { rates: published.mississippi }, "TRACTOR", 300],
  ["a Mississippi car", { rates: published.mississippi }, "LIGHT", 500],
  ["Mississippi equipment", { rates: published.mississippi }, "EQUIPMENT", 700],
] as const)("the rate of %s (D94)", (_name, given, unitClass, basisPoints) => {
  expect(rateOfSale(place(given), unitClass)).toBe(basisPoints);
});

test("8.875 % of $10,000 is $887.50, and thousandths of a percent are rounded once", () => {
  const inNewYork = taxedAt(
    defaultFees,
    place({ zip: "10001", rates: [published.newYorkCity] }),
    "TRUCK",
  );
  const sale = (hammerCents: number) =>
    taxOfSale(inNewYork, { hammerCents, premiumCents: 0, docFeeCents: 150_00 }).taxCents;
  expect(sale(10_000_00)).toBe(887_50);
  // 8.875 % of $12,345.67 is $1,095.6782.
  expect(sale(12_345_67)).toBe(1_095_68);
  // 8.875 % of $0.40 is 3.55 cents.
  expect(sale(40)).toBe(4);
});

test("a class comes before a ZIP code, and a ZIP code before the state (D94)", () => {
  const rates = [
    rate(100),
    rate(200, { zip: "79101" }),
    rate(300, { unitClass: "TRUCK" }),
    rate(400, { unitClass: "TRUCK", zip: "79101" }),
  ];
  const of = (count: number) => rateOfSale(place({ rates: rates.slice(0, count) }), "TRUCK");
  expect([of(0), of(1), of(2), of(3), of(4)]).toEqual([0, 100, 200, 300, 400]);
  expect(rateOfSale(place({ rates }), "LIGHT")).toBe(200);
  expect(rateOfSale(place({ rates, zip: "73101" }), "TRUCK")).toBe(300);
});

test("without a permit on the day of the sale there is no tax", () => {
  const rates = [rate(825)];
  const on = (day: string) =>
    rateOfSale(
      place({ day, rates, permit: { ...since2020, startsOn: "2026-02-01", endsOn: "2026-02-28" } }),
      "TRUCK",
    );
  expect(on("2026-01-31")).toBe(0);
  expect(on("2026-02-01")).toBe(825);
  expect(on("2026-02-28")).toBe(825);
  expect(on("2026-03-01")).toBe(0);
  expect(rateOfSale(place({ rates, permit: null }), "TRUCK")).toBe(0);
});

test("an auction's own terms keep their percentage; a place replaces it", () => {
  const terms = { ...defaultFees, taxBasisPoints: 100 };
  expect(taxedAt(terms, null, "TRUCK")).toBe(terms);
  expect(taxedAt(terms, place({ rates: [rate(825)] }), "TRUCK").taxBasisPoints).toBe(825);
  expect(taxedAt(terms, place({ permit: null }), "TRUCK").taxBasisPoints).toBe(0);
  const taxed = place({ rates: [rate(1_000)], permit: { ...since2020, taxesDocFee: true } });
  expect(invoiceLines(taxedAt(defaultFees, taxed, "TRUCK"), 1_000_00).at(-1)).toEqual({
    kind: "TAX",
    amountCents: 125_00,
  });
});

test("tax is never negative, lines sum to the total, and a tax of $0 has a certificate", () => {
  const cents = fc.integer({ min: 1, max: 50_000_000 });
  const tenths = fc.nat(100_000).map((each) => each / 10);
  fc.assert(
    fc.property(
      cents,
      tenths,
      fc.boolean(),
      fc.boolean(),
      (hammerCents, taxBasisPoints, taxesDocFee, isExempt) => {
        const schedule = { ...defaultFees, taxBasisPoints, taxesDocFee };
        const given = isExempt ? { ...schedule, exemptBy: "32-1" } : schedule;
        const lines = invoiceLines(given, hammerCents);
        const tax = lines.find(({ kind }) => kind === "TAX");
        const untaxed = invoiceTotalCents(
          invoiceLines({ ...given, taxBasisPoints: 0 }, hammerCents),
        );
        expect(tax?.amountCents ?? 0).toBeGreaterThanOrEqual(0);
        expect(invoiceTotalCents(lines)).toBe(untaxed + (tax?.amountCents ?? 0));
        if (tax?.amountCents === 0) expect(given).toHaveProperty("exemptBy");
        if (isExempt) expect(invoiceTotalCents(lines)).toBe(untaxed);
      },
    ),
  );
});

const certificate: Certificate = {
  number: "3-20114-9",
  states: ["TX", "OK"],
  startsOn: null,
  endsOn: "2026-06-15",
  inventoryId: null,
  decision: "ACCEPTED",
  isRevoked: false,
};
const sale = { state: "TX", day: "2026-06-15", inventoryId: 7 };

test("a certificate is valid through its last day", () => {
  expect(certificateStatus(certificate, "2026-06-15")).toBe("VALID");
  expect(certificateStatus(certificate, "2026-06-16")).toBe("EXPIRED");
  expect(certificateStatus({ ...certificate, endsOn: null }, "2099-01-01")).toBe("VALID");
  expect(certificateStatus({ ...certificate, decision: null }, "2026-06-15")).toBe("PENDING");
  expect(certificateStatus({ ...certificate, decision: "REFUSED" }, "2026-06-16")).toBe("REFUSED");
  expect(certificateStatus({ ...certificate, isRevoked: true }, "2026-06-15")).toBe("REVOKED");
});

test.each<[string, Partial<Certificate>, Partial<typeof sale>, boolean]>([
  ["on its last day", {}, {}, true],
  ["the day after", {}, { day: "2026-06-16" }, false],
  ["before its first day", { startsOn: "2026-06-16", endsOn: null }, {}, false],
  ["in another state", {}, { state: "NM" }, false],
  ["for this unit only", { inventoryId: 7 }, {}, true],
  ["for another unit only", { inventoryId: 8 }, {}, false],
  ["before it was reviewed", { decision: null }, {}, false],
  ["after it was refused", { decision: "REFUSED" }, {}, false],
  ["after it was revoked", { isRevoked: true }, {}, false],
])("whether a certificate exempts %s (D95)", (_name, given, of, exempts) => {
  expect(exemptingOf([{ ...certificate, ...given }], { ...sale, ...of }) !== null).toBe(exempts);
});

test("a certificate that comes within ten business days takes the tax off (D95)", () => {
  const sent = (sentOn: string, given: Partial<Certificate> = {}, taxCents = 100) =>
    refuseCredit({ ...certificate, sentOn, ...given }, { ...sale, taxCents });
  expect(sent("2026-06-16")).toBeNull();
  // Juneteenth isn't a business day.
  expect(sent("2026-06-30")).toBeNull();
  expect(sent("2026-07-01")).toBe("TOO_LATE");
  expect(sent("2026-06-16", { decision: null })).toBe("NOT_VALID");
  expect(sent("2026-06-16", { isRevoked: true })).toBe("NOT_VALID");
  expect(sent("2026-06-16", { states: ["OK"] })).toBe("NOT_NAMED");
  expect(sent("2026-06-16", {}, 0)).toBe("NO_TAX");
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBusinessDay } from "../business-days.ts";
import { calendarDateIn } from "../wall-time.ts";
import {
  defaultTitleDays,
  differencesOf,
  faultsByHand,
  offeredTitle,
  refuseOffer,
  refuseTitleEvent,
  stateShown,
  titleAfter,
  titleClock,
  titleFaults,
  titleOf,
  titleStates,
  type Title,
  type TitleEvent,
  type TitleFacts,
} from "./title.ts";

const DAY = 86_400_000;
const zones = ["America/Chicago", "America/Los_Angeles", "Asia/Kolkata", "UTC"] as const;
const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2031, 0, 1) });
const fine: TitleFacts = { differences: [], isPaid: true };

const expectedOn = fc.constantFrom("2026-12-01", "2026-12-24", "2027-01-31");
const fault = fc.constantFrom(...faultsByHand);
const plain = [
  "RECEIVED",
  "NOT_TITLED",
  "LIEN_RELEASED",
  "READY",
  "SENT",
  "HANDED_OVER",
  "DELIVERED",
  "RETURNED",
] as const;
const event: fc.Arbitrary<TitleEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("EXPECTED" as const), expectedOn }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("DUPLICATE_ORDERED" as const), expectedOn }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom("FAULT" as const, "FIXED" as const), fault }),
  },
  { weight: 12, arbitrary: fc.record({ kind: fc.constantFrom(...plain) }) },
);
const facts: fc.Arbitrary<TitleFacts> = fc.record({
  differences: fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.constantFrom(...titleFaults.slice(0, 3)).map((one) => [one]) },
  ),
  isPaid: fc.boolean(),
});

/** Where the paper is, told without states: the house's safe, the mail, the buyer, or nowhere. */
interface Desk {
  place: "nowhere" | "safe" | "mail" | "buyer";
  checked: boolean;
  titled: boolean;
  known: boolean;
  open: Set<string>;
}

/** Does what a clerk does with the paper in hand; returns false for what can't be done. */
function work(
  desk: Desk,
  { kind, ...of }: TitleEvent,
  { differences, isPaid }: TitleFacts,
): boolean {
  const inSafe = desk.place === "safe";
  const clean = desk.open.size === 0 && differences.length === 0;
  switch (kind) {
    case "EXPECTED":
      if (desk.place !== "nowhere") return false;
      desk.known = true;
      desk.titled = true;
      return true;
    case "RECEIVED":
      if (desk.place !== "nowhere") return false;
      Object.assign(desk, { known: true, titled: true, place: "safe", checked: false });
      return true;
    case "NOT_TITLED":
      if (desk.place !== "nowhere" || !desk.titled) return false;
      Object.assign(desk, { known: true, titled: false });
      return true;
    case "FAULT": {
      const named = "fault" in of ? of.fault : "";
      if (!inSafe || desk.open.has(named)) return false;
      desk.open.add(named);
      desk.checked = false;
      return true;
    }
    case "FIXED": {
      const named = "fault" in of ? of.fault : "";
      return inSafe && named !== "LIEN" && desk.open.delete(named);
    }
    case "LIEN_RELEASED":
      return inSafe && desk.open.delete("LIEN");
    case "READY":
      if (!inSafe || desk.checked || !clean) return false;
      desk.checked = true;
      return true;
    case "SENT":
    case "HANDED_OVER":
      if (!inSafe || !desk.checked || !clean || !isPaid) return false;
      desk.place = kind === "SENT" ? "mail" : "buyer";
      return true;
    case "DELIVERED":
      if (desk.place !== "mail") return false;
      desk.place = "buyer";
      return true;
    case "RETURNED":
      if (desk.place !== "mail" && desk.place !== "buyer") return false;
      Object.assign(desk, { place: "safe", checked: false });
      return true;
    case "DUPLICATE_ORDERED":
      if (!desk.known || !desk.titled || desk.place === "buyer") return false;
      Object.assign(desk, { place: "nowhere", checked: false });
      desk.open.clear();
      return true;
  }
}

const stateAt = (desk: Desk) =>
  !desk.known
    ? null
    : !desk.titled
      ? "NOT_TITLED"
      : ({ nowhere: "EXPECTED", mail: "SENT", buyer: "WITH_BUYER" } as const)[
          desk.place === "safe" ? "nowhere" : desk.place
        ];

describe("a title (D82)", () => {
  test("is always where a desk with the paper in hand says", () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(fc.array(fc.tuple(event, facts), { minLength: 60, maxLength: 120 }), (steps) => {
        const desk: Desk = {
          place: "nowhere",
          checked: false,
          titled: true,
          known: false,
          open: new Set(),
        };
        const happened: TitleEvent[] = [];
        let title: Title | null = null;
        for (const [next, now] of steps) {
          const accepted = refuseTitleEvent(title, next, now) === null;
          expect(work(desk, next, now), JSON.stringify([title, next, now])).toBe(accepted);
          if (!accepted) continue;
          title = titleAfter(title, next);
          happened.push(next);
          reached.add(next.kind);
          const inSafe =
            desk.place === "safe" ? (desk.checked ? "READY" : "RECEIVED") : stateAt(desk);
          expect(title.state).toBe(inSafe);
          expect(new Set(title.faults)).toEqual(desk.open);
          expect(title.expectedOn !== null).toBe(title.state === "EXPECTED");
          if (offeredTitle(title.state, now.differences) === "CHECKED") {
            expect(desk).toMatchObject({ place: "safe", checked: true });
            expect([...desk.open, ...now.differences]).toEqual([]);
          }
        }
        expect(titleOf(happened)).toEqual(title);
      }),
      { numRuns: 500 },
    );
    expect(reached.size).toBe(12);
  });

  test("isn't ready or sent while it contradicts the listing, and is sent only for cleared money", () => {
    const received = titleOf([{ kind: "RECEIVED" }]);
    const differs: TitleFacts = { differences: ["VIN"], isPaid: true };
    expect(refuseTitleEvent(received, { kind: "READY" }, differs)).toBe("OPEN_FAULTS");
    const ready = titleOf([{ kind: "RECEIVED" }, { kind: "READY" }]);
    expect(refuseTitleEvent(ready, { kind: "SENT" }, differs)).toBe("OPEN_FAULTS");
    expect(refuseTitleEvent(ready, { kind: "SENT" }, { ...fine, isPaid: false })).toBe("NOT_PAID");
    expect(refuseTitleEvent(ready, { kind: "HANDED_OVER" }, fine)).toBeNull();
  });

  test.each([
    [[{ kind: "RECEIVED" }], { kind: "FIXED", fault: "NAME" }, "FAULT_NOT_OPEN"],
    [[{ kind: "RECEIVED" }], { kind: "LIEN_RELEASED" }, "FAULT_NOT_OPEN"],
    [
      [{ kind: "RECEIVED" }, { kind: "FAULT", fault: "LIEN" }],
      { kind: "FIXED", fault: "LIEN" },
      "LIEN_BY_RELEASE",
    ],
    [
      [{ kind: "RECEIVED" }, { kind: "FAULT", fault: "NAME" }],
      { kind: "FAULT", fault: "NAME" },
      "FAULT_OPEN",
    ],
    [[], { kind: "READY" }, "WRONG_STATE"],
  ] as const)("after %j refuses %j", (before, next, refusal) => {
    expect(refuseTitleEvent(titleOf(before), next, fine)).toBe(refusal);
  });
});

describe("the paper and the listing", () => {
  const listing = { vin: "1XKYD49X8KJ123456", titleBrand: "CLEAN", odometer: 412_000 };
  const paper = { vin: "1XKYD49X8KJ123456", brand: "CLEAN", odometer: 398_000 };

  test.each([
    ["agree", {}, {}, []],
    ["agree in another spelling", { vin: "1xkyd49x8-kj 123456" }, {}, []],
    ["agree where the paper is blank", { vin: null, brand: null, odometer: null }, {}, []],
    ["agree on the same reading", { odometer: 412_000 }, {}, []],
    ["agree without a reading of ours", {}, { odometer: null }, []],
    ["differ in the VIN", { vin: "1XKYD49X8KJ123457" }, {}, ["VIN"]],
    ["differ where the listing has no VIN", {}, { vin: null }, ["VIN"]],
    ["differ in the brand", { brand: "REBUILT" }, {}, ["BRAND"]],
    ["differ where the paper is a mile ahead", { odometer: 412_001 }, {}, ["ODOMETER"]],
    [
      "differ in all",
      { vin: "X", brand: "FLOOD", odometer: 999_999 },
      {},
      ["VIN", "BRAND", "ODOMETER"],
    ],
  ])("%s", (_, printed, listed, expected) => {
    expect(differencesOf({ ...paper, ...printed }, { ...listing, ...listed })).toEqual(expected);
  });

  test("a checked paper has to be checked again when the listing changes", () => {
    expect(stateShown("READY", ["BRAND"])).toBe("RECEIVED");
    for (const state of titleStates) expect(stateShown(state, [])).toBe(state);
  });
});

describe("what buyers bid on", () => {
  test.each([
    ["EXPECTED", "2026-12-30", [], null],
    ["EXPECTED", "2026-12-31", [], "TOO_LATE"],
    ["RECEIVED", null, [], null],
    ["RECEIVED", null, ["ODOMETER"], null],
    ["RECEIVED", null, ["VIN"], "DIFFERS"],
    ["READY", null, ["BRAND"], "DIFFERS"],
    ["NOT_TITLED", null, [], null],
  ] as const)("%s, expected %s, with %j: %s", (state, on, differences, refusal) => {
    expect(refuseOffer({ state, expectedOn: on }, differences, "2026-11-30")).toBe(refusal);
  });

  test.each([
    ["EXPECTED", [], "ABSENT"],
    ["RECEIVED", [], "IN_HAND"],
    ["READY", [], "CHECKED"],
    ["READY", ["VIN"], "IN_HAND"],
    ["NOT_TITLED", [], "NOT_TITLED"],
    ["SENT", [], null],
    ["WITH_BUYER", [], null],
  ] as const)("%s with %j is %s", (state, differences, offered) => {
    expect(offeredTitle(state, differences)).toBe(offered);
  });
});

describe("the clock after payment", () => {
  test("promises a business day, later for later money, and says day 30", () => {
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 0, max: 60 * DAY }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(...zones),
        (paidAtMs, laterMs, days, zone) => {
          const { promisedBy, dayThirty } = titleClock(paidAtMs, { days, zone });
          const paidOn = calendarDateIn(paidAtMs, zone);
          expect(isBusinessDay(promisedBy)).toBe(true);
          let counted = 0;
          for (let ms = Date.parse(paidOn) + DAY; ms <= Date.parse(promisedBy); ms += DAY) {
            if (isBusinessDay(new Date(ms).toISOString().slice(0, 10))) counted += 1;
          }
          expect(counted).toBe(days);
          expect(Date.parse(dayThirty) - Date.parse(paidOn)).toBe(30 * DAY);
          const later = titleClock(paidAtMs + laterMs, { days, zone });
          expect(later.promisedBy >= promisedBy && later.dayThirty >= dayThirty).toBe(true);
        },
      ),
    );
  });

  test("counts the house's days over a holiday", () => {
    const paid = Date.parse("2026-11-24T18:00:00Z");
    expect(titleClock(paid, { days: defaultTitleDays, zone: "America/Chicago" })).toEqual({
      promisedBy: "2026-12-16",
      dayThirty: "2026-12-24",
    });
  });
});

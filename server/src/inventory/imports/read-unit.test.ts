import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { languages } from "@gavelyard/messages/languages";
import { say } from "@gavelyard/messages/text";
import { unitTable } from "@gavelyard/contract/inventory/unit-table";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellValue } from "./cell-values.ts";
import { sellerFinder, yardFinder } from "./check-rows.ts";
import { guessMapping } from "./guess-mapping.ts";
import { readUnit, textsOf } from "./read-unit.ts";

describe("columns are guessed by their names", () => {
  test.each([
    ["Stock #", "stockNumber"],
    ["STOCK NO.", "stockNumber"],
    ["Year", "modelYear"],
    ["Make", "manufacturer"],
    ["Miles", "odometer"],
    ["Mileage (mi)", "odometer"],
    ["Odometer", "odometer"],
    ["VIN", "vin"],
    ["Serial Number", "vin"],
    ["Reserve", "reservePrice"],
    ["Reserve, $", "reservePrice"],
    ["Starting price", "startingPrice"],
    ["Location", "yard"],
    ["HP", "specs.horsepower"],
    ["specs.gvwrLb", "specs.gvwrLb"],
    ["GVWR (lb)", "specs.gvwrLb"],
    ["Engine hours", "engineHours"],
    ["Shoe size", null],
    ["", null],
  ])("%s: %s", (header, field) => {
    expect(guessMapping([header])).toEqual([field]);
  });

  test.each(languages)(
    "the columns of an export in %s are all known, and each as itself",
    (language) => {
      const labels = unitTable.map(
        ({ label }) => dictionaryOf(language).get(label.text) ?? say(label),
      );
      expect(guessMapping([...labels, "Status"])).toEqual([
        ...unitTable.map(({ name }) => name),
        null,
      ]);
      expect(guessMapping(unitTable.map(({ name }) => name))).toEqual(
        unitTable.map(({ name }) => name),
      );
    },
  );

  test("a field is guessed once, however many columns there are", () => {
    const names = unitTable.flatMap(({ name, label: { text } }) => [
      name,
      text,
      text.toUpperCase(),
    ]);
    const header = fc.oneof(fc.constantFrom(...names), fc.string());
    fc.assert(
      fc.property(fc.array(header, { maxLength: 40 }), (headers) => {
        const mapping = guessMapping(headers);
        expect(mapping).toHaveLength(headers.length);
        const fields = mapping.filter((field) => field !== null);
        expect(new Set(fields).size).toBe(fields.length);
      }),
    );
    expect(guessMapping(["Miles", "Odometer", "Odometer"])).toEqual([null, "odometer", null]);
  });
});

describe("cells", () => {
  const column = (field: string) => {
    const found = unitTable.find(({ name }) => name === field);
    if (found === undefined) throw new Error(`no column ${field}`);
    return found;
  };
  test.each([
    ["startingPrice", "$12,500", 12_500],
    ["startingPrice", " 12500.50 ", 12_500.5],
    ["odometer", "412,380 mi", 412_380],
    ["specs.horsepower", "455 HP", 455],
    ["specs.trailer.lengthFt", '636"', 53],
    ["specs.trailer.heightIn", "13.5'", 162],
    ["inventoryType", "Truck tractor", "TRUCK_TRACTOR"],
    ["inventoryType", "semi truck", "TRUCK_TRACTOR"],
    ["inventoryType", "TRUCK_STRAIGHT", "TRUCK_STRAIGHT"],
    ["axleConfig", "6 x 4", "6X4"],
    ["runCondition", "Runs & drives", "RUNS_DRIVES"],
    ["fuelType", "gasoline", "GAS"],
    ["specs.engineBrake", "x", true],
    ["featured", "No", false],
    ["description", "'=SUM(A1)", "=SUM(A1)"],
    ["description", "'twas clean", "'twas clean"],
  ])("%s: %s", (field, cell, value) => {
    expect(cellValue(column(field), cell.trim())).toEqual({ value });
  });
  test.each([
    ["odometer", "412,38"],
    ["odometer", "663,000 km"],
    ["odometer", "many"],
    ["odometer", "1e5"],
    ["titleBrand", "Shiny"],
    ["featured", "perhaps"],
  ])("%s cannot be %s", (field, cell) => {
    expect(cellValue(column(field), cell)).toHaveProperty("fault");
  });
  test("a number is read back however it is written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom("", " mi"), (n, unit) => {
        expect(cellValue(column("odometer"), `${n.toLocaleString("en-US")}${unit}`)).toEqual({
          value: n,
        });
        expect(cellValue(column("startingPrice"), `$${n}`)).toEqual({ value: n });
      }),
    );
  });
  test("no text makes it fail", () => {
    fc.assert(
      fc.property(fc.constantFrom(...unitTable), fc.string(), (one, cell) => {
        const read = cellValue(one, cell);
        expect(read === null || "value" in read || "fault" in read).toBe(true);
      }),
    );
  });
});

const yards = [
  { id: 7, name: "Amarillo Yard", city: "Amarillo", state: "TX" },
  { id: 8, name: "North", city: "Joliet", state: "IL" },
  { id: 9, name: "North", city: "Fargo", state: "ND" },
];
const findYard = yardFinder(yards);
const sellers = [
  { id: 3, name: "Red Mesa Freight LLC", place: "Amarillo, TX" },
  { id: 4, name: "J. Smith", place: "" },
  { id: 5, name: "J Smith", place: "" },
];
const finders = { yard: findYard, seller: sellerFinder(sellers) };

describe("a yard is found", () => {
  test.each([
    ["amarillo yard", 7],
    ["7", 7],
    ["#9", 9],
    ["North, Fargo", 9],
    ["North, Joliet, IL", 8],
  ])("by %s", (text, id) => {
    expect(findYard(text)).toEqual({ id });
  });
  test("by nothing else, and not by a name that several have", () => {
    expect(findYard("Reno")).toEqual({ fault: "No yard is named “Reno”" });
    expect(findYard("north")).toHaveProperty("fault");
  });
});

describe("a seller (D93)", () => {
  test("is found by name or ID, and is the row's own value", () => {
    for (const seller of ["red mesa freight llc", "3", "#3"])
      expect(read({ seller })).toMatchObject({ faults: [], unit: { sellerId: 3 } });
    expect(read({ seller: "3" }).own.has("seller")).toBe(true);
    expect(read().unit).not.toHaveProperty("sellerId");
  });
  test("whom nobody knows, or several are called, is a fault of the row", () => {
    expect(read({ seller: "Cimarron Ag" }).faults).toEqual([
      { field: "seller", message: "No seller is named “Cimarron Ag”. Add the seller first." },
    ]);
    expect(read({ seller: "j smith" }).faults[0]?.message).toContain("Enter the seller's ID");
  });
  test("is ignored by a house that has no sellers", () => {
    const texts = new Map(Object.entries({ ...sound, seller: "Progressive" }));
    const { faults, unit } = readUnit(texts, { yard: findYard, seller: sellerFinder([]) });
    expect(faults).toEqual([]);
    expect(unit).not.toHaveProperty("sellerId");
  });
});

const sound = {
  stockNumber: "T1",
  inventoryType: "Tractor",
  modelYear: "2019",
  manufacturer: "Peterbilt",
  model: "579",
  titleBrand: "Clean",
  startingPrice: "$31,500",
  yard: "Amarillo Yard",
};
const read = (more: Readonly<Record<string, string>> = {}) =>
  readUnit(new Map(Object.entries({ ...sound, ...more })), finders);

describe("a row", () => {
  test("becomes valid input for the contract", () => {
    expect(
      read({ "specs.horsepower": "455", "specs.engineBrake": "yes", odometer: "" }),
    ).toMatchObject({
      faults: [],
      unit: expect.objectContaining({
        stockNumber: "T1",
        inventoryType: "TRUCK_TRACTOR",
        startingPrice: 31_500,
        yardId: 7,
        specs: expect.objectContaining({ horsepower: 455, engineBrake: true }),
      }),
    });
  });

  test("reports all of its errors at once, each at its field", () => {
    const { unit, faults } = read({
      modelYear: "2019",
      titleBrand: "Shiny",
      manufacturer: " ",
      yard: "Reno",
      vin: "1XPBDP9X5KD60000I",
      grade: "7",
      startingPrice: "100.50",
      "specs.trailer.trailerType": "Reefer",
    });
    expect(unit).toBeNull();
    expect(Object.fromEntries(faults.map(({ field, message }) => [field, message]))).toEqual({
      titleBrand: expect.stringContaining("“Shiny” isn't one of: Clean, Salvage"),
      manufacturer: "This is required",
      yard: "No yard is named “Reno”",
      vin: "Character 17 is “I”. A VIN has letters and digits, without I, O or Q.",
      grade: "Must be 5 or less",
      startingPrice: "Must be whole dollars",
      "specs.trailer.lengthFt": "This is required",
    });
  });

  test.each([
    [{ reservePrice: "100" }, "reservePrice", /below the starting price/],
    [{ saleType: "No reserve", reservePrice: "40000" }, "reservePrice", /absolute sale/],
    [{ stockNumber: "a b" }, "stockNumber", /letters, digits and hyphens/],
    [{ stockNumber: "x".repeat(21) }, "stockNumber", /20 characters/],
    [{ modelYear: "1850" }, "modelYear", /1900 or more/],
    [{ odometer: "3.5" }, "odometer", /whole number/],
    [{ startingPrice: "0" }, "startingPrice", /required/],
    [{ startingPrice: "-5" }, "startingPrice", /more than 0/],
    [{ yard: "" }, "yard", /Enter the unit's location/],
  ])("%o is refused at %s", (more, field, message) => {
    expect(read(more).faults).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  test("takes the import's values where it has none, or one that says so", () => {
    const { yard: _yard, titleBrand: _title, startingPrice: _price, ...others } = sound;
    const texts = textsOf(
      [...Object.values(others), " ", "Salvage", "0"],
      [...Object.keys(others), "yard", "titleBrand", "startingPrice"],
    );
    const defaults = { yard: "7", titleBrand: "Clean", startingPrice: "25" };
    const { values, faults } = readUnit(texts, finders, {
      plans: new Map(),
      valueMap: {},
      defaults,
    });
    expect(faults).toEqual([]);
    expect(Object.fromEntries(values)).toMatchObject({
      yard: 7,
      titleBrand: "SALVAGE",
      startingPrice: 25,
    });
  });
});

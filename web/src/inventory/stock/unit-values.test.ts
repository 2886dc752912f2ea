import { newUnit } from "@gavelyard/contract/inventory/inventory-staff";
import { expect, test } from "vitest";
import { unitSections } from "@gavelyard/contract/inventory/unit-fields";
import { bodyOf, valuesOf } from "./unit-values.ts";

const typed = {
  modelYear: "2019",
  manufacturer: "Peterbilt",
  model: " 579 ",
  titleBrand: "CLEAN",
  startingPrice: "$12,500",
  reservePrice: "",
  odometer: "412,380",
  featured: true,
  description: "",
  "specs.horsepower": "455",
  "specs.suspension": "AIR",
  "specs.sleeperRoof": "",
};

test("typed values become a valid unit", () => {
  const body = bodyOf("TRUCK_TRACTOR", typed, { features: ["Chrome"] });
  expect(newUnit.parse(body)).toMatchObject({
    inventoryType: "TRUCK_TRACTOR",
    modelYear: 2019,
    model: "579",
    startingPrice: 12_500,
    reservePrice: null,
    odometer: 412_380,
    featured: true,
    specs: { horsepower: 455, suspension: "AIR", sleeperRoof: null, features: ["Chrome"] },
  });
});

test("fields that don't fit the type are neither shown nor changed", () => {
  const body = bodyOf("CAR", typed, { suspension: "SPRING" });
  expect(body["specs"]).toMatchObject({ suspension: "SPRING" });
  expect(newUnit.parse(body)).not.toHaveProperty("axleConfig");
});

test("a trailer type without a length is reported at its field", () => {
  const body = bodyOf("TRAILER", { ...typed, "specs.trailer.trailerType": "REEFER" }, {});
  const { error } = newUnit.safeParse(body);
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["specs.trailer.lengthFt"]);
  expect(newUnit.safeParse(bodyOf("TRAILER", typed, {})).success).toBe(true);
});

test("an invalid number is reported at its field", () => {
  const { error } = newUnit.safeParse(bodyOf("CAR", { ...typed, odometer: "many" }, {}));
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["odometer"]);
});

test("form and unit convert back and forth", () => {
  const unit = newUnit.parse(bodyOf("TRUCK_TRACTOR", typed, {}));
  expect(newUnit.parse(bodyOf("TRUCK_TRACTOR", valuesOf(unit), {}))).toEqual(unit);
});

test("every form field is in the contract", () => {
  const samples: Readonly<Record<string, string>> = {
    modelYear: "2019",
    "specs.wheelbaseIn": "240",
    "specs.sleeperSizeIn": "72",
    "specs.bunks": "2",
  };
  const all = Object.fromEntries(
    unitSections.flatMap(({ fields }) =>
      fields.map(({ name, kind, options }) => [
        name,
        kind === "flag"
          ? true
          : (samples[name] ?? options?.[0] ?? (kind === "number" ? "4" : "TX")),
      ]),
    ),
  );
  for (const type of ["TRUCK_TRACTOR", "TRAILER", "EQUIPMENT", "CAR"] as const) {
    const { error } = newUnit.safeParse(bodyOf(type, all, {}));
    expect(error?.issues ?? []).toEqual([]);
  }
});

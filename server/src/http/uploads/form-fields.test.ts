import { expect, test } from "vitest";
import { z } from "zod";
import { formReader } from "./form-fields.ts";

const body = z
  .object({
    name: z.string(),
    stock: z.string(),
    year: z.int(),
    price: z.number().optional(),
    reserve: z.number().nullable().optional(),
    featured: z.boolean().default(false),
    ids: z.array(z.int()).optional(),
    kinds: z.array(z.enum(["A", "B"])).optional(),
    specs: z.object({ doors: z.int() }).optional(),
    status: z.enum(["ON", "OFF"]).optional(),
  })
  .meta({ id: "Inner" });

const read = formReader(body);
const one = (name: string, value: unknown) => read(new Map([[name, value]]))[name];

test.each([
  ["name", "42", "42"],
  ["stock", "", ""],
  ["year", "2019", 2019],
  ["year", " 2019 ", 2019],
  ["year", "0x7e3", "0x7e3"],
  ["year", "2e3", "2e3"],
  ["year", "NaN", "NaN"],
  ["year", "٢٠١٩", "٢٠١٩"],
  ["price", "12250.50", 12250.5],
  ["price", "", undefined],
  ["price", "-1", -1],
  ["reserve", "", null],
  ["featured", "true", true],
  ["featured", "yes", "yes"],
  ["ids", "1,2,3", [1, 2, 3]],
  ["ids", "7", [7]],
  ["ids", ["1", "2"], [1, 2]],
  ["ids", "[4,5]", [4, 5]],
  ["ids", "[4,", "[4,"],
  ["ids", "", []],
  ["kinds", "A,B", ["A", "B"]],
  ["specs", '{"doors":2}', { doors: 2 }],
  ["specs", "{broken", "{broken"],
  ["status", "ON", "ON"],
  ["unknown", "7", "7"],
])("%s given as %j is read as %j", (name, value, expected) => {
  expect(one(name, value)).toEqual(expected);
});

test("a field sent twice where one is expected is left for the schema to refuse", () => {
  expect(one("year", ["2019", "2020"])).toEqual(["2019", "2020"]);
});

test("a field named like a prototype is a field like any other", () => {
  const fields = read(new Map([["__proto__", "x"]]));
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});

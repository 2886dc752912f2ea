import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fieldLabel, fieldSentence } from "./field-messages.ts";

const kindOfPet = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("cat") }),
  z.object({ kind: z.literal("dog") }),
]);
const faults = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, "This is required"],
  [z.string(), null, "This is required"],
  [z.string(), 1, "Must be text"],
  [z.number(), "1", "Must be a number"],
  [z.int(), 1.5, "Must be a whole number"],
  [z.boolean(), "yes", "Must be true or false"],
  [z.array(z.int()), {}, "Must be a list"],
  [z.object({}), [], "Must be an object with named fields"],
  [z.string().min(1), "", "Must not be empty"],
  [z.string().min(8), "x", "Must have at least 8 characters"],
  [z.string().max(1), "xx", "Must have at most 1 character"],
  [z.array(z.int()).max(2), [1, 2, 3], "Must have at most 2 items"],
  [z.number().min(1_000), 1, "Must be 1000 or more"],
  [z.number().max(25_000), 30_000, "Must be 25,000 or less"],
  [z.number().positive(), 0, "Must be more than 0"],
  [z.number().max(5), 6, "Must be 5 or less"],
  [z.number().lt(5), 5, "Must be less than 5"],
  [z.number().multipleOf(50), 51, "Must be a multiple of 50"],
  [z.email(), "x", "Must be an email address"],
  [z.iso.datetime(), "x", "Must be a time in UTC, like 2026-05-01T15:00:00Z"],
  [z.string().regex(/^a$/), "b", "Wrong format"],
  [z.enum(["UP", "DOWN"]), "x", "Must be UP or DOWN"],
  [z.enum(["UP", "DOWN"]), undefined, "This is required"],
  [z.strictObject({}), { a: 1 }, "Unknown field"],
  [z.union([z.string(), z.number()]), true, "This is not valid"],
  [kindOfPet, { kind: "bird" }, "Must be cat or dog"],
  [kindOfPet, {}, "Must be cat or dog"],
  [z.string().refine(() => false), "x", "This is not valid"],
  [z.string("Enter your name"), undefined, "Enter your name"],
])("%# %j", (schema, value, fault) => {
  expect(faults(schema, value)).toEqual([fault]);
});

describe("labels", () => {
  test.each([
    ["fullName", "Full name"],
    ["inventoryId", "Inventory ID"],
    ["imageIds.3", "Image IDs"],
    ["lots.0.startingPrice", "Starting price"],
    ["vin", "VIN"],
    ["maxAmount", "Maximum bid"],
    ["", "The request"],
    ["0", "The request"],
  ])("of %j: %s", (path, label) => expect(fieldLabel(path)).toBe(label));
});

test.each([
  ["fullName", "This is required", "Full name is required"],
  ["amount", "Must be a number", "Amount must be a number"],
  ["email", "Enter a valid email address", "Enter a valid email address"],
  ["budget", "$9 is left of it", "Budget: $9 is left of it"],
  ["file", "The file is empty", "The file is empty"],
  ["gatePin", "This is not the gate PIN of this unit", "This is not the gate PIN of this unit"],
  ["", "Must be a list", "The request must be a list"],
])("makes a sentence for %s", (path, fault, sentence) => {
  expect(fieldSentence(path, fault)).toBe(sentence);
});

import { msg, say, type Message } from "@gavelyard/messages/text";
import { nameKey } from "@gavelyard/domain/inventory/makes";
import { identifierTypes, inventoryTypes } from "./inventory-fields.ts";
import { unitSections, type UnitField } from "./unit-fields.ts";

export type UnitTableColumn = Pick<UnitField, "name" | "label" | "kind" | "options">;

/** A text of a file as a key: without case, spaces and marks, so that "Stock #" and "stock" are one. */
export const valueKey = nameKey;

/** How CSV files are separated and encoded. */
export const separators = [",", ";", "\t", "|"] as const;
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "macintosh"] as const;

/** Labels that need the unit's type when they aren't in the form. */
const ownLabels: Readonly<Record<string, Message>> = {
  "specs.trailer.doorType": msg("Trailer doors"),
};

const described: readonly UnitTableColumn[] = unitSections.flatMap(({ fields }) =>
  fields.map((field) => ({ ...field, label: ownLabels[field.name] ?? field.label })),
);

/**
 * Columns of exports and imports, in order. All but `yard` and `seller`, names or IDs, are fields of
 * a new unit; fields of `specs` have that prefix and a dot.
 */
export const unitTable: readonly UnitTableColumn[] = [
  ...described.filter(({ name }) => name === "stockNumber"),
  { name: "inventoryType", label: msg("Type"), kind: "choice", options: inventoryTypes },
  { name: "vin", label: msg("VIN or serial number"), kind: "text" },
  {
    name: "identifierType",
    label: msg("Identifier type"),
    kind: "choice",
    options: identifierTypes,
  },
  { name: "vinOverrideReason", label: msg("VIN override reason"), kind: "text" },
  ...described.filter(({ name }) => name !== "stockNumber"),
  { name: "yard", label: msg("Yard"), kind: "text" },
  { name: "seller", label: msg("Seller"), kind: "text" },
];

/** Columns that every new unit needs a value for. */
export const neededFields = [
  "inventoryType",
  "modelYear",
  "manufacturer",
  "model",
  "titleBrand",
  "startingPrice",
  "yard",
] as const;

/**
 * Returns a field's label without the part after its comma, for where the unit is obvious; or the
 * field's name when it has no column.
 */
export function unitLabel(field: string): string {
  const column = unitTable.find(({ name }) => name === field);
  return column === undefined ? field : say(column.label).replace(/,.*$/, "");
}

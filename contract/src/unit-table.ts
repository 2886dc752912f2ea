import { identifierTypes, inventoryTypes } from "./inventory-fields.ts";
import { unitSections, type UnitField } from "./unit-fields.ts";

/** One column of a table of units: a field, under the name that staff know it by. */
export type UnitTableColumn = Pick<UnitField, "name" | "label" | "kind" | "options">;

/** Where a label means something else for another type of unit, a table needs another. */
const ownLabels: Readonly<Record<string, string>> = { "specs.trailer.doorType": "Trailer doors" };

const described: readonly UnitTableColumn[] = unitSections.flatMap(({ fields }) =>
  fields.map((field) => ({ ...field, label: ownLabels[field.name] ?? field.label })),
);

/**
 * The columns in which units leave as a file and come in from one, in this order. All but `yard`, which
 * holds a yard's name or number, are fields of a new unit; fields of `specs` with that before a dot.
 */
export const unitTable: readonly UnitTableColumn[] = [
  ...described.filter(({ name }) => name === "stockNumber"),
  { name: "inventoryType", label: "Type", kind: "choice", options: inventoryTypes },
  { name: "vin", label: "VIN or serial number", kind: "text" },
  {
    name: "identifierType",
    label: "Kind of identifier",
    kind: "choice",
    options: identifierTypes,
  },
  { name: "vinOverrideReason", label: "Why the VIN is right", kind: "text" },
  ...described.filter(({ name }) => name !== "stockNumber"),
  { name: "yard", label: "Yard", kind: "text" },
];

/** What a field is called where its unit goes without saying; its own name when it has no column. */
export const unitLabel = (field: string): string =>
  unitTable.find(({ name }) => name === field)?.label.replace(/,.*$/, "") ?? field;

import { t } from "@gavelyard/messages/text";
import { identifierTypes, inventoryTypes } from "./inventory-fields.ts";
import { unitSections, type UnitField } from "./unit-fields.ts";

/** One column of a table of units: a field with its label. */
export type UnitTableColumn = Pick<UnitField, "name" | "label" | "kind" | "options">;

/** Labels that need the unit's type outside the form. */
const ownLabels: Readonly<Record<string, string>> = {
  "specs.trailer.doorType": t("Trailer doors"),
};

const described: readonly UnitTableColumn[] = unitSections.flatMap(({ fields }) =>
  fields.map((field) => ({ ...field, label: ownLabels[field.name] ?? field.label })),
);

/**
 * Columns of exports and imports of units, in this order. All but `yard`, a yard's name or ID, are
 * fields of a new unit; fields of `specs` have that prefix and a dot.
 */
export const unitTable: readonly UnitTableColumn[] = [
  ...described.filter(({ name }) => name === "stockNumber"),
  { name: "inventoryType", label: t("Type"), kind: "choice", options: inventoryTypes },
  { name: "vin", label: t("VIN or serial number"), kind: "text" },
  {
    name: "identifierType",
    label: t("Kind of identifier"),
    kind: "choice",
    options: identifierTypes,
  },
  { name: "vinOverrideReason", label: t("Why the VIN is right"), kind: "text" },
  ...described.filter(({ name }) => name !== "stockNumber"),
  { name: "yard", label: t("Yard"), kind: "text" },
];

/**
 * Returns a field's label where its unit is obvious, without the part after a comma; the field's
 * name when it has no column.
 */
export const unitLabel = (field: string): string =>
  unitTable.find(({ name }) => name === field)?.label.replace(/,.*$/, "") ?? field;

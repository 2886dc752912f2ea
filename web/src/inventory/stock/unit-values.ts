import { t, say } from "@gavelyard/messages/text";
import type { InventoryType } from "@gavelyard/contract/inventory/inventory-fields";
import { fitsType, unitSections, type UnitField } from "@gavelyard/contract/inventory/unit-fields";

/** Values of the unit form by field name: text, or a boolean for checkboxes. */
export type UnitValues = Record<string, string | boolean>;

type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fields: readonly UnitField[] = unitSections.flatMap((section) => section.fields);
/** Required fields; when empty, they are left out instead of being set to null. */
const neverEmpty = new Set(["stockNumber", "startingPrice", "modelYear", "manufacturer", "model"]);
const wordy = new Set(["description"]);

function valueAt(tree: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((node, name) => (isTree(node) ? node[name] : undefined), tree);
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const ownFields = [
  "inventoryType",
  "identifierType",
  "vin",
  "vinOverrideReason",
  "yardId",
  "sellerId",
] as const;

export function valuesOf(unit: Tree): UnitValues {
  return {
    ...Object.fromEntries(ownFields.map((name) => [name, textOf(unit[name])])),
    sellerId: textOf(valueAt(unit, "seller.id")),
    ...Object.fromEntries(
      fields.map(({ name, kind }) => {
        const value = valueAt(unit, name);
        return [name, kind === "flag" ? value === true : textOf(value)];
      }),
    ),
  };
}

export const emptyValues = (): UnitValues => ({
  ...valuesOf({}),
  inventoryType: "TRUCK_TRACTOR",
  titleBrand: "CLEAN",
  saleType: "RESERVE",
});

export function labelOf(name: string): string {
  const label = fields.find((field) => field.name === name)?.label;
  return label === undefined ? (ownLabels[name] ?? name) : say(label);
}

const ownLabels: Readonly<Record<string, string>> = {
  inventoryType: t("Type"),
  identifierType: t("Identifier"),
  vin: t("VIN or serial number"),
  vinOverrideReason: t("Reason to accept this identifier"),
  yardId: t("Yard"),
  sellerId: t("Seller"),
  images: t("Pictures"),
};

function valueOf({ name, kind }: UnitField, typed: string | boolean | undefined): unknown {
  if (kind === "flag") return typed === true;
  const text = String(typed ?? "").trim();
  if (text === "") {
    if (wordy.has(name)) return "";
    return neverEmpty.has(name) || kind === "choice" ? undefined : null;
  }
  if (kind !== "number") return text;
  // Text that is not a number is sent as typed, so that validation reports the field.
  const value = Number(text.replaceAll(/[,$\s]/g, ""));
  return Number.isNaN(value) ? text : value;
}

function withValue(tree: Tree, path: readonly string[], value: unknown): Tree {
  const [name = "", ...rest] = path;
  if (rest.length === 0) return { ...tree, [name]: value };
  const branch = tree[name];
  return { ...tree, [name]: withValue(isTree(branch) ? branch : {}, rest, value) };
}

/**
 * Converts form values to the request body for this type of unit. Specifications that the type's
 * form doesn't show stay unchanged.
 */
export function bodyOf(type: InventoryType, values: UnitValues, specs: Tree): Tree {
  const yard = Number(values["yardId"]);
  const identifier = String(values["vin"] ?? "").trim();
  let body: Tree = {
    inventoryType: type,
    specs,
    vin: identifier === "" ? null : identifier,
    vinOverrideReason: String(values["vinOverrideReason"] ?? ""),
    ...(values["identifierType"] ? { identifierType: values["identifierType"] } : {}),
    ...(yard > 0 ? { yardId: yard } : {}),
    sellerId: Number(values["sellerId"]) || null,
  };
  for (const field of fields) {
    if (!fitsType(field, type)) continue;
    const value = valueOf(field, values[field.name]);
    const isChoiceOfSpecs = field.kind === "choice" && field.name.startsWith("specs.");
    if (value === undefined && !isChoiceOfSpecs) continue;
    body = withValue(body, field.name.split("."), value ?? null);
  }
  // Omit a branch whose values are all null.
  for (const branch of ["trailer", "equipment"]) {
    const tree = valueAt(body, `specs.${branch}`);
    if (isTree(tree) && Object.values(tree).every((value) => value === null)) {
      body = withValue(body, ["specs", branch], null);
    }
  }
  return body;
}

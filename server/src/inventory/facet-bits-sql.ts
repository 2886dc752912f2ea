import {
  facetFields,
  type FacetField,
  type InventoryFilter,
} from "@gavelyard/contract/inventory-filter";
import type { Values } from "../db/values.ts";
import { yardsInReach } from "./distance-sql.ts";
import { openLotStages } from "./lot-stage-sql.ts";
import { searchQuery } from "./search-query.ts";

/** Fields of a filter that the bitmaps of `facet_bits` answer; `auctionStatus` by the clock beside them. */
const answered = new Set<string>([
  ...facetFields,
  "model",
  "yearFrom",
  "yearTo",
  "featured",
  "apu",
  "carbCompliant",
  "zip",
  "lat",
  "lng",
  "withinMiles",
  "q",
  "sort",
  "page",
  "size",
]);

/** Fields that are true of a unit or not. */
const flags = ["featured", "apu", "carbCompliant"] as const;

/** Whether bitmaps alone can tell which units a filter asks for. */
export function isOfFacetsAlone(filter: InventoryFilter): boolean {
  return (
    searchQuery(filter.q ?? "") === null &&
    Object.entries(filter).every(([field, value]) => value === undefined || answered.has(field))
  );
}

const none = "repeat('0', 30000)::bit(30000)";

/** Common table expressions that select units by bitmaps. */
export interface Selection {
  /** Defines `bits_now` (all bitmaps, also the ones that follow the clock) and `chosen`, one row a chunk. */
  readonly ctes: string;
  /** The column of `chosen` in which a facet finds its units: all choices but its own. */
  readonly columnFor: (field: FacetField) => string;
}

/**
 * Selects the units of a filter, and for each chosen facet those that all other choices leave. Only
 * for filters that `isOfFacetsAlone`.
 */
export function selectionOf(filter: InventoryFilter, values: Values): Selection {
  const parts: { readonly name: string; readonly field: string; readonly test: string }[] = [];
  const choose = (field: string, wanted: readonly string[]) =>
    parts.push({
      name: `by_${field}`,
      field,
      test: `= ANY(${values.add(wanted)}::text[])`,
    });
  const chosen: FacetField[] = [];
  for (const field of facetFields) {
    const wanted = filter[field];
    if (wanted === undefined || wanted.length === 0) continue;
    chosen.push(field);
    choose(field, wanted.map(String));
  }
  if (filter.model !== undefined && filter.model.length > 0) {
    choose("model", filter.model);
    if (!chosen.includes("manufacturer")) chosen.push("manufacturer");
  }
  const inReach = yardsInReach(filter, values);
  if (inReach !== null) {
    const test = ` IN (SELECT id::text FROM (${inReach}) AS near)`;
    parts.push({ name: "by_yard", field: "yard", test });
  }
  const refused = new Set<string>();
  for (const flag of flags) {
    if (filter[flag] === undefined) continue;
    choose(flag, ["true"]);
    if (!filter[flag]) refused.add(`by_${flag}`);
  }
  if (filter.yearFrom !== undefined || filter.yearTo !== undefined) {
    parts.push({
      name: "by_modelYear",
      field: "modelYear",
      test: `::int BETWEEN ${values.add(filter.yearFrom ?? 0)} AND ${values.add(filter.yearTo ?? 9_999)}`,
    });
  }
  const bitsOf = (name: string) => {
    const bits = `coalesce("${name}".bits, ${none})`;
    return refused.has(name) ? `~${bits}` : bits;
  };
  // A model narrows its make: the other makes stay to be chosen.
  const ownParts = (field: FacetField) =>
    field === "manufacturer" ? ["by_manufacturer", "by_model"] : [`by_${field}`];
  const without = (names: readonly string[]) =>
    [
      "p.bits",
      ...parts.filter(({ name }) => !names.includes(name)).map(({ name }) => bitsOf(name)),
    ].join(" & ");
  const columns = [
    `${without([])} AS "all"`,
    ...chosen.map((field) => `${without(ownParts(field))} AS "but_${field}"`),
  ];
  const byValue = parts.map(
    ({ name, field, test }) => `"${name}" AS MATERIALIZED (
      SELECT chunk, bit_or(bits) AS bits FROM ${field === "auctionStatus" ? "status_bits" : "facet_bits"}
      WHERE field = '${field}' AND value${test} GROUP BY chunk)`,
  );
  const joins = parts.map(({ name }) => `LEFT JOIN "${name}" USING (chunk)`);
  return {
    ctes: [
      ...statusBits,
      ...byValue,
      `chosen AS MATERIALIZED (SELECT p.chunk, ${columns.join(", ")}
        FROM facet_bits p ${joins.join(" ")} WHERE p.field = 'published')`,
    ].join(", "),
    columnFor: (field) => (chosen.includes(field) ? `"but_${field}"` : `"all"`),
  };
}

/**
 * Units by the stage of their lot. Open lots are few, and the clock moves them; all other units that ever
 * had a lot have a closed one (D16).
 */
const statusBits = [
  `open_bits AS MATERIALIZED (
    SELECT stage AS value, (unit_id / 30000)::int AS chunk,
      bits_at(array_agg((unit_id % 30000)::int)) AS bits
    FROM (${openLotStages}) o GROUP BY 1, 2)`,
  `status_bits AS MATERIALIZED (
    SELECT 'auctionStatus' AS field, o.value, o.chunk, o.bits FROM open_bits o
    UNION ALL SELECT 'auctionStatus', 'EXPIRED', h.chunk, h.bits & ~coalesce(o.bits, ${none})
    FROM facet_bits h LEFT JOIN (SELECT chunk, bit_or(bits) AS bits FROM open_bits GROUP BY chunk) o
      USING (chunk) WHERE h.field = 'hasLot')`,
];

import {
  unitTable,
  valueKey,
  type UnitTableColumn,
} from "@gavelyard/contract/inventory/unit-table";
import type { UnknownValue } from "@gavelyard/contract/inventory/unit-imports";
import { codeName } from "@gavelyard/domain/code-names";
import { english } from "@gavelyard/messages/text";
import type { ReadRow } from "./read-unit.ts";

const MAX_UNKNOWN = 300;

/**
 * Returns the texts of an import that fields with options, and the yard, don't know, each once with
 * the number of its rows, most frequent first; an empty text for blank cells of a needed field. Staff
 * say what each means for all rows at once.
 */
export function unknownAmong(
  mapping: readonly (string | null)[],
  rows: readonly { readonly cells: readonly string[] }[],
  checked: readonly Pick<ReadRow, "faults" | "askedTexts">[],
): UnknownValue[] {
  const unknown = new Map<string, UnknownValue>();
  checked.forEach(({ faults, askedTexts }, index) => {
    for (const field of new Set(faults.map((fault) => fault.field))) {
      const options = optionsOf(field);
      const cell = rows[index]?.cells[mapping.indexOf(field)]?.trim() ?? "";
      const text = askedTexts.get(field) ?? cell;
      if (options === null) continue;
      const key = `${field} ${valueKey(text)}`;
      const before = unknown.get(key);
      unknown.set(key, {
        field,
        text: before?.text ?? text,
        rows: (before?.rows ?? 0) + 1,
        suggestion:
          before?.suggestion ?? (askedTexts.has(field) ? "KM" : suggestionFor(text, options)),
      });
    }
  });
  return [...unknown.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MAX_UNKNOWN);
}

/** Returns the options of a field; none for a yard, and null for a field that takes any text. */
function optionsOf(field: string): readonly string[] | null {
  if (field === "yard") return [];
  return columns.get(field)?.options ?? null;
}
const columns: ReadonlyMap<string, UnitTableColumn> = new Map(
  unitTable.map((column) => [column.name, column]),
);

/** Returns the option whose words a text has, the last one named: "salvage, rebuilt"; null if none. */
function suggestionFor(text: string, options: readonly string[]): string | null {
  const key = valueKey(text);
  const ends = options.map((option) => {
    const names = [option, english(codeName(option))].map(valueKey);
    const end = Math.max(
      ...names.map((name) => (key.includes(name) ? key.lastIndexOf(name) + name.length : -1)),
    );
    return { option, end };
  });
  const [last] = ends.filter(({ end }) => end > 0).toSorted((a, b) => b.end - a.end);
  return last?.option ?? null;
}

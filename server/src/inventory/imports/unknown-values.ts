import {
  unitTable,
  valueKey,
  type UnitTableColumn,
} from "@gavelyard/contract/inventory/unit-table";
import type { UnknownValue } from "@gavelyard/contract/inventory/unit-imports";
import { codeName } from "@gavelyard/domain/code-names";
import { english } from "@gavelyard/messages/text";
import type { UnitProblem } from "@gavelyard/domain/inventory/unit-rules";

const MAX_UNKNOWN = 300;

/**
 * Returns the texts of an import that fields with options, and the yard, don't know, each once with
 * the number of its rows, most frequent first. Staff say what each means for all rows at once.
 */
export function unknownAmong(
  mapping: readonly (string | null)[],
  rows: readonly { readonly cells: readonly string[] }[],
  checked: readonly { readonly faults: readonly UnitProblem[] }[],
): UnknownValue[] {
  const unknown = new Map<string, UnknownValue>();
  checked.forEach(({ faults }, index) => {
    for (const field of new Set(faults.map((fault) => fault.field))) {
      const options = optionsOf(field);
      const text = rows[index]?.cells[mapping.indexOf(field)]?.trim() ?? "";
      if (options === null || text === "") continue;
      const key = `${field} ${valueKey(text)}`;
      const before = unknown.get(key);
      unknown.set(key, {
        field,
        text: before?.text ?? text,
        rows: (before?.rows ?? 0) + 1,
        suggestion: before?.suggestion ?? suggestionFor(text, options),
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

/** Returns the option whose words a text has, the longest of them; null if there is none. */
function suggestionFor(text: string, options: readonly string[]): string | null {
  const key = valueKey(text);
  const within = options.filter((option) =>
    [option, english(codeName(option))].map(valueKey).some((name) => key.includes(name)),
  );
  return within.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

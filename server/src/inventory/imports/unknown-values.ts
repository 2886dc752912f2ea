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
 * Collects the texts of an import that fields with options, and the yard, don't know, each once with
 * the number of its rows; an empty text for blank cells of a needed field. Staff say what each means
 * for all rows at once.
 */
export class UnknownTexts {
  readonly #mapping: readonly (string | null)[];
  readonly #found = new Map<string, UnknownValue>();

  constructor(mapping: readonly (string | null)[]) {
    this.#mapping = mapping;
  }

  add(
    cells: readonly string[],
    { faults, askedTexts }: Pick<ReadRow, "faults" | "askedTexts">,
  ): void {
    for (const field of new Set(faults.map((fault) => fault.field))) {
      const options = optionsOf(field);
      if (options === null) continue;
      const cell = cells[this.#mapping.indexOf(field)]?.trim() ?? "";
      const text = askedTexts.get(field) ?? cell;
      const key = `${field} ${valueKey(text)}`;
      const known = this.#found.get(key) ?? {
        field,
        text,
        rows: 0,
        suggestion: askedTexts.has(field) ? "KM" : suggestionFor(text, options),
      };
      this.#found.set(key, { ...known, rows: known.rows + 1 });
    }
  }

  /** Returns the most frequent ones first. */
  all(): UnknownValue[] {
    return [...this.#found.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MAX_UNKNOWN);
  }
}

/** Returns the options of a field; none for a yard, and null for a field that takes any text. */
function optionsOf(field: string): readonly string[] | null {
  if (field === "yard") return [];
  return columns.get(field)?.options ?? null;
}
const columns: ReadonlyMap<string, UnitTableColumn> = new Map(
  unitTable.map((column) => [column.name, column]),
);

/** Words that turn what they stand with into its opposite, in English and Spanish. */
const negation = /\b(?:not?|non|never|without|neither|nor|cannot|nunca|sin)\b|n['’]t\b/i;

/**
 * Returns the option whose words a text has, the last one named ("salvage, rebuilt"), the longest of
 * those; null if none. A text that denies something suggests only an option that does so too.
 */
function suggestionFor(text: string, options: readonly string[]): string | null {
  const words = text.split(/[^\p{L}\p{N}]+/u).map(valueKey);
  const starts = new Set(words.map((_word, at) => words.slice(0, at).join("").length));
  const key = words.join("");
  const isDenied = negation.test(text);
  const named = options.flatMap((option) =>
    [option, english(codeName(option))].flatMap((name) => {
      const { length } = valueKey(name);
      const at = key.lastIndexOf(valueKey(name));
      const fits =
        at >= 0 && starts.has(at) && (!isDenied || negation.test(name.replaceAll("_", " ")));
      return fits ? [{ option, end: at + length, length }] : [];
    }),
  );
  const [last] = named.toSorted((a, b) => b.end - a.end || b.length - a.length);
  return last?.option ?? null;
}

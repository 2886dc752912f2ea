import type { ValueMap } from "./column-plans.ts";

/** How the lists of one source are matched. */
export interface Profile {
  readonly name: string;
  /** The field of each of its columns, by the column's name; null for one that is left out. */
  readonly columns: Readonly<Record<string, string | null>>;
  readonly defaults: Readonly<Record<string, string>>;
  readonly valueMap: ValueMap;
}

/** How an import starts: matched as the lists of its source, or guessed. */
export interface StartingChoices {
  readonly source: string;
  readonly isKnownSource: boolean;
  readonly mapping: readonly (string | null)[];
  readonly defaults: Readonly<Record<string, string>>;
  readonly valueMap: ValueMap;
}

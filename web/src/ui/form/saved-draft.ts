import { z } from "zod";

/** A draft: the user's input and the server's values that it started from. */
export interface SavedDraft<Values> {
  readonly values: Values;
  /** The server's values when the form was filled or last updated. */
  readonly base: Values;
  readonly updatedAt: string | null;
  /** Fields that both this user and another person changed. */
  readonly both: string[];
}

export const savedDraft = <Values>(values: z.ZodType<Values>): z.ZodType<SavedDraft<Values>> =>
  z.object({
    values,
    base: values,
    updatedAt: z.string().nullable(),
    both: z.array(z.string()),
  });

export const freshDraft = <Values>(
  values: Values,
  updatedAt: string | null,
): SavedDraft<Values> => ({ values, base: values, updatedAt, both: [] });

/**
 * Merges another person's changes into a draft: fields edited here stay, all others follow the
 * server. `both` lists fields that both changed to different values.
 */
export function mergeChanges<Values extends object>(
  draft: SavedDraft<Values>,
  theirs: Values,
  updatedAt: string | null,
): SavedDraft<Values> {
  const before = new Map<string, unknown>(Object.entries(draft.base));
  const now = new Map<string, unknown>(Object.entries(theirs));
  const mine = Object.entries(draft.values).filter(
    ([name, value]) => now.has(name) && !isSame(value, before.get(name)),
  );
  return {
    values: { ...theirs, ...Object.fromEntries(mine) },
    base: theirs,
    updatedAt,
    both: mine
      .filter(
        ([name, value]) =>
          !isSame(now.get(name), before.get(name)) && !isSame(now.get(name), value),
      )
      .map(([name]) => name),
  };
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

import { z } from "zod";

/** What somebody has typed, and what it was based on. */
export interface KeptDraft<Values> {
  readonly values: Values;
  /** As the server had them when the form was filled, or brought up to date. */
  readonly base: Values;
  readonly updatedAt: string | null;
  /** Fields that another changed too while they were changed here. */
  readonly both: string[];
}

/** How a draft is read again after the page was left. */
export const keptDraft = <Values>(values: z.ZodType<Values>): z.ZodType<KeptDraft<Values>> =>
  z.object({
    values,
    base: values,
    updatedAt: z.string().nullable(),
    both: z.array(z.string()),
  });

/** A draft in which nothing has been typed yet. */
export const freshDraft = <Values>(
  values: Values,
  updatedAt: string | null,
): KeptDraft<Values> => ({ values, base: values, updatedAt, both: [] });

/**
 * A draft once another's changes have come in: fields that were typed here stay, the rest follows the
 * server. `both` names those that both changed, each in its own way.
 */
export function broughtUpToDate<Values extends object>(
  draft: KeptDraft<Values>,
  theirs: Values,
  updatedAt: string | null,
): KeptDraft<Values> {
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

/** Whether two values that forms hold are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

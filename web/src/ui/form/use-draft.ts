import { useState } from "react";
import type { z } from "zod";

/** A form's input, kept in this tab until it is saved or discarded. */
export interface Draft<Values> {
  readonly values: Values;
  /** Whether it comes from an earlier visit to the form. */
  readonly restored: boolean;
  keep(values: Values): void;
  /** Discards the input and restarts from these values. */
  restart(values: Values): void;
}

/**
 * Returns a form's values, which survive a reload and Back until the session ends. `name`
 * distinguishes forms and users.
 */
export function useDraft<Values>(
  name: string,
  schema: z.ZodType<Values>,
  fresh: () => Values,
): Draft<Values> {
  const key = `draft:${name}`;
  const [state, setState] = useState(() => {
    const stored = readDraft(key, schema);
    return stored === null
      ? { values: fresh(), restored: false }
      : { values: stored, restored: true };
  });
  return {
    ...state,
    keep: (values) => {
      setState(({ restored }) => ({ values, restored }));
      try {
        sessionStorage.setItem(key, JSON.stringify(values));
      } catch {
        // Without storage there is no draft, but the form still works.
      }
    },
    restart: (values) => {
      setState({ values, restored: false });
      try {
        sessionStorage.removeItem(key);
      } catch {
        // As above.
      }
    },
  };
}

function readDraft<Values>(key: string, schema: z.ZodType<Values>): Values | null {
  try {
    const kept = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? "null"));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}

import { useState } from "react";
import type { z } from "zod";

/** What is typed into a form, kept in this tab until it is saved or put away. */
export interface Draft<Values> {
  readonly values: Values;
  /** Whether they come from an earlier visit to the form. */
  readonly restored: boolean;
  keep(values: Values): void;
  /** Forgets what was typed, and starts again from these. */
  restart(values: Values): void;
}

/**
 * A form's values that survive a reload and Back until the session ends. `name` tells forms and users
 * apart.
 */
export function useDraft<Values>(
  name: string,
  schema: z.ZodType<Values>,
  fresh: () => Values,
): Draft<Values> {
  const key = `draft:${name}`;
  const [state, setState] = useState(() => {
    const kept = readDraft(key, schema);
    return kept === null ? { values: fresh(), restored: false } : { values: kept, restored: true };
  });
  return {
    ...state,
    keep: (values) => {
      setState(({ restored }) => ({ values, restored }));
      try {
        sessionStorage.setItem(key, JSON.stringify(values));
      } catch {
        // A full or forbidden store keeps no draft; the form works all the same.
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

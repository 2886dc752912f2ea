import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError } from "../api/client.ts";

/**
 * The server's message, else the fallback of the specification's section 8. Without a network the
 * fallback comes first, then what to do about it.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status !== 0) return error.message || fallback;
  return `${fallback}${/\w$/.test(fallback) ? "." : ""} ${error.message}`.trim();
}

/**
 * Puts what the server found wrong beside the form's own fields, and answers what is left to be said
 * of the whole form; null when each fault has its field.
 */
export function tellFaults<Values extends FieldValues>(
  error: unknown,
  fallback: string,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | null {
  const issues = error instanceof ApiError ? error.issues : [];
  let left = issues.length === 0;
  let first = true;
  for (const { path, message } of issues) {
    const field = fields.find((name) => name === path);
    if (field === undefined) left = true;
    else setError(field, { message }, { shouldFocus: first });
    if (field !== undefined) first = false;
  }
  return left ? messageOf(error, fallback) : null;
}

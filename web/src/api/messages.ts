import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError } from "@gavelyard/client/call";

/**
 * Returns the server's message, else the fallback of the specification's section 8. Without a
 * network: the fallback, then what to do.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status !== 0) return error.message || fallback;
  return `${fallback}${/\w$/.test(fallback) ? "." : ""} ${error.message}`.trim();
}

/** Returns whether a call waits for a second person (D38); nothing has changed yet. */
export const isWaiting = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "second-person";

/**
 * Shows the server's field errors on the form's own fields. Returns the message for the whole form;
 * null when every error has its field.
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  fallback: string,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | null {
  const issues = error instanceof ApiError ? error.issues : [];
  let needsFormMessage = issues.length === 0;
  let first = true;
  for (const { path, message } of issues) {
    const field = fields.find((name) => name === path);
    if (field === undefined) needsFormMessage = true;
    else setError(field, { message }, { shouldFocus: first });
    if (field !== undefined) first = false;
  }
  return needsFormMessage ? messageOf(error, fallback) : null;
}

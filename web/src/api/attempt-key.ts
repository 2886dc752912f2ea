import { ApiError } from "./client.ts";

/** A key for a new attempt to bid, under which the bid is decided once (D14). */
export const newAttemptKey = (): string => crypto.randomUUID();

/**
 * The key for the next tap after an attempt failed. The server keeps a refusal under its key, so a tap
 * after a refusal is a new attempt; while nobody knows how the attempt ended, it is the same one.
 */
export function keyAfterFailure(key: string, error: unknown): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused ? newAttemptKey() : key;
}

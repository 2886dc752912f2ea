/** Words after these are ignored. */
const MAX_WORDS = 12;

/**
 * Returns typed text as a text search query: each word must be the start of a word in the unit.
 * Null if the text has no words.
 */
export function searchQuery(typed: string): string | null {
  const words = typed
    .normalize("NFC")
    .split(/[^\p{L}\p{N}.-]+/u)
    .map((word) => word.replace(/^[.-]+|[.-]+$/g, ""))
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
  // PostgreSQL splits a quoted word the same way as the units' texts (F-150 into two parts).
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(" & ");
}

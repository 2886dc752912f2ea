/** More words than this narrow no further. */
const MOST_WORDS = 12;

/**
 * What people type into a search box as a text search query: every word must begin a word of the
 * unit. Null when there is no word in it.
 */
export function searchQuery(typed: string): string | null {
  const words = typed
    .normalize("NFC")
    .split(/[^\p{L}\p{N}.-]+/u)
    .map((word) => word.replace(/^[.-]+|[.-]+$/g, ""))
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
  // In quotes a word is cut by PostgreSQL as the units' own texts are (F-150 into two parts).
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(" & ");
}

/** Whether a file of an archive is of no interest to anybody: what systems put beside pictures. */
export function isSystemFile(path: string): boolean {
  return /(^|\/)(__MACOSX|\.[^/]*|Thumbs\.db|desktop\.ini)(\/|$)/i.test(path) || path.endsWith("/");
}

/**
 * The stock number that a picture's path names, of those that are `known` in lower case: by its own
 * name ("GY-1001.jpg", "GY-1001_2.jpg", "gy-1001-front.png"), the longest that fits, or else by the
 * innermost folder of that name ("GY-1001/01.jpg"). Null when it names none.
 */
export function stockNumberIn(
  path: string,
  known: { has(stockNumber: string): boolean },
): string | null {
  const parts = path.toLowerCase().split("/");
  const name = (parts.pop() ?? "").replace(/\.[^.]*$/, "");
  for (let end = name.length; end > 0; end -= 1) {
    const isWhole = end === name.length || /[^\p{L}\p{N}]/u.test(name.charAt(end));
    if (isWhole && known.has(name.slice(0, end).trim())) return name.slice(0, end).trim();
  }
  return parts.findLast((folder) => known.has(folder.trim()))?.trim() ?? null;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const stem = (path: string) => path.replace(/\.[^./]*$/, "");

/** Puts paths in the order in which people count: "2.jpg" before "10.jpg", "T1.jpg" before "T1_2.jpg". */
export function inOrderOfNames(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => collator.compare(stem(a), stem(b)) || (a < b ? -1 : 1));
}

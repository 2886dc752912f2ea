/** Returns whether a path in an archive is a folder or a file that the operating system added. */
export function isSystemFile(path: string): boolean {
  return /(^|\/)(__MACOSX|\.[^/]*|Thumbs\.db|desktop\.ini)(\/|$)/i.test(path) || path.endsWith("/");
}

/**
 * Returns the stock number in a picture's path, one of `known` (lower case): the longest that
 * begins the file name ("GY-1001.jpg", "GY-1001_2.jpg", "gy-1001-front.png"), or else the innermost
 * folder of that name ("GY-1001/01.jpg"). Null when there is none.
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

/** Sorts paths in natural order: "2.jpg" before "10.jpg", "T1.jpg" before "T1_2.jpg". */
export function inOrderOfNames(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => collator.compare(stem(a), stem(b)) || (a < b ? -1 : 1));
}

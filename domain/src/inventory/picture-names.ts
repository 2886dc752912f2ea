/** Returns whether a path in an archive is a folder or a file that the operating system added. */
export function isSystemFile(path: string): boolean {
  return /(^|\/)(__MACOSX|\.[^/]*|Thumbs\.db|desktop\.ini)(\/|$)/i.test(path) || path.endsWith("/");
}

/** Names by which pictures are matched with units. A name that two units have finds neither. */
export class PictureNames<Unit> {
  readonly #exact = new Map<string, Unit | null>();
  /** Without spaces and hyphens. */
  readonly #plain = new Map<string, Unit | null>();

  /** Adds a unit's names: its stock number, its VIN and the end of that, its lot number. */
  add(unit: Unit, names: readonly string[]): void {
    for (const name of new Set(names.map((one) => one.trim().toLowerCase()))) {
      if (plain(name) === "") continue;
      put(this.#exact, name, unit);
      put(this.#plain, plain(name), unit);
    }
  }

  /**
   * Returns the unit that a picture's path names: the longest name that begins the file's
   * ("GY-1001.jpg", "GY-1001_2.jpg", "gy-1001-front.png"), or else the innermost folder's
   * ("GY-1001/01.jpg"). If there is none, spaces and hyphens don't count ("GY1001_2.jpg"), but only
   * where a single unit fits. Null if no unit does.
   */
  unitOf(path: string): Unit | null {
    const { starts, folders } = partsOf(path.toLowerCase());
    const exact = [...starts, ...folders].map((name) => this.#exact.get(name) ?? null);
    const found = exact.find((unit) => unit !== null);
    if (found !== undefined) return found;
    const fitting = new Set(
      starts.map((name) => this.#plain.get(plain(name)) ?? null).filter((unit) => unit !== null),
    );
    const [only, ...others] = fitting;
    if (only !== undefined) return others.length === 0 ? only : null;
    return folders.map((name) => this.#plain.get(plain(name)) ?? null).find(isThere) ?? null;
  }
}

/** Returns all names of units that a path may have. */
export function unitNamesIn(path: string): string[] {
  const { starts, folders } = partsOf(path);
  return [...starts, ...folders];
}

/** Returns the names that begin a path's file, longest first, and its folders, innermost first. */
function partsOf(path: string): { readonly starts: string[]; readonly folders: string[] } {
  const parts = path.split("/");
  const file = (parts.pop() ?? "").replace(/\.[^.]*$/, "");
  return {
    starts: startsOf(file),
    folders: parts.map((folder) => folder.trim()).toReversed(),
  };
}

const isThere = <T>(value: T | null): value is T => value !== null;
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function put<Unit>(names: Map<string, Unit | null>, name: string, unit: Unit): void {
  const before = names.get(name);
  names.set(name, before === undefined || before === unit ? unit : null);
}

/** Returns the parts of a file's name that begin it and end before a mark, longest first. */
function startsOf(name: string): string[] {
  const starts: string[] = [];
  for (let end = name.length; end > 0; end -= 1) {
    const isWhole = end === name.length || /[^\p{L}\p{N}]/u.test(name.charAt(end));
    if (isWhole) starts.push(name.slice(0, end).trim());
  }
  return starts;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const stem = (path: string) => path.replace(/\.[^./]*$/, "");

/** Sorts paths in natural order: "2.jpg" before "10.jpg", "T1.jpg" before "T1_2.jpg". */
export function inOrderOfNames(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => collator.compare(stem(a), stem(b)) || (a < b ? -1 : 1));
}

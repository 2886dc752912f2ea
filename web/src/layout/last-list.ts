import { historyIndex } from "../ui/router.tsx";

/** The last page of this tab that isn't a unit's, with its place in the tab's history. */
interface LastPage {
  readonly path: string;
  readonly index: number;
}

let last: LastPage | null = null;

/** Records the page that is shown now. */
export function noteList(path: string): void {
  if (!path.startsWith("/truck/")) last = { path, index: historyIndex() };
}

const lists = [
  [/^\/vehicles\b/, "Vehicles"],
  [/^\/auctions\/\d/, "Run list"],
  [/^\/watchlist\b/, "Watchlist"],
  [/^\/(admin-)?dashboard\b/, "Dashboard"],
] as const;

/**
 * Returns the list that the reader came from: its address, its name, and how many pages back it is
 * in the history. Null if there is none.
 */
export function lastList(): { path: string; title: string; steps: number } | null {
  const steps = last === null ? 0 : historyIndex() - last.index;
  const list = lists.find(([address]) => address.test(last?.path ?? ""));
  return last === null || list === undefined || steps < 1
    ? null
    : { path: last.path, title: list[1], steps };
}

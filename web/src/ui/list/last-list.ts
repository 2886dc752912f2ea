import { t } from "@gavelyard/messages/text";
import { historyIndex } from "../page/router.tsx";

/** The last page of this tab that isn't a unit's, with its position in the tab's history. */
interface LastPage {
  readonly path: string;
  readonly index: number;
}

let last: LastPage | null = null;

export function recordPage(path: string): void {
  if (!path.startsWith("/truck/")) last = { path, index: historyIndex() };
}

/** Lists that link to units. */
export const lists = {
  vehicles: { at: /^\/vehicles\b/, title: t("Vehicles"), back: t("Back to vehicles") },
  run: { at: /^\/auctions\/\d/, title: t("Run list"), back: t("Back to run list") },
  watchlist: { at: /^\/watchlist\b/, title: t("Watchlist"), back: t("Back to watchlist") },
  dashboard: {
    at: /^\/(admin-)?dashboard\b/,
    title: t("Dashboard"),
    back: t("Back to dashboard"),
  },
} as const;

interface LastList {
  readonly path: string;
  readonly title: string;
  /** Screen readers' label of a link to it. */
  readonly back: string;
  readonly steps: number;
}

/**
 * Returns the list that the reader came from: its address, its name, and how many pages back it is
 * in the history. Null if there is none.
 */
export function lastList(): LastList | null {
  const steps = last === null ? 0 : historyIndex() - last.index;
  const list = Object.values(lists).find(({ at }) => at.test(last?.path ?? ""));
  return last === null || list === undefined || steps < 1
    ? null
    : { path: last.path, title: list.title, back: list.back, steps };
}

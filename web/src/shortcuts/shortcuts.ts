import { t } from "@gavelyard/messages/text";
import { navigate } from "../ui/page/router.tsx";
import { toastStore } from "../ui/toast-store.ts";
import { showOverlay } from "./overlay.ts";
import { goBack, goToBid, goToItem, goToNeighbor, goToSearch, watchItem } from "./page-moves.ts";

export const groups = {
  anywhere: t("Anywhere"),
  lists: t("Lists and lots"),
  lot: t("A lot's page"),
  go: t("Go to"),
} as const;

/** A keyboard shortcut. The list of shortcuts shows exactly these. */
export interface Shortcut {
  /** Alternatives: a key, or keys pressed one after the other. */
  readonly keys: readonly string[];
  readonly group: keyof typeof groups;
  readonly title: string;
  /** Whether it's left out for staff, who can't bid or watch and have rooms of their own. */
  readonly forBuyers?: true;
  readonly repeats?: true;
  readonly run: () => void;
}

export const goShortcut = (key: string, title: string, path: string): Shortcut => ({
  keys: [`g ${key}`],
  group: "go",
  title,
  run: () => navigate(path),
});

/** Only Ctrl K works while somebody types. */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: ["ctrl k"],
    group: "anywhere",
    title: t("Search or go to…"),
    run: () => showOverlay("palette"),
  },
  {
    keys: ["/", "s"],
    group: "anywhere",
    title: t("Search"),
    run: () => {
      if (!goToSearch()) showOverlay("palette");
    },
  },
  {
    keys: ["?"],
    group: "anywhere",
    title: t("Keyboard shortcuts"),
    run: () => showOverlay("shortcuts"),
  },
  {
    keys: ["ctrl z"],
    group: "anywhere",
    title: t("Undo the last removal"),
    run: () => toastStore.undo(),
  },
  {
    keys: ["j"],
    group: "lists",
    title: t("Next unit or row"),
    repeats: true,
    run: () => goToItem(1),
  },
  {
    keys: ["k"],
    group: "lists",
    title: t("Previous unit or row"),
    repeats: true,
    run: () => goToItem(-1),
  },
  {
    keys: ["w"],
    group: "lists",
    title: t("Watch the unit, or stop watching it"),
    forBuyers: true,
    run: watchItem,
  },
  {
    keys: ["["],
    group: "lists",
    title: t("Previous lot or page"),
    run: () => goToNeighbor("prev"),
  },
  { keys: ["]"], group: "lists", title: t("Next lot or page"), run: () => goToNeighbor("next") },
  {
    keys: ["b"],
    group: "lot",
    title: t("Go to the bid field without bidding"),
    forBuyers: true,
    run: goToBid,
  },
  { keys: ["esc"], group: "lot", title: t("Back to the list"), run: goBack },
  goShortcut("h", t("Home"), "/"),
  goShortcut("v", t("Vehicles"), "/vehicles"),
  { ...goShortcut("a", t("Auctions"), "/auctions"), forBuyers: true },
  { ...goShortcut("w", t("Watchlist"), "/watchlist"), forBuyers: true },
  { ...goShortcut("m", t("My bids"), "/dashboard?tab=bids"), forBuyers: true },
];

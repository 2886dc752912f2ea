import { t } from "@gavelyard/messages/text";
import { staffTabsFor, type Viewer } from "../dashboard/staff-tabs.ts";
import { goToNextWork } from "../shortcuts/page-moves.ts";
import { goShortcut, shortcuts, type Shortcut } from "../shortcuts/shortcuts.ts";

/** Shortcuts of staff: a reader's without bidding, and a key for each part they may open. */
export const staffShortcuts = (viewer: Viewer): readonly Shortcut[] => [
  ...shortcuts.filter(({ forBuyers = false }) => !forBuyers),
  {
    keys: ["n"],
    group: "lists",
    title: t("Next in the work queue"),
    run: goToNextWork,
  },
  ...staffTabsFor(viewer).flatMap(({ key, title, value }) =>
    key === null ? [] : [goShortcut(key, title, `/admin-dashboard?tab=${value}`)],
  ),
];

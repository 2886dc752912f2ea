import { t } from "@gavelyard/messages/text";
import type { Permission } from "@gavelyard/domain/users/permissions";

/** Groups of the navigation, in its order. */
export const staffGroups = {
  today: t("Today"),
  stock: t("Units and auctions"),
  sales: t("After the sale"),
  people: t("People"),
  house: t("House"),
} as const;

/**
 * Parts of the admin dashboard in navigation order. Any one of a part's permissions opens it (D57);
 * without any, all staff may.
 */
export const staffTabs = [
  { value: "work", group: "today", title: t("Work queue"), key: "q", needs: [] },
  { value: "confirmations", group: "today", title: t("Confirmations"), key: "y", needs: [] },
  { value: "inventory", group: "stock", title: t("Inventory"), key: "i", needs: ["auctions"] },
  { value: "questions", group: "stock", title: t("Questions"), key: "n", needs: ["auctions"] },
  { value: "auctions", group: "stock", title: t("Auctions"), key: "a", needs: ["auctions"] },
  { value: "control", group: "stock", title: t("Control room"), key: "c", needs: ["auctions"] },
  { value: "signals", group: "stock", title: t("Signals"), key: null, needs: ["auctions"] },
  { value: "winners", group: "sales", title: t("Winners"), key: "w", needs: ["auctions"] },
  { value: "payments", group: "sales", title: t("Payments"), key: "p", needs: ["money"] },
  { value: "gate", group: "sales", title: t("Gate"), key: "g", needs: ["gate"] },
  { value: "titles", group: "sales", title: t("Titles"), key: "t", needs: ["titles"] },
  { value: "sellers", group: "people", title: t("Sellers"), key: null, needs: ["sellers"] },
  { value: "users", group: "people", title: t("Users"), key: "u", needs: ["users"] },
  { value: "limits", group: "people", title: t("Bid limits"), key: "l", needs: ["users"] },
  { value: "finance", group: "people", title: t("Financing"), key: "f", needs: ["documents"] },
  { value: "leads", group: "people", title: t("Leads and messages"), key: "m", needs: [] },
  {
    value: "settings",
    group: "house",
    title: t("Settings"),
    key: "s",
    needs: ["settings", "money"],
  },
  { value: "stats", group: "house", title: t("Reports"), key: "r", needs: [] },
  { value: "audit", group: "house", title: t("Audit log"), key: "e", needs: ["settings"] },
  { value: "security", group: "house", title: t("Security log"), key: null, needs: ["settings"] },
  { value: "profile", group: "house", title: t("My profile"), key: null, needs: [] },
] as const satisfies readonly {
  readonly value: string;
  readonly group: keyof typeof staffGroups;
  readonly title: string;
  /** Opens it after `g` (D66). */
  readonly key: string | null;
  readonly needs: readonly Permission[];
}[];
export type StaffTab = (typeof staffTabs)[number]["value"];

const forAdministrators: readonly StaffTab[] = ["security"];

/** A staff member, as far as the dashboard needs to know. */
export interface Viewer {
  readonly admin: boolean;
  readonly permissions: readonly Permission[];
}

/** Returns the part in an address; by default the work queue, or the gate for those who work there. */
export const firstTab = (text: string, permissions: readonly Permission[]) =>
  staffTabOf(text === "" && permissions.join() === "gate" ? "gate" : text);

function staffTabOf(text: string): (typeof staffTabs)[number] {
  return staffTabs.find(({ value }) => value === text) ?? staffTabs[0];
}

/**
 * Returns the permission that the viewer lacks for a part, or for a section of it; null if none.
 */
export function missingFor(
  address: { get(name: string): string | null },
  permissions: readonly Permission[],
): Permission | null {
  const { value, needs } = staffTabOf(address.get("tab") ?? "");
  const part = value === "settings" ? (address.get("part") ?? "") : "";
  const needed: readonly Permission[] =
    part === "" ? needs : part === "bank-details" ? ["money"] : ["settings"];
  return needed.some((one) => permissions.includes(one)) ? null : (needed[0] ?? null);
}

export const staffTabsFor = ({ admin, permissions }: Viewer) =>
  staffTabs.filter(
    ({ value }) =>
      (admin || !forAdministrators.includes(value)) &&
      missingFor(new URLSearchParams({ tab: value }), permissions) === null,
  );

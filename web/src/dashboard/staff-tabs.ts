import { t } from "@gavelyard/messages/text";
import type { Permission } from "@gavelyard/domain/users/permissions";

/**
 * Parts of the admin dashboard in navigation order. Any one of a part's permissions opens it (D57);
 * without any, all staff may.
 */
export const staffTabs = [
  { value: "work", title: t("Work queue"), needs: [] },
  { value: "confirmations", title: t("Confirmations"), needs: [] },
  { value: "inventory", title: t("Inventory"), needs: ["auctions"] },
  { value: "questions", title: t("Questions"), needs: ["auctions"] },
  { value: "auctions", title: t("Auctions"), needs: ["auctions"] },
  { value: "control", title: t("Control room"), needs: ["auctions"] },
  { value: "winners", title: t("Winners"), needs: ["auctions"] },
  { value: "payments", title: t("Payments"), needs: ["money"] },
  { value: "users", title: t("Users"), needs: ["users"] },
  { value: "limits", title: t("Bid limits"), needs: ["users"] },
  { value: "finance", title: t("Financing"), needs: ["documents"] },
  { value: "leads", title: t("Leads and messages"), needs: [] },
  { value: "settings", title: t("Settings"), needs: ["settings", "money"] },
  { value: "stats", title: t("Reports"), needs: [] },
  { value: "audit", title: t("Audit log"), needs: ["settings"] },
  { value: "security", title: t("Security log"), needs: ["settings"] },
  { value: "signals", title: t("Signals"), needs: ["auctions"] },
  { value: "profile", title: t("My profile"), needs: [] },
] as const satisfies readonly {
  readonly value: string;
  readonly title: string;
  readonly needs: readonly Permission[];
}[];
export type StaffTab = (typeof staffTabs)[number]["value"];

const forAdministrators: readonly StaffTab[] = ["security"];

/** A staff member, as far as the dashboard needs to know. */
export interface Viewer {
  readonly admin: boolean;
  readonly permissions: readonly Permission[];
}

/** Returns the part in an address; the work queue by default. */
export function staffTabOf(text: string): (typeof staffTabs)[number] {
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

/** Parts of the admin dashboard, in the order of the navigation. */
export const staffTabs = [
  { value: "work", title: "Work queue" },
  { value: "confirmations", title: "Confirmations" },
  { value: "inventory", title: "Inventory" },
  { value: "auctions", title: "Auctions" },
  { value: "control", title: "Control room" },
  { value: "winners", title: "Winners" },
  { value: "payments", title: "Payments" },
  { value: "users", title: "Users" },
  { value: "limits", title: "Bid limits" },
  { value: "finance", title: "Financing" },
  { value: "leads", title: "Leads and messages" },
  { value: "settings", title: "Settings" },
  { value: "stats", title: "Reports" },
  { value: "audit", title: "Audit log" },
  { value: "security", title: "Security log" },
  { value: "signals", title: "Signals" },
  { value: "profile", title: "My profile" },
] as const;
export type StaffTab = (typeof staffTabs)[number]["value"];

const forAdministrators: readonly StaffTab[] = ["security"];

/** Returns the parts that the navigation offers to a member of staff. */
export const staffTabsFor = (admin: boolean) =>
  staffTabs.filter(({ value }) => admin || !forAdministrators.includes(value));

/** Returns the part in an address; the work queue by default. */
export function staffTabOf(text: string): (typeof staffTabs)[number] {
  return staffTabs.find(({ value }) => value === text) ?? staffTabs[0];
}

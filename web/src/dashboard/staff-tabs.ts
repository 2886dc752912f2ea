/** The parts of the staff's side, in the order in which they are offered. */
export const staffTabs = [
  { value: "work", title: "Work queue" },
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
  { value: "signals", title: "Signals" },
  { value: "profile", title: "My profile" },
] as const;
export type StaffTab = (typeof staffTabs)[number]["value"];

/** The part that an address means; the work queue where it names none. */
export function staffTabOf(text: string): (typeof staffTabs)[number] {
  return staffTabs.find(({ value }) => value === text) ?? staffTabs[0];
}

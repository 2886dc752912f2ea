import { msg, type Message } from "@gavelyard/messages/text";
import { isStaff, type Role } from "./roles.ts";

/** What staff may do within their role (D57). Everyone on staff has all of it by default. */
export const permissions = [
  "documents",
  "money",
  "gate",
  "titles",
  "auctions",
  "sellers",
  "users",
  "settings",
] as const;
export type Permission = (typeof permissions)[number];

export const permissionNames: Readonly<Record<Permission, Message>> = {
  documents: msg("Documents"),
  money: msg("Payments"),
  gate: msg("Gate"),
  titles: msg("Titles"),
  auctions: msg("Auctions"),
  sellers: msg("Sellers"),
  users: msg("Users"),
  settings: msg("Settings"),
};

/** Returns the permissions of an account; customers have none. */
export function permissionsOf(role: Role, withheld: readonly Permission[]): Permission[] {
  return isStaff(role) ? permissions.filter((one) => !withheld.includes(one)) : [];
}

export interface PermissionHolder {
  readonly userId: number;
  readonly role: Role;
  readonly permissions: readonly Permission[];
}

export type PermissionRefusal = "OWN" | "NOT_STAFF" | "NOT_A_MANAGER" | "ABOVE_OWN";

/**
 * Returns why a person can't change an account's permissions to `next`, or null. They can only give
 * what they have; otherwise one person with two accounts could do what neither may. Since nobody
 * changes their own, an administrator with the permission `users` always remains.
 */
export function refusePermissions(
  account: PermissionHolder,
  next: readonly Permission[],
  by: PermissionHolder,
): PermissionRefusal | null {
  if (by.role !== "ROLE_ADMIN" || !by.permissions.includes("users")) return "NOT_A_MANAGER";
  if (account.userId === by.userId) return "OWN";
  if (!isStaff(account.role)) return "NOT_STAFF";
  const added = next.filter((one) => !account.permissions.includes(one));
  return added.every((one) => by.permissions.includes(one)) ? null : "ABOVE_OWN";
}

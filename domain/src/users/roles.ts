/** The roles of signed-in users (specification section 6). */
export const roles = ["ROLE_CUSTOMER", "ROLE_ADMIN", "ROLE_ADMIN_SUPPORT"] as const;
export type Role = (typeof roles)[number];

export type StaffRole = Exclude<Role, "ROLE_CUSTOMER">;

/** Returns whether `value`, such as a role from local storage, is a known role. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

export function isStaff(role: Role): role is StaffRole {
  return role === "ROLE_ADMIN" || role === "ROLE_ADMIN_SUPPORT";
}

/**
 * Returns the page that a role gets after signing in or when it opens a page of another role (D1).
 */
export function homePathOf(role: Role): "/dashboard" | "/admin-dashboard" {
  return isStaff(role) ? "/admin-dashboard" : "/dashboard";
}

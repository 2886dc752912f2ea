/** The roles of signed-in users (specification section 6). */
export const roles = ["ROLE_CUSTOMER", "ROLE_ADMIN", "ROLE_ADMIN_SUPPORT"] as const;
export type Role = (typeof roles)[number];

/** The roles that work on the admin dashboard (specification section 6). */
export type StaffRole = Exclude<Role, "ROLE_CUSTOMER">;

/** Whether `value`, such as a role kept in local storage, is one of the roles known. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

/** Whether a role is one of the two staff roles (specification section 6). */
export function isStaff(role: Role): role is StaffRole {
  return role === "ROLE_ADMIN" || role === "ROLE_ADMIN_SUPPORT";
}

/** The page a role is sent to after signing in, and when it opens a page of another role (D1). */
export function homePathOf(role: Role): "/dashboard" | "/admin-dashboard" {
  return isStaff(role) ? "/admin-dashboard" : "/dashboard";
}

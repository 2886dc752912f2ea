import type { Endpoint } from "@gavelyard/contract/endpoint";
import { isStaff, type Role } from "@gavelyard/domain/roles";
import { forbidden, unauthorized } from "./errors.ts";

/** Who makes a call, proven by a bearer token. */
export interface Principal {
  readonly userId: number;
  readonly role: Role;
  readonly jti: string;
  /** Ms since the epoch. */
  readonly expiresAtMs: number;
}

/** Judges a token. `expired` is told apart since the client may refresh it (D2, D5). */
export type Authenticate = (token: string) => Promise<Principal | "expired" | "invalid">;

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  // Without the flag for either case, under which each character of a token would be looked up twice.
  const match = /^[Bb][Ee][Aa][Rr][Ee][Rr] ([\w.~+/=-]{1,4096})$/.exec(header ?? "");
  return match?.[1] ?? null;
}

/**
 * Who may pass (section 6, D4). Public calls take any bearer that proves somebody and ignore the rest.
 * @throws HttpError 401 without a valid session, 403 with one that may not
 */
export async function admit(
  endpoint: Pick<Endpoint, "access">,
  header: string | undefined,
  authenticate: Authenticate,
): Promise<Principal | null> {
  const token = bearerToken(header);
  if (endpoint.access === "public") {
    if (token === null) return null;
    const principal = await authenticate(token);
    return typeof principal === "string" ? null : principal;
  }
  if (token === null) throw unauthorized("Sign in first: the token is missing");
  const principal = await authenticate(token);
  if (principal === "expired") throw unauthorized("Token expired");
  if (principal === "invalid") throw unauthorized("Invalid token");
  if (!mayCall(endpoint.access, principal.role)) {
    throw forbidden("Your account can't do this");
  }
  return principal;
}

function mayCall(access: Endpoint["access"], role: Role): boolean {
  switch (access) {
    case "public":
    case "user":
    case "self":
      return true;
    case "customer":
      return role === "ROLE_CUSTOMER";
    case "staff":
      return isStaff(role);
    case "admin":
      return role === "ROLE_ADMIN";
  }
}

/**
 * Holds the user named in a call against who makes it.
 * @throws HttpError 403 when it is another's and the caller is not staff (D4)
 */
export function admitSubject(
  endpoint: Pick<Endpoint, "access">,
  subjectId: number,
  principal: Principal,
): void {
  if (subjectId === principal.userId) return;
  if (endpoint.access === "self" && isStaff(principal.role)) return;
  throw forbidden("This belongs to another account");
}

import { msg } from "@gavelyard/messages/text";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import {
  apiKeyPrefix,
  refuseKey,
  type ApiScope,
  type KeyRefusal,
} from "@gavelyard/domain/api-keys";
import type { Permission } from "@gavelyard/domain/users/permissions";
import { isStaff, type Role } from "@gavelyard/domain/users/roles";
import type { FastifyRequest } from "fastify";
import { addFactorFirst, Refusal, permissionMissing } from "../refusal.ts";

export interface Principal {
  readonly userId: number;
  readonly role: Role;
  /** What staff may do within their role (D57); empty for customers. */
  readonly permissions: readonly Permission[];
  readonly jti: string;
  /** True for staff who have to set up a second factor and can do nothing else (D45). */
  readonly needsFactor: boolean;
  /** The API key of the call; undefined for a session (D50). */
  readonly key?: {
    readonly id: number;
    readonly scopes: readonly ApiScope[];
    readonly bidsAllowed: boolean;
  };
}

/** The caller of a session. */
export interface SessionPrincipal extends Principal {
  /** When the session expires, by `performance.now()`. */
  readonly expiresAtMs: number;
}

/**
 * Checks a token. `expired` is separate because the client may refresh such a token (D2, D5).
 * @param unattended true if no person uses the session with it (D41)
 */
export type Authenticate = (
  token: string,
  unattended: boolean,
) => Promise<SessionPrincipal | "expired" | "invalid">;

/** Where a call comes from. */
export interface Caller {
  /** Saved as the last use of an API key. */
  readonly ip: string | null;
  /** Whether a page made the call by itself (D41). */
  readonly unattended: boolean;
}

/** Authenticates the bearer of a call: a session's token, or an API key. */
export type AuthenticateCall = (
  bearer: string,
  caller: Caller,
) => Promise<Principal | "expired" | "invalid">;

export function bearerToken(header: string | undefined): string | null {
  // Without the `i` flag, which would fold the case of each character of a token.
  const match = /^[Bb][Ee][Aa][Rr][Ee][Rr] ([\w.~+/=-]{1,4096})$/.exec(header ?? "");
  return match?.[1] ?? null;
}

/**
 * Authorizes a call (section 6, D4) and returns its caller. Public calls return null without a
 * valid session, also for API keys and for staff who still need a second factor (D45). Staff also
 * need the call's permission (D57), and an API key its scope (D50).
 * @param noteRefusal called with a caller without the right
 * @throws Refusal 401 without a valid session or key, 403 without the right
 */
export async function admit(
  endpoint: Pick<Endpoint, "access" | "permission" | "scope" | "withoutFactor">,
  { header, caller }: { readonly header: string | undefined; readonly caller: Caller },
  authenticate: AuthenticateCall,
  noteRefusal: (principal: Principal) => Promise<void> = async () => {},
): Promise<Principal | null> {
  const token = bearerToken(header);
  if (endpoint.access === "public") {
    if (token === null) return null;
    const principal = await authenticate(token, caller);
    if (typeof principal === "string" || principal.needsFactor) return null;
    return principal.key === undefined ? principal : null;
  }
  // Clients detect an ended session by words in these texts (section 5), so Spanish has one too.
  if (token === null)
    throw new Refusal("token-missing", msg("Sign in first: the token is missing"));
  const principal = await authenticate(token, caller);
  if (principal === "expired") throw new Refusal("token-expired", msg("Token expired"));
  if (principal === "invalid") throw invalidBearer(token);
  const refusal = refusalOf(endpoint, principal);
  if (refusal !== null) {
    await noteRefusal(principal);
    throw refusal;
  }
  if (principal.needsFactor && endpoint.withoutFactor !== true)
    throw addFactorFirst(principal.key === undefined ? "session" : "key");
  return principal;
}

function refusalOf(
  endpoint: Pick<Endpoint, "access" | "permission" | "scope">,
  principal: Principal,
): Error | null {
  const { key } = principal;
  if (!mayCall(endpoint.access, principal.role))
    return new Refusal("role-forbidden", msg("Your account can't do this"));
  const missing = endpoint.access === "self" ? null : missingPermission(endpoint, principal);
  if (missing !== null) return permissionMissing(missing);
  const refusal = key === undefined ? null : refuseKey(endpoint.scope, key);
  return refusal === null ? null : keyRefusals[refusal](endpoint.scope ?? "");
}

/** Returns the permission that a call requires and a caller on staff lacks (D57). */
function missingPermission(
  { permission = null }: Pick<Endpoint, "permission">,
  { role, permissions }: Principal,
): Permission | null {
  return permission === null || !isStaff(role) || permissions.includes(permission)
    ? null
    : permission;
}

/**
 * Checks that a caller on staff has a permission, where the contract can't state which one.
 * @throws Refusal 403 (D57)
 */
export function requirePermission(principal: Principal, permission: Permission): void {
  if (missingPermission({ permission }, principal) !== null) throw permissionMissing(permission);
}

const invalidBearer = (bearer: string): Refusal =>
  bearer.startsWith(apiKeyPrefix)
    ? new Refusal(
        "key-invalid",
        msg("This API key is unknown, expired or revoked. Create a new one."),
      )
    : new Refusal("token-invalid", msg("Invalid token"));

const keyRefusals: Readonly<Record<KeyRefusal, (scope: string) => Refusal>> = {
  NOT_FOR_KEYS: () => new Refusal("not-for-keys", msg("API keys can't do this. Sign in instead.")),
  SCOPE_MISSING: (scope) =>
    new Refusal("scope-missing", msg("This API key doesn't have the scope {scope}", { scope })),
  BIDS_NOT_ALLOWED: () =>
    new Refusal(
      "bids-by-key-off",
      msg("This account doesn't allow bids by API key. Allow them in its profile."),
    ),
};

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
 * Checks that a call concerns the caller's own account, or that the caller is staff, has its
 * permission and the call allows it.
 * @throws Refusal 403 (D4, D57)
 */
export function admitSubject(
  endpoint: Pick<Endpoint, "access" | "permission">,
  subjectId: number,
  principal: Principal,
): void {
  if (subjectId === principal.userId) return;
  if (endpoint.access !== "self" || !isStaff(principal.role))
    throw new Refusal("not-yours", msg("This belongs to another account"));
  const missing = missingPermission(endpoint, principal);
  if (missing !== null) throw permissionMissing(missing);
}

/** Returns the ID of the user that a call names in this field; NaN without one. */
export function subjectOf(
  name: string,
  request: Pick<FastifyRequest, "params" | "query" | "body">,
): number {
  for (const part of [request.params, request.query, request.body]) {
    if (typeof part === "object" && part !== null && name in part) {
      return Number(Reflect.get(part, name));
    }
  }
  return Number.NaN;
}

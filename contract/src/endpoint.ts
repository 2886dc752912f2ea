import type { ApiScope } from "@gavelyard/domain/api-keys";
import type { Permission } from "@gavelyard/domain/users/permissions";
import type { ProposalKind } from "@gavelyard/domain/proposals";
import type { z } from "zod";
import type { Route } from "./routes.ts";

/**
 * Who may make a call (section 6, D4).
 * - `public`: anyone.
 * - `user`: any signed-in, active user.
 * - `self`: the user named by `subject` in the path, and staff.
 * - `customer`: a customer; with `subject`, only the one that it names. Never staff.
 * - `staff`: ROLE_ADMIN and ROLE_ADMIN_SUPPORT. `admin`: only ROLE_ADMIN.
 */
export type Access = "public" | "user" | "self" | "customer" | "staff" | "admin";

/**
 * A form field for files: documents are stored unchanged, pictures are re-encoded, and videos and
 * captions are checked.
 */
export interface FileRule {
  readonly kind: "document" | "picture" | "video" | "captions";
  readonly atMost: number;
  /** 10 by default. */
  readonly maxMb?: number;
  readonly required?: boolean;
}

/** The contract of one call, shared by client and server. */
export interface Endpoint {
  readonly route: Route;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /**
   * How many seconds the response of a public GET can be cached for a caller without a session; 0
   * for data that bids change. Nothing else is cached.
   */
  readonly maxAgeSec?: number;
  /** Path parameter with the ID of the user for `self` and `customer`. */
  readonly subject?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /**
   * Where the body's fields come from: by default only JSON. With `anywhere` the JSON body, else
   * the form, else the query, whose text is converted to the field's type (D10).
   */
  readonly input?: "json" | "anywhere";
  /** File fields of a multipart form. The other fields can then come from anywhere. */
  readonly files?: Readonly<Record<string, FileRule>>;
  readonly response: z.ZodType;
  readonly download?: string;
  /** Status codes other than 200, 400 and what the access implies. */
  readonly errors?: readonly number[];
  /** Marks a GET that changes something (D9): it is never cached, and HEAD does not run it. */
  readonly changes?: true;
  /** Requires the password or a passkey within the last ten minutes of the session (D41). */
  readonly confirmAgain?: true;
  /**
   * Kinds of proposals that the call may become (D38): it then answers 202 with the code
   * `second-person`, and changes nothing until a second person confirms it.
   */
  readonly secondPerson?: readonly ProposalKind[];
  /** Open to staff who have not set up a second factor yet (D45). */
  readonly withoutFactor?: true;
  /** Scope that an API key needs for the call; without a scope no key can make it (D50). */
  readonly scope?: ApiScope;
  /**
   * Permission that staff need (D57): for `self`, only on another person's account. Null when the
   * role is enough, or the handler decides by what the call names.
   */
  readonly permission?: Permission | null;
  /**
   * What a read tells staff about other people, which is logged (D60): a list of them or one account.
   * Calls with a `subject` always tell of that account.
   */
  readonly people?: "list" | "account" | null;
  /** Set on a POST that changes nothing, so that it is retried like a GET. */
  readonly readsOnly?: true;
  /** Callers without a session wait for it apart from those who browse. */
  readonly queue?: "sign-in";
  /**
   * Set on calls that place, raise or retract bids; they are never rejected to shed load and are
   * counted apart from all others.
   */
  readonly urgent?: true;
}

type StaffAccess = Exclude<Access, "public" | "customer">;

/**
 * An endpoint without its route. Only public GETs have `maxAgeSec`, and must. Every call that staff
 * can make must state its permission, and every read by staff what it tells about people.
 */
type Definition<R extends Route> = Omit<
  Endpoint,
  "route" | "access" | "maxAgeSec" | "permission" | "people"
> &
  (
    | ({
        readonly access: StaffAccess;
        readonly permission: Permission | null;
        readonly maxAgeSec?: never;
      } & (
        | {
            readonly access: Exclude<StaffAccess, "staff" | "admin">;
            readonly people?: "list" | "account";
          }
        | (R["method"] extends "GET"
            ? { readonly access: "staff" | "admin"; readonly people: "list" | "account" | null }
            : { readonly access: "staff" | "admin"; readonly people?: never })
      ))
    | { readonly access: "customer"; readonly permission?: never; readonly maxAgeSec?: never }
    | (R["method"] extends "GET"
        ? { readonly access: "public"; readonly maxAgeSec: number }
        : { readonly access: "public"; readonly maxAgeSec?: never })
  );

/** Binds a route to its schemas and keeps their exact types. */
export function endpoint<const R extends Route, const E extends Definition<R>>(
  route: R,
  definition: E,
): E & { readonly route: R } {
  return { ...definition, route };
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

export type ParamsOf<E extends Endpoint> = Output<E["params"]>;
export type QueryOf<E extends Endpoint> = Output<E["query"]>;
export type BodyOf<E extends Endpoint> = Output<E["body"]>;
export type ResponseOf<E extends Endpoint> = Input<E["response"]>;
export interface CallOf<E extends Endpoint> {
  params: Input<E["params"]>;
  query: Input<E["query"]>;
  body: Input<E["body"]>;
  response: z.output<E["response"]>;
}

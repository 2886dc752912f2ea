import type { z } from "zod";
import type { Route } from "./routes.ts";

/**
 * Who may make a call (section 6, D4).
 * - `public`: anyone.
 * - `user`: any signed-in, active user.
 * - `self`: the user named by `subject` in the path, and staff.
 * - `customer`: a customer; when `subject` is given, only the one that it names. Never staff.
 * - `staff`: ROLE_ADMIN and ROLE_ADMIN_SUPPORT. `admin`: ROLE_ADMIN alone.
 */
export type Access = "public" | "user" | "self" | "customer" | "staff" | "admin";

/** What a form's field of files takes: documents are kept as they are, pictures are re-encoded. */
export interface FileRule {
  readonly kind: "document" | "picture";
  readonly atMost: number;
  readonly required?: boolean;
}

/** All that the two sides agree on of one call. */
export interface Endpoint {
  readonly route: Route;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /**
   * Seconds for which anyone may keep a public GET's answer to a caller without a session; 0 for what
   * bids can change. No other answer is kept.
   */
  readonly maxAgeSec?: number;
  /** Name of the path parameter that holds the user whom `self` and `customer` must be. */
  readonly subject?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /**
   * Where the body's fields are taken from: JSON alone by default; with `anywhere` from the JSON
   * body, else the form, else the query, where values are text and read by their field's type (D10).
   */
  readonly input?: "json" | "anywhere";
  /** The fields of a multipart form that hold files; such a call takes its body from anywhere. */
  readonly files?: Readonly<Record<string, FileRule>>;
  readonly response: z.ZodType;
  /** Media type of an answer that is a file instead of JSON. */
  readonly download?: string;
  /** Statuses that the call answers other than 200, 400 and those that its access implies. */
  readonly errors?: readonly number[];
  /** A GET that changes something (D9): it is never cached, and HEAD does not do it. */
  readonly changes?: true;
  /** Needs the password within the last ten minutes of the session (D41). */
  readonly confirmAgain?: true;
  /** True for what bidding hangs on: never turned away to keep room for others. */
  readonly urgent?: true;
}

/** All of a call but its route. A public GET states its age, and nothing else has one. */
type Definition<R extends Route> = Omit<Endpoint, "route" | "access" | "maxAgeSec"> &
  (
    | { readonly access: Exclude<Access, "public">; readonly maxAgeSec?: never }
    | (R["method"] extends "GET"
        ? { readonly access: "public"; readonly maxAgeSec: number }
        : { readonly access: "public"; readonly maxAgeSec?: never })
  );

/** Ties a route to its schemas, keeping their exact types. */
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
/** What a handler returns. */
export type ResponseOf<E extends Endpoint> = Input<E["response"]>;
/** What a caller sends and receives, for the typed client. */
export interface CallOf<E extends Endpoint> {
  params: Input<E["params"]>;
  query: Input<E["query"]>;
  body: Input<E["body"]>;
  response: z.output<E["response"]>;
}

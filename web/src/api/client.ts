import type { AllEndpoints } from "@gavelyard/contract/all";
import type { CallOf } from "@gavelyard/contract/endpoint";
import { routes, type Route, type RouteName } from "@gavelyard/contract/routes";

/** What a call is given: only the parts that its contract names. */
export interface CallInput<N extends RouteName> {
  readonly params?: CallOf<AllEndpoints[N]>["params"];
  readonly query?: CallOf<AllEndpoints[N]>["query"];
  readonly body?: CallOf<AllEndpoints[N]>["body"];
  /** Sent in the place of a body where files go with it. */
  readonly form?: FormData;
  /** Hears what part of a form has been sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}
export type Answer<N extends RouteName> = CallOf<AllEndpoints[N]>["response"];

/** Makes a call of the contract; in the browser over the network, on the server within the process. */
export type Call = <N extends RouteName>(name: N, input?: CallInput<N>) => Promise<Answer<N>>;

/** A refused or failed call. `status` 0 means that the server could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  /** When a busy server wants to be asked again; null when it is not that. */
  readonly retryAfterSec: number | null;
  /** What has to be done before the call is repeated; undefined for most refusals. */
  readonly code: unknown;

  constructor(
    status: number,
    message: string,
    issues: ApiError["issues"] = [],
    retryAfterSec: number | null = null,
    code?: unknown,
  ) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.retryAfterSec = retryAfterSec;
    this.code = code;
  }
}

/** Nobody answered a call. */
export const unreachable = () =>
  new ApiError(0, "We can't reach our server. Check your connection.");

/** Whether an answer says that there is nothing, rather than that it cannot be had now. */
export const isNothingThere = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404, 410, 422].includes(error.status);

/** A call as HTTP has it. */
export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly form?: FormData | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** How bytes get to the server and back. */
export type Send = (call: HttpCall) => Promise<{
  readonly status: number;
  readonly text: string;
  /** Of the header of that name, where the answer has it. */
  readonly retryAfterSec?: number | null;
}>;

/**
 * Makes the typed client over anything that can send. A call that is done once has one key until its end
 * is known: asking the same again is then the same attempt, and after an answer or a refusal a new one (D14).
 */
export function createCall(send: Send, token: () => string | null = () => null): Call {
  const keys = new Map<string, string>();
  return async (name, input = {}) => {
    const route: Route = routes[name];
    // Equal for equal calls, whatever files go with them.
    const asked = route.once ? JSON.stringify([name, input, ...(input.form ?? [])]) : "";
    const key = keys.get(asked) ?? `${Date.now()}-${Math.random()}`;
    if (asked) keys.set(asked, key);
    const jwt = token();
    const {
      status,
      text,
      retryAfterSec = null,
    } = await send({
      method: route.method,
      url: pathOf(name, input.params) + queryString(input.query),
      headers: {
        Accept: "application/json",
        ...(input.body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(jwt === null ? {} : { Authorization: `Bearer ${jwt}` }),
        ...(asked ? { "Idempotency-Key": key } : {}),
      },
      body: input.body === undefined ? undefined : JSON.stringify(input.body),
      form: input.form,
      onProgress: input.onProgress,
    });
    const answer = parse(text);
    if (answer !== undefined && status < 500 && retryAfterSec === null) keys.delete(asked);
    if (status >= 400) throw errorOf(status, answer, retryAfterSec);
    if (answer === undefined) {
      // The specification lets this one answer in plain text.
      if (name !== "sendOtp" || text.trimStart().startsWith("<")) throw new ApiError(502, "");
      return { message: text } as Answer<typeof name>;
    }
    // The server holds its answers against the same contract.
    return answer as Answer<typeof name>;
  };
}

/** The path of a call with its parameters filled in. */
export function pathOf(name: RouteName, params: unknown): string {
  return routes[name].path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value: unknown =
      typeof params === "object" && params !== null ? Reflect.get(params, name) : "";
    return encodeURIComponent(String(value));
  });
}

/** A query with its question mark; nothing where it has no fields. */
export function queryString(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/** Undefined for what is not JSON, such as the page of a proxy, of which nobody shall read. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(status: number, answer: unknown, retryAfterSec: number | null): ApiError {
  const body = typeof answer === "object" && answer !== null ? answer : {};
  const message = "message" in body && typeof body.message === "string" ? body.message : "";
  const issues = "issues" in body && Array.isArray(body.issues) ? body.issues.filter(isIssue) : [];
  return new ApiError(
    status,
    message,
    issues,
    status === 503 ? retryAfterSec : null,
    Reflect.get(body, "code"),
  );
}

function isIssue(value: unknown): value is { path: string; message: string } {
  return typeof value === "object" && value !== null && "path" in value && "message" in value;
}

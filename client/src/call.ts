import type { AllEndpoints } from "@gavelyard/contract/all";
import type { RouteName } from "@gavelyard/contract/all-routes";
import type { CallOf } from "@gavelyard/contract/endpoint";
import type { ErrorBody, RefusalCode } from "@gavelyard/contract/refusals";
import { routes, type Route } from "@gavelyard/contract/routes";
import type { laterRoutes } from "@gavelyard/contract/later-routes";

export interface CallInput<N extends RouteName> {
  readonly params?: CallOf<AllEndpoints[N]>["params"];
  readonly query?: CallOf<AllEndpoints[N]>["query"];
  readonly body?: CallOf<AllEndpoints[N]>["body"];
  /** Sent instead of a JSON body when there are files. */
  readonly form?: FormData;
  /** Called with the share of the form that has been sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}
export type Answer<N extends RouteName> = CallOf<AllEndpoints[N]>["response"];

export type FileName = {
  [N in RouteName]: AllEndpoints[N] extends { readonly download: string } ? N : never;
}[RouteName];

/** Makes an API call: over the network in the browser, in-process on the server. */
export type Call = <N extends Exclude<RouteName, FileName>>(
  name: N,
  input?: CallInput<N>,
) => Promise<Answer<N>>;

/** A rejected or failed call. `status` 0 means that the server could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly issues: NonNullable<ErrorBody["issues"]>;
  /** Seconds after which a busy server wants a retry; null otherwise. */
  readonly retryAfterSec: number | null;
  /**
   * Why the server refused. Decide by this, never by the message, which is in the reader's language.
   * Undefined if the answer is not of our server, or of a version without codes.
   */
  readonly code: RefusalCode | undefined;

  constructor(
    status: number,
    message: string,
    issues: ApiError["issues"] = [],
    retryAfterSec: number | null = null,
    code?: RefusalCode,
  ) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.retryAfterSec = retryAfterSec;
    this.code = code;
  }
}

export const unreachable = () =>
  new ApiError(0, "We can't reach our server. Check your connection.");

/**
 * Returns whether a 401 says that the session is over, or that its token has to be refreshed. Without
 * a code, the words of the message decide (specification section 5).
 */
export const isTokenRefused = ({ status, code, message }: ApiError): boolean =>
  status === 401 &&
  (code?.startsWith("token-") ?? /jwt|token|expired|unauthorized|invalid/i.test(message));

export const isTokenExpired = ({ status, code, message }: ApiError): boolean =>
  status === 401 && (code === undefined ? /expired/i.test(message) : code === "token-expired");

export const isNothingThere = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404, 410, 422].includes(error.status);

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly form?: FormData | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Transport of requests: the network or the server in-process. */
export type Send = (call: HttpCall) => Promise<{
  readonly status: number;
  readonly text: string;
  readonly retryAfterSec?: number | null;
}>;

/**
 * Creates the typed client on top of a transport. A call that must run once keeps its idempotency
 * key until it gets a response, so a repeat is the same attempt; after a response or a refusal, the
 * next call is a new attempt (D14).
 */
export function createCall(send: Send, token: () => string | null = () => null): Call {
  const keys = new Map<string, string>();
  return (name, input = {}) =>
    withRoute(name, async (route) => {
      // The same for equal calls, whatever files they contain.
      const attempt = route.once ? JSON.stringify([name, input, ...(input.form ?? [])]) : "";
      const key = keys.get(attempt) ?? `${Date.now()}-${Math.random()}`;
      if (attempt) keys.set(attempt, key);
      const request = requestOf(route, input, token());
      const {
        status,
        text,
        retryAfterSec = null,
      } = await send({
        ...request,
        headers: { ...request.headers, ...(attempt ? { "Idempotency-Key": key } : {}) },
        onProgress: input.onProgress,
      });
      const answer = parse(text);
      if (answer !== undefined && status < 500 && retryAfterSec === null) keys.delete(attempt);
      // 202: nothing has changed yet; a second person has to confirm (D38).
      if (status >= 400 || status === 202) throw errorOf(status, answer, retryAfterSec);
      if (answer === undefined) {
        // Only this call may return plain text, by the specification.
        if (name !== "sendOtp" || text.trimStart().startsWith("<")) throw new ApiError(502, "");
        return { message: text } as Answer<typeof name>;
      }
      // The server validates its responses against the same contract.
      return answer as Answer<typeof name>;
    });
}

const isLater = (name: RouteName): name is keyof typeof laterRoutes => !(name in routes);

/** Runs `work` with a call's route, which for some is loaded first. */
export async function withRoute<T>(
  name: RouteName,
  work: (route: Route) => Promise<T>,
): Promise<T> {
  if (!isLater(name)) return work(routes[name]);
  const { laterRoutes } = await import("@gavelyard/contract/later-routes");
  return work(laterRoutes[name]);
}

interface Sent {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly form?: FormData | undefined;
}

export function requestOf(
  route: Route,
  { params, query, body, form }: Sent,
  token: string | null,
): HttpCall {
  return {
    method: route.method,
    url: pathOf(route, params) + queryString(query),
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    form,
  };
}

function pathOf({ path }: Route, params: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value: unknown =
      typeof params === "object" && params !== null ? Reflect.get(params, name) : "";
    return encodeURIComponent(String(value));
  });
}

function queryString(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/** Returns undefined for text that is not JSON, such as a proxy's error page. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Creates the error for a refusal, from its JSON if it is ours. */
export function errorOf(
  status: number,
  answer: unknown,
  retryAfterSec: number | null = null,
): ApiError {
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

function isIssue(value: unknown): value is ApiError["issues"][number] {
  return typeof value === "object" && value !== null && "path" in value && "message" in value;
}

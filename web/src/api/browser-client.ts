import { observeServerTime } from "../clock.ts";
import { toastMessage } from "../ui/toast-store.ts";
import {
  currentUserId,
  endSession,
  readSession,
  replaceToken,
  type Session,
} from "../session/session.ts";
import { ApiError, createCall, unreachable, type Call, type Send } from "./client.ts";
import { retryLater } from "./retry-later.ts";
import { routes } from "@gavelyard/contract/routes";

/** Messages of a 401 that mean that the session is over (specification section 5). */
const sessionIsOver = /jwt|token|expired|unauthorized|invalid/i;

const overNetwork: Send = async (call) => {
  if (call.form) return (await import("./send-form.ts")).sendForm(call.form, call);
  const sentAtMs = Date.now();
  const response = await fetch(call.url, {
    method: call.method,
    headers: call.headers,
    ...(call.body === undefined ? {} : { body: call.body }),
  }).catch(() => {
    throw unreachable();
  });
  const text = await response.text();
  const serverTime = /"serverTime":"([^"]{20,30})"\}?$/.exec(text.slice(-80))?.[1];
  if (serverTime !== undefined) observeServerTime(serverTime, sentAtMs, Date.now());
  const retryAfter = response.headers.get("retry-after");
  return {
    status: response.status,
    text,
    retryAfterSec: retryAfter === null ? null : Number(retryAfter),
  };
};

const plainCall = createCall(overNetwork, () => readSession()?.jwt ?? null);
let refreshing: { readonly jwt: string; readonly worked: Promise<boolean> } | null = null;

/** A server that is away or busy, or a proxy that cannot reach it, has not refused anything. */
const notRefused = [0, 429, 502, 503, 504];

/** Exchanges the token once, however many calls found it expired. Answers whether it worked. */
export async function refreshToken(): Promise<boolean> {
  const session = readSession();
  if (session === null) return false;
  if (refreshing?.jwt === session.jwt) return refreshing.worked;
  const worked = exchange(session).finally(() => {
    if (refreshing?.worked === worked) refreshing = null;
  });
  refreshing = { jwt: session.jwt, worked };
  return worked;
}

async function exchange(session: Session): Promise<boolean> {
  try {
    const { jwt } = await plainCall("refreshToken", { body: { token: session.jwt } });
    return replaceToken(session, jwt) || currentUserId() === session.userId;
  } catch (error) {
    // The session ended, or another tab exchanged the token a moment ago.
    if (readSession()?.jwt !== session.jwt) return currentUserId() === session.userId;
    if (!(error instanceof ApiError) || notRefused.includes(error.status)) return false;
    const message = error.message || "Failed to refresh token";
    endSession(message);
    // The ended session itself says what a 401 means.
    if (error.status !== 401) toastMessage(message, "error");
    return false;
  }
}

/**
 * The browser's client: an expired token is exchanged silently, a dead one ends the session (D2).
 * What only reads waits for a busy server; a user who acts is told at once.
 */
export const call: Call = (name, input) =>
  forCaller(() =>
    routes[name].method === "GET"
      ? retryLater(() => callWithSession(name, input))
      : callWithSession(name, input),
  );

/**
 * Hands an answer only to the user who asked. After a session ends, nothing that was asked in it can
 * reach a screen, a cache or the next user's session.
 */
export async function forCaller<T>(work: () => Promise<T>): Promise<T> {
  const userId = currentUserId();
  const isGone = () => userId !== null && currentUserId() !== userId;
  const gone = () => new ApiError(0, "You signed out before the response arrived.");
  const answer = await work().catch((error: unknown) => {
    throw isGone() ? gone() : error;
  });
  if (isGone()) throw gone();
  return answer;
}

type Attempt = <T>(work: () => Promise<T>) => Promise<T>;
let attempt: Attempt = (work) => work();

/** Sets what is done about refusals that the user can lift; pages that are seen first go without. */
export function attemptBy(next: Attempt): void {
  attempt = next;
}

const callWithSession: Call = async (name, input) => {
  const session = readSession();
  try {
    return await attempt(() => plainCall(name, input));
  } catch (error) {
    const endsSession =
      error instanceof ApiError && error.status === 401 && sessionIsOver.test(error.message);
    const now = readSession();
    // Calls that need no session: their 401 is about what was entered (D2).
    const isAuth = routes[name].path.startsWith("/auth/");
    if (!endsSession || isAuth || session === null) throw error;
    if (now?.userId !== session.userId) throw error;
    // Another call or tab may have exchanged the token already.
    const isRefreshed =
      now.jwt !== session.jwt || (/expired/i.test(error.message) && (await refreshToken()));
    if (isRefreshed) return plainCall(name, input);
    endSession(error.message);
    throw error;
  }
};

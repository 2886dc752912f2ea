import { t } from "@gavelyard/messages/text";
import {
  ApiError,
  createCall,
  isTokenExpired,
  isTokenRefused,
  withRoute,
  type Call,
  type Send,
} from "@gavelyard/client/call";
import { sendBy } from "@gavelyard/client/network";
import { retryLater } from "@gavelyard/client/retry-later";
import { observeServerTime } from "../clock.ts";
import { language } from "../language.ts";
import { toastMessage } from "../ui/toast-store.ts";
import {
  currentUserId,
  endSession,
  readSession,
  replaceToken,
  type Session,
} from "../session/session.ts";
import { unattendedHeader } from "./unattended.ts";

const byFetch = sendBy((url, init) => fetch(url, init));

const overNetwork: Send = async (request) => {
  // Responses come in the page's language, whatever the browser's setting.
  const call = { ...request, headers: { ...request.headers, "Accept-Language": language } };
  // A person chose the files of a form.
  if (call.form) return (await import("./send-form.ts")).sendForm(call.form, call);
  const sentAtMs = Date.now();
  const answer = await byFetch({ ...call, headers: { ...call.headers, ...unattendedHeader() } });
  const serverTime = /"serverTime":"([^"]{20,30})"\}?$/.exec(answer.text.slice(-80))?.[1];
  if (serverTime !== undefined) observeServerTime(serverTime, sentAtMs, Date.now());
  return answer;
};

const plainCall = createCall(overNetwork, () => readSession()?.jwt ?? null);
let refreshing: { readonly jwt: string; readonly worked: Promise<boolean> } | null = null;

/** Statuses of an unreachable or busy server, which reject nothing. */
const unavailableStatuses = [0, 429, 502, 503, 504];

/**
 * Refreshes the token, once for all calls that found it expired. Returns whether it worked.
 * @throws ApiError if the server is unreachable or busy, which leaves the session as it is
 */
export async function refreshToken(): Promise<boolean> {
  const session = readSession();
  if (session === null) return false;
  if (refreshing?.jwt === session.jwt) return refreshing.worked;
  const worked = oneTabAtATime(session.userId, () => exchangeToken(session)).finally(() => {
    if (refreshing?.worked === worked) refreshing = null;
  });
  refreshing = { jwt: session.jwt, worked };
  return worked;
}

/**
 * Refreshes a user's token in one tab at a time. The server may treat a token sent twice as stolen
 * and end the sign-in (D5).
 */
const oneTabAtATime = (userId: number, work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks === undefined ? work() : navigator.locks.request(`refresh-${userId}`, work);

async function exchangeToken(session: Session): Promise<boolean> {
  if (readSession()?.jwt !== session.jwt) return currentUserId() === session.userId;
  try {
    const { jwt } = await plainCall("refreshToken", { body: { token: session.jwt } });
    return replaceToken(session, jwt) || currentUserId() === session.userId;
  } catch (error) {
    // The session has ended, or another tab has just refreshed the token.
    if (readSession()?.jwt !== session.jwt) return currentUserId() === session.userId;
    if (!(error instanceof ApiError) || unavailableStatuses.includes(error.status)) throw error;
    const message = error.message || t("Failed to refresh token");
    endSession(message);
    // On a 401, the end of the session has its own message.
    if (error.status !== 401) toastMessage(message, "error");
    return false;
  }
}

/**
 * The browser's API client. It refreshes an expired token silently and ends the session on an
 * invalid one (D2). Reads wait and retry while the server is busy; actions fail at once.
 */
export const call: Call = (name, input) =>
  forCaller(() =>
    withRoute(name, ({ method }) =>
      method === "GET"
        ? retryLater(() => callWithSession(name, input))
        : callWithSession(name, input),
    ),
  );

/**
 * Returns a response only to the user who made the request. After a session ends, no response from
 * it reaches a screen, a cache or the next user's session.
 */
export async function forCaller<T>(work: () => Promise<T>): Promise<T> {
  const userId = currentUserId();
  const isGone = () => userId !== null && currentUserId() !== userId;
  const gone = () => new ApiError(0, t("You signed out before the response arrived."));
  const answer = await work().catch((error: unknown) => {
    throw isGone() ? gone() : error;
  });
  if (isGone()) throw gone();
  return answer;
}

type CallWrapper = <T>(work: () => Promise<T>) => Promise<T>;
let wrapCall: CallWrapper = (work) => work();

/** Sets the handler for refusals that the user can resolve. The first pages run without one. */
export function wrapCalls(next: CallWrapper): void {
  wrapCall = next;
}

const callWithSession: Call = async (name, input) => {
  const session = readSession();
  try {
    return await wrapCall(() => plainCall(name, input));
  } catch (error) {
    const endsSession = error instanceof ApiError && isTokenRefused(error);
    const now = readSession();
    // Sign-in calls: their 401 means wrong input, not an ended session (D2).
    const isAuth = await withRoute(name, async ({ path }) => path.startsWith("/auth/"));
    if (!endsSession || isAuth || session === null) throw error;
    if (now?.userId !== session.userId) throw error;
    // Another call or tab may have refreshed the token already.
    const isRefreshed =
      now.jwt !== session.jwt || (isTokenExpired(error) && (await refreshToken()));
    if (isRefreshed) return plainCall(name, input);
    endSession(error.message);
    throw error;
  }
};

import { isRole, type Role } from "@gavelyard/domain/users/roles";
import { useClientState } from "../ui/page/use-client-state.ts";
import { Watchers } from "../ui/page/watchers.ts";

/** The signed-in user as stored in local storage (section 3). */
export interface Session {
  readonly jwt: string;
  readonly userId: number;
  readonly userRole: Role;
  readonly name: string;
  readonly email: string;
}

/** Why a session ended, and whose. `message`: the server's, or why the refresh failed. */
export type SessionEnd = { readonly userId: number } & (
  | { readonly reason: "signed-out" }
  | { readonly reason: "expired"; readonly message: string }
);

const watchers = new Watchers();
const endListeners = new Set<(end: SessionEnd) => void>();
let cached: { readonly text: string; readonly session: Session | null } | null = null;

const sessionKeys = ["jwt", "userId", "userRole", "userName", "userEmail"] as const;
/** Key of the last expiry's message on this device, for other tabs; empty after a sign-out. */
const END_KEY = "sessionEnd";
/**
 * Session storage key of the user last shown in this tab, which may sleep through the end of a
 * session.
 */
const SHOWN_KEY = "shownUserId";
/** Device settings, which outlive a session. All other keys in both storages are personal. */
const deviceKeys = new Set<string>([
  ...sessionKeys,
  END_KEY,
  SHOWN_KEY,
  "theme",
  "density",
  "shortcuts",
  "gateYard",
  "confirmBids",
]);

/** Returns the current session; null for visitors and on the server. */
export function readSession(): Session | null {
  if (typeof localStorage === "undefined") return null;
  const values = sessionKeys.map((key) => localStorage.getItem(key) ?? "");
  const text = values.join("\n");
  if (cached?.text !== text) {
    const [jwt = "", userId = "", userRole = "", name = "", email = ""] = values;
    const isComplete = jwt !== "" && /^\d+$/.test(userId) && isRole(userRole);
    cached = {
      text,
      session: isComplete ? { jwt, userId: Number(userId), userRole, name, email } : null,
    };
  }
  return cached.session;
}

/** Returns the signed-in user's ID; null for visitors and on the server. */
export const currentUserId = (): number | null => readSession()?.userId ?? null;

/** Stores the response to sign-in or sign-up; `id` replaces a missing `userId`. */
export function startSession(answer: {
  readonly jwt: string;
  readonly userId?: number;
  readonly id?: number;
  readonly userRole: string;
  readonly name: string;
  readonly email: string;
}): void {
  const userId = answer.userId ?? answer.id;
  if (userId !== currentUserId()) endSession();
  localStorage.removeItem(END_KEY);
  localStorage.setItem("jwt", answer.jwt);
  localStorage.setItem("userId", String(userId ?? ""));
  localStorage.setItem("userRole", answer.userRole);
  localStorage.setItem("userName", answer.name);
  localStorage.setItem("userEmail", answer.email);
  sessionChanged();
}

/** Stores a refreshed token. Returns false if the session has ended or has another token by now. */
export function replaceToken(old: Session, jwt: string): boolean {
  if (readSession()?.jwt !== old.jwt) return false;
  localStorage.setItem("jwt", jwt);
  sessionChanged();
  return true;
}

export function renameSession(name: string): void {
  localStorage.setItem("userName", name);
  sessionChanged();
}

/**
 * Ends the session on this device, by a sign-out or with the message of the server's rejection.
 * `onSessionEnd` listeners then clear personal data in every tab.
 */
export function endSession(expiredMessage = ""): void {
  if (readSession() === null) return;
  localStorage.setItem(END_KEY, expiredMessage);
  for (const key of sessionKeys) localStorage.removeItem(key);
  sessionChanged();
}

/**
 * Registers a listener for the end of this tab's session, no matter what ended it or in which tab.
 * Returns a function to remove it.
 */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Watches the device's session: other tabs can change it, and a page can return from the browser's
 * cache, or a tab from sleep, after its user has signed out.
 */
export function watchSession(): void {
  for (const event of ["storage", "pageshow", "focus", "visibilitychange"]) {
    window.addEventListener(event, sessionChanged);
  }
  sessionChanged();
}

function sessionChanged(): void {
  const shown = Number(sessionStorage.getItem(SHOWN_KEY) ?? 0);
  const userId = currentUserId() ?? 0;
  if (shown !== userId) {
    sessionStorage.setItem(SHOWN_KEY, String(userId));
    if (shown !== 0) endTabSession(shown);
  }
  watchers.notify();
}

/** The only place where a tab's session ends. */
function endTabSession(userId: number): void {
  const message = localStorage.getItem(END_KEY) ?? "";
  const end: SessionEnd =
    message === "" ? { userId, reason: "signed-out" } : { userId, reason: "expired", message };
  // With a new user signed in, local storage is already theirs, so clear only this tab's.
  const personal = currentUserId() === null ? [localStorage, sessionStorage] : [sessionStorage];
  for (const storage of personal) {
    for (const key of Object.keys(storage)) if (!deviceKeys.has(key)) storage.removeItem(key);
  }
  if (end.reason === "expired") {
    window.dispatchEvent(new CustomEvent("authError", { detail: { message } }));
  }
  for (const listener of endListeners) listener(end);
}

/** Subscribes to the session across tabs. Null during hydration. */
export function useSession(): Session | null {
  return useClientState(watchers.watch, readSession, () => null);
}

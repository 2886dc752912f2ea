import { isRole, type Role } from "@gavelyard/domain/roles";
import { useSyncExternalStore } from "react";

/** The signed-in user as kept in local storage (section 3). */
export interface Session {
  readonly jwt: string;
  readonly userId: number;
  readonly userRole: Role;
  readonly name: string;
  readonly email: string;
}

/** Why a session ended, and whose it was. `message`: what the server said, or why a refresh failed. */
export type SessionEnd = { readonly userId: number } & (
  | { readonly reason: "signed-out" }
  | { readonly reason: "expired"; readonly message: string }
);

const listeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();
let cached: { readonly text: string; readonly session: Session | null } | null = null;

const sessionKeys = ["jwt", "userId", "userRole", "userName", "userEmail"] as const;
/** Message of the last session that expired on this device, for other tabs; empty after a sign-out. */
const END_KEY = "sessionEnd";
/** The user whom this tab last showed, in session storage: a tab may sleep through the end of a session. */
const SHOWN_KEY = "shownUserId";
/** Settings of the device, which outlive a session. Everything else in both storages is personal. */
const deviceKeys = new Set<string>([...sessionKeys, END_KEY, SHOWN_KEY, "theme", "density"]);

/** The session now; null for visitors and on the server. */
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

/** The signed-in user's id; null for visitors and on the server. */
export const currentUserId = (): number | null => readSession()?.userId ?? null;

/** Stores the answer to sign-in or sign-up; `id` stands in for a missing `userId`. */
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

/** Stores a refreshed token. Answers false when the session ended or got another token in the meantime. */
export function replaceToken(old: Session, jwt: string): boolean {
  if (readSession()?.jwt !== old.jwt) return false;
  localStorage.setItem("jwt", jwt);
  sessionChanged();
  return true;
}

/** Stores the user's new name. */
export function renameSession(name: string): void {
  localStorage.setItem("userName", name);
  sessionChanged();
}

/**
 * Ends the session on this device: by a sign-out, or with the message of the server that refused it.
 * `onSessionEnd` listeners then clear what is personal, in every tab.
 */
export function endSession(expiredMessage = ""): void {
  if (readSession() === null) return;
  localStorage.setItem(END_KEY, expiredMessage);
  for (const key of sessionKeys) localStorage.removeItem(key);
  sessionChanged();
}

/**
 * Registers a listener for the end of this tab's session, whatever ended it and in whichever tab.
 * Answers how to stop.
 */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Follows the session of the device: other tabs change it, and a page can return from the browser's
 * cache, or a tab from sleep, after the user of that page has left.
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
    if (shown !== 0) tabLostUser(shown);
  }
  for (const listener of listeners) listener();
}

/** The one place through which every session of a tab ends. */
function tabLostUser(userId: number): void {
  const message = localStorage.getItem(END_KEY) ?? "";
  const end: SessionEnd =
    message === "" ? { userId, reason: "signed-out" } : { userId, reason: "expired", message };
  // What the device stores belongs to the next user as soon as there is one.
  const personal = currentUserId() === null ? [localStorage, sessionStorage] : [sessionStorage];
  for (const storage of personal) {
    for (const key of Object.keys(storage)) if (!deviceKeys.has(key)) storage.removeItem(key);
  }
  if (end.reason === "expired") {
    window.dispatchEvent(new CustomEvent("authError", { detail: { message } }));
  }
  for (const listener of endListeners) listener(end);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session, followed across tabs. Null while the page is hydrated. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, readSession, () => null);
}

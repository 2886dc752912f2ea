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

/** Why a session ended. */
export type SessionEnd = "expired" | "signed-out";

let lastEnd: SessionEnd | null = null;
const listeners = new Set<() => void>();
const endings = new Set<(reason: SessionEnd) => void>();
let known: { readonly text: string; readonly session: Session | null } | null = null;

const keys = ["jwt", "userId", "userRole", "userName", "userEmail"] as const;

/** The session now; null for visitors and on the server. */
export function readSession(): Session | null {
  if (typeof localStorage === "undefined") return null;
  const values = keys.map((key) => localStorage.getItem(key) ?? "");
  const text = values.join("\n");
  if (known?.text !== text) {
    const [jwt = "", userId = "", userRole = "", name = "", email = ""] = values;
    const whole = jwt !== "" && /^\d+$/.test(userId) && isRole(userRole);
    known = {
      text,
      session: whole ? { jwt, userId: Number(userId), userRole, name, email } : null,
    };
  }
  return known.session;
}

/** Keeps what sign-in or sign-up answered; `id` stands in for a missing `userId`. */
export function startSession(answer: {
  readonly jwt: string;
  readonly userId?: number;
  readonly id?: number;
  readonly userRole: string;
  readonly name: string;
  readonly email: string;
}): void {
  lastEnd = null;
  localStorage.setItem("jwt", answer.jwt);
  localStorage.setItem("userId", String(answer.userId ?? answer.id ?? ""));
  localStorage.setItem("userRole", answer.userRole);
  localStorage.setItem("userName", answer.name);
  localStorage.setItem("userEmail", answer.email);
  tell();
}

export function replaceToken(jwt: string): void {
  localStorage.setItem("jwt", jwt);
  tell();
}

/** Keeps a new name of the user, as the profile has it now. */
export function renameSession(name: string): void {
  localStorage.setItem("userName", name);
  tell();
}

/** Clears the session; whoever listens sends the user on. */
export function endSession(reason: SessionEnd): void {
  if (readSession() === null) return;
  lastEnd = reason;
  for (const key of keys) localStorage.removeItem(key);
  tell();
  for (const listener of endings) listener(reason);
}

/** Hears when the session ended: the `authError` of the specification, or a sign-out. */
export function onSessionEnd(listener: (reason: SessionEnd) => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

/** How the session of this page ended; null while there is one, or never was. */
export const sessionEnd = (): SessionEnd | null => lastEnd;

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The session, followed across tabs. Null while the page is hydrated. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, readSession, () => null);
}

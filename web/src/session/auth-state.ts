import { useEffect, useSyncExternalStore } from "react";
import { onSessionEnd } from "./session.ts";

/** What was entered for a new account so far. Never its password. */
export interface PendingUserData {
  readonly email: string;
  readonly name: string;
}

/** Where sign-in, sign-up and password reset stand, by the specification's names (section 3, D40). */
export interface AuthState {
  readonly loading: boolean;
  /** Why the last step failed. */
  readonly error: string | null;
  /** The server's answer to the last step. */
  readonly message: string | null;
  readonly otpSent: boolean;
  readonly otpVerified: boolean;
  readonly pendingUserData: PendingUserData | null;
  readonly resetLinkSent: boolean;
  readonly passwordResetSuccess: boolean;
}

/** The server lets an address that was verified sign up for this long (D6), ms. */
const VERIFIED_FOR_MS = 15 * 60_000;
const STORAGE_KEY = "pendingUserData";

const step = { loading: false, error: null, message: null } as const;
const initial: AuthState = {
  ...step,
  otpSent: false,
  otpVerified: false,
  pendingUserData: null,
  resetLinkSent: false,
  passwordResetSuccess: false,
};

/** Keeps the state for all auth screens, and a sign-up that is under way across a reload. */
export class AuthStore {
  #state: AuthState;
  #verifiedAtMs: number;
  readonly #watchers = new Set<() => void>();
  readonly #storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

  constructor(storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null) {
    this.#storage = storage;
    const { pendingUserData, verifiedAtMs } = stored(storage?.getItem(STORAGE_KEY) ?? null);
    this.#verifiedAtMs = verifiedAtMs;
    this.#state = {
      ...initial,
      pendingUserData,
      otpSent: pendingUserData !== null,
      otpVerified: pendingUserData !== null && Date.now() - verifiedAtMs < VERIFIED_FOR_MS,
    };
  }

  readonly read = (): AuthState => this.#state;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  set(change: Partial<AuthState>): void {
    const { otpVerified } = this.#state;
    this.#state = { ...this.#state, ...change };
    if (this.#state.otpVerified !== otpVerified) this.#verifiedAtMs = otpVerified ? 0 : Date.now();
    this.#save();
    for (const watcher of this.#watchers) watcher();
  }

  /** Clears all flags: after a sign-in, a sign-up or a sign-out (section 4). */
  clear(): void {
    this.set(initial);
  }

  /**
   * Runs one step and keeps `loading`, `error` and `message` meanwhile. `work` answers what the step
   * changes, `tell` turns a failure into what is said of it. Answers whether it worked.
   */
  async run(
    tell: (error: unknown) => string | null,
    work: () => Promise<Partial<AuthState>>,
  ): Promise<boolean> {
    this.set({ ...step, loading: true });
    try {
      this.set({ ...step, ...(await work()) });
      return true;
    } catch (error) {
      this.set({ ...step, error: tell(error) });
      return false;
    }
  }

  #save(): void {
    const { pendingUserData } = this.#state;
    try {
      if (pendingUserData === null) return this.#storage?.removeItem(STORAGE_KEY);
      const pending = { ...pendingUserData, verifiedAtMs: this.#verifiedAtMs };
      this.#storage?.setItem(STORAGE_KEY, JSON.stringify(pending));
    } catch {
      // Without storage a reload starts the sign-up again.
    }
  }
}

function stored(text: string | null): {
  readonly pendingUserData: PendingUserData | null;
  readonly verifiedAtMs: number;
} {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (
      typeof value === "object" &&
      value !== null &&
      "email" in value &&
      typeof value.email === "string" &&
      "name" in value &&
      typeof value.name === "string" &&
      "verifiedAtMs" in value &&
      typeof value.verifiedAtMs === "number"
    ) {
      const { email, name, verifiedAtMs } = value;
      return { pendingUserData: { email, name }, verifiedAtMs };
    }
  } catch {
    // Not what was stored here.
  }
  return { pendingUserData: null, verifiedAtMs: 0 };
}

export const authState = new AuthStore(
  typeof sessionStorage === "undefined" ? null : sessionStorage,
);
onSessionEnd(() => authState.clear());

/** Follows the state. */
export function useAuthState(): AuthState {
  return useSyncExternalStore(authState.watch, authState.read, () => initial);
}

/**
 * Follows the state for a screen. Leaving the screen clears what its last step said, and the flag that
 * only this screen shows.
 */
export function useAuthScreen(ownFlag?: "resetLinkSent" | "passwordResetSuccess"): AuthState {
  useEffect(
    () => () => authState.set({ ...step, ...(ownFlag === undefined ? {} : { [ownFlag]: false }) }),
    [ownFlag],
  );
  return useAuthState();
}

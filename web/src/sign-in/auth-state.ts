import { useEffect } from "react";
import { useClientState } from "../ui/page/use-client-state.ts";
import { Watchers } from "../ui/page/watchers.ts";
import { onSessionEnd } from "../session/session.ts";

/** Data entered for a new account so far, never its password. */
export interface PendingUserData {
  readonly email: string;
  readonly name: string;
  /** Random ID of this sign-up; its code works only with it. */
  readonly requestId: string;
  /** Lets the verified address sign up from this browser; null until it is verified. */
  readonly verificationToken: string | null;
}

/**
 * State of sign-in, sign-up and password reset, with the specification's names (section 3, D40).
 */
export interface AuthState {
  readonly loading: boolean;
  readonly error: string | null;
  /** The server's message for the last step. */
  readonly message: string | null;
  readonly otpSent: boolean;
  readonly otpVerified: boolean;
  readonly pendingUserData: PendingUserData | null;
  readonly resetLinkSent: boolean;
  readonly passwordResetSuccess: boolean;
}

/** How long a verified address can sign up (D6), in ms. */
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

/** State shared by all auth screens. A sign-up in progress survives a reload. */
export class AuthStore {
  #state: AuthState;
  #verifiedAtMs: number;
  readonly #watchers = new Watchers();
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

  readonly watch = this.#watchers.watch;

  set(change: Partial<AuthState>): void {
    const { otpVerified } = this.#state;
    this.#state = { ...this.#state, ...change };
    if (this.#state.otpVerified !== otpVerified) this.#verifiedAtMs = otpVerified ? 0 : Date.now();
    this.#save();
    this.#watchers.notify();
  }

  /** Clears all flags, after sign-in, sign-up or sign-out (section 4). */
  clear(): void {
    this.set(initial);
  }

  /**
   * Runs one step and updates `loading`, `error` and `message`. `work` returns the step's changes,
   * `tell` converts an error to a message. Returns whether it worked.
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
      // Without storage, a reload restarts the sign-up.
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
      "requestId" in value &&
      typeof value.requestId === "string" &&
      "verifiedAtMs" in value &&
      typeof value.verifiedAtMs === "number"
    ) {
      const { email, name, requestId, verifiedAtMs } = value;
      const token = "verificationToken" in value ? value.verificationToken : null;
      const verificationToken = typeof token === "string" ? token : null;
      return { pendingUserData: { email, name, requestId, verificationToken }, verifiedAtMs };
    }
  } catch {
    // The stored value is not ours.
  }
  return { pendingUserData: null, verifiedAtMs: 0 };
}

export const authState = new AuthStore(
  typeof sessionStorage === "undefined" ? null : sessionStorage,
);
onSessionEnd(() => authState.clear());

export function useAuthState(): AuthState {
  return useClientState(authState.watch, authState.read, () => initial);
}

/**
 * Subscribes to the state for a screen. On leaving, its error and its own flag are cleared; the
 * server's message stays for the next screen.
 */
export function useAuthScreen(ownFlag?: "resetLinkSent" | "passwordResetSuccess"): AuthState {
  useEffect(
    () => () =>
      authState.set({
        loading: false,
        error: null,
        ...(ownFlag === undefined ? {} : { [ownFlag]: false }),
      }),
    [ownFlag],
  );
  return useAuthState();
}

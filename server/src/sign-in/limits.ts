import { msg } from "@gavelyard/messages/text";
import type { RateLimit } from "../http/limits/rate-limits.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Limits by network address (scaled by `RATE_LIMITS`) and by target. */
export const authLimits = {
  loginByAddress: { name: "login-address", tries: 60, windowSec: 15 * MINUTE },
  /** Sign-ins that worked, each of which stores a session. Per account and network. */
  signInsOfDay: { name: "sign-ins-day", tries: 300, windowSec: 24 * HOUR },
  signupByAddress: { name: "signup-address", tries: 30, windowSec: HOUR },
  codeByAddress: { name: "code-address", tries: 30, windowSec: HOUR },
  passkeyByAddress: { name: "passkey-address", tries: 300, windowSec: 15 * MINUTE },
  verifyByAddress: { name: "verify-address", tries: 60, windowSec: 15 * MINUTE },
  refreshByAddress: { name: "refresh-address", tries: 300, windowSec: 15 * MINUTE },
} as const satisfies Record<string, RateLimit>;

/** Limits of guesses at a secret of an account, such that strangers can't lock its owner out. */
export interface GuessLimits {
  /** Per network that guesses. */
  readonly ofNetwork: RateLimit;
  readonly ofNetworkInDay: RateLimit;
  /** For all networks together that the account doesn't know. */
  readonly ofStrangers: RateLimit;
}

/** Wrong passwords of sign-ins. */
export const loginGuesses: GuessLimits = {
  ofNetwork: { name: "login-account", tries: 10, windowSec: 15 * MINUTE },
  ofNetworkInDay: { name: "login-account-day", tries: 50, windowSec: 24 * HOUR },
  ofStrangers: {
    name: "login-account-strangers",
    tries: 500,
    windowSec: 24 * HOUR,
    refusal: msg("Too many wrong passwords for this account. Reset it by email to sign in now."),
  },
};

/** Wrong passwords of signed-in users. */
export const confirmGuesses: GuessLimits = {
  ofNetwork: { name: "password-account", tries: 10, windowSec: 15 * MINUTE },
  ofNetworkInDay: { name: "password-account-day", tries: 50, windowSec: 24 * HOUR },
  ofStrangers: { name: "password-account-strangers", tries: 500, windowSec: 24 * HOUR },
};

/**
 * Wrong codes of an account, from its app or its recovery codes (D45). The daily limits are low
 * because six digits can be guessed.
 */
export const codeGuesses: GuessLimits = {
  ofNetwork: { name: "factor-code", tries: 10, windowSec: 15 * MINUTE },
  ofNetworkInDay: { name: "factor-code-day", tries: 50, windowSec: 24 * HOUR },
  ofStrangers: { name: "factor-code-strangers", tries: 50, windowSec: 24 * HOUR },
};

/** Limits of emails of one kind to one mailbox (D6, D43). */
export interface MailLimits {
  /** Per network that requests them. */
  readonly ofMinute: RateLimit;
  readonly ofDay: RateLimit;
  /**
   * For all networks together from which the account hasn't signed in, so that nobody can flood a
   * mailbox (D15).
   */
  readonly ofDayByStrangers: RateLimit;
}

const mailLimits = (kind: "code" | "reset"): MailLimits => ({
  ofMinute: { name: `${kind}-mailbox`, tries: 1, windowSec: MINUTE },
  ofDay: { name: `${kind}-mailbox-day`, tries: 10, windowSec: 24 * HOUR },
  ofDayByStrangers: { name: `${kind}-mailbox-strangers`, tries: 50, windowSec: 24 * HOUR },
});
export const codeMails = mailLimits("code");
export const resetMails = mailLimits("reset");

import type { RateLimit } from "../http/rate-limits.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often what may be tried, by network address (scaled by `RATE_LIMITS`) and by target. */
export const authLimits = {
  /** Failed sign-ins from one network address. */
  loginByAddress: { name: "login-address", tries: 60, windowSec: 15 * MINUTE },
  /** Failed sign-ins to one account. */
  loginByAccount: { name: "login-account", tries: 10, windowSec: 15 * MINUTE },
  signupByAddress: { name: "signup-address", tries: 30, windowSec: HOUR },
  codeByAddress: { name: "code-address", tries: 30, windowSec: HOUR },
  /** One mail a minute (D6), and no flood in a day (D15). */
  codeByMailbox: { name: "codemailbox", tries: 1, windowSec: MINUTE },
  codesOfDayByMailbox: { name: "codemailbox-day", tries: 20, windowSec: 24 * HOUR },
  resetByMailbox: { name: "reset-mailbox", tries: 1, windowSec: MINUTE },
  resetsOfDayByMailbox: { name: "reset-mailbox-day", tries: 20, windowSec: 24 * HOUR },
  /** Wrong current passwords of one account. */
  passwordByAccount: { name: "password-account", tries: 10, windowSec: 15 * MINUTE },
  verifyByAddress: { name: "verify-address", tries: 60, windowSec: 15 * MINUTE },
  refreshByAddress: { name: "refresh-address", tries: 300, windowSec: 15 * MINUTE },
} as const satisfies Record<string, RateLimit>;

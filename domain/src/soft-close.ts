/** The soft close settings of an auction, in seconds; defaults in `defaultSoftClose` (D21). */
export interface SoftClose {
  /** A bid this close to the end, or closer, extends; 0 turns soft close off. */
  readonly windowSec: number;
  /** How long after such a bid the lot stays open at least. */
  readonly extendSec: number;
  /** How often a lot may be extended; null is without bound. */
  readonly maxExtensions: number | null;
}

/** Soft close as auctions have it unless they set their own (D21). */
export const defaultSoftClose: SoftClose = { windowSec: 120, extendSec: 120, maxExtensions: null };

/**
 * Whether settings of soft close keep their word: a bid anywhere in the window then keeps the lot open
 * longer, which takes an extension no shorter than the window. Without a window there is no soft close.
 */
export function keepsItsWindow({ windowSec, extendSec }: SoftClose): boolean {
  return windowSec === 0 || extendSec >= windowSec;
}

/** When a lot closes after a bid, and how often it has been extended by then. */
export interface ExtendedClose {
  readonly closesAtMs: number;
  readonly extensions: number;
  /** Whether this bid moved the close. */
  readonly extended: boolean;
}

/**
 * The closing time of a lot after an accepted bid that changed its price or leader (D21): a bid within
 * the window (inclusive) moves the close to `extendSec` after the bid, never to an earlier time, and
 * never for a bid after the close. Whether a bid counts at all is the caller's question.
 */
export function extendedClose(
  facts: SoftClose & {
    readonly closesAtMs: number;
    readonly bidAtMs: number;
    /** How often the lot has been extended before this bid. */
    readonly extensions: number;
  },
): ExtendedClose {
  const { closesAtMs, bidAtMs, windowSec, extendSec, maxExtensions, extensions } = facts;
  const remainingMs = closesAtMs - bidAtMs;
  const inWindow = windowSec > 0 && remainingMs >= 0 && remainingMs <= windowSec * 1000;
  const mayExtend = maxExtensions === null || extensions < maxExtensions;
  const movedTo = bidAtMs + extendSec * 1000;
  if (!inWindow || !mayExtend || movedTo <= closesAtMs) {
    return { closesAtMs, extensions, extended: false };
  }
  return { closesAtMs: movedTo, extensions: extensions + 1, extended: true };
}

/** An auction's soft close settings, in seconds; the defaults are in `defaultSoftClose` (D21). */
export interface SoftClose {
  /** Bids this close to the close, or closer, extend the lot; 0 turns soft close off. */
  readonly windowSec: number;
  /** Minimum time that the lot stays open after such a bid. */
  readonly extendSec: number;
  /** Maximum extensions of a lot; null for no limit. */
  readonly maxExtensions: number | null;
}

export const defaultSoftClose: SoftClose = { windowSec: 120, extendSec: 120, maxExtensions: null };

/**
 * Returns whether an extension is at least as long as the window, so that every bid in the window
 * extends the lot. A window of 0 turns soft close off and is always valid.
 */
export function coversWindow({ windowSec, extendSec }: SoftClose): boolean {
  return windowSec === 0 || extendSec >= windowSec;
}

/** Returns whether a late bid still extends a lot that was extended `extensions` times. */
export const mayExtend = (
  { windowSec, maxExtensions }: Omit<SoftClose, "extendSec">,
  extensions: number,
): boolean => windowSec > 0 && (maxExtensions === null || extensions < maxExtensions);

export interface ExtendedClose {
  readonly closesAtMs: number;
  readonly extensions: number;
  /** Whether this bid moved the close. */
  readonly extended: boolean;
}

/**
 * Returns the close of a lot after an accepted bid that changed its price or high bidder (D21). A
 * bid within the window (inclusive) moves the close to `extendSec` after the bid, never earlier,
 * and never for a bid after the close. The caller decides whether the bid is accepted.
 */
export function extendedClose(
  facts: SoftClose & {
    readonly closesAtMs: number;
    readonly bidAtMs: number;
    /** Number of extensions before this bid. */
    readonly extensions: number;
  },
): ExtendedClose {
  const { closesAtMs, bidAtMs, windowSec, extendSec, extensions } = facts;
  const remainingMs = closesAtMs - bidAtMs;
  const inWindow = remainingMs >= 0 && remainingMs <= windowSec * 1000;
  const extendedToMs = bidAtMs + extendSec * 1000;
  if (!inWindow || !mayExtend(facts, extensions) || extendedToMs <= closesAtMs) {
    return { closesAtMs, extensions, extended: false };
  }
  return { closesAtMs: extendedToMs, extensions: extensions + 1, extended: true };
}

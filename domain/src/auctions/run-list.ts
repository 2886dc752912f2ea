/** Order and closing times of an auction's lots (D17). Times are ms UTC. */

/** Default seconds between the closes of an auction's lots (D17). */
export const defaultStaggerSec = 30;

/** A place in the run list: a number from 1 to 9,999 and up to two letters. */
export interface LotPlace {
  readonly lotNumber: number;
  /** Upper-case letters that distinguish lots with the same number, or "". */
  readonly suffix: string;
}

/** Formats a place, `12A`. */
export function lotLabel({ lotNumber, suffix }: LotPlace): string {
  return `${lotNumber}${suffix}`;
}

/** Compares lots by run order: by number, then by suffix. */
export function comparePlaces(one: LotPlace, other: LotPlace): number {
  if (one.lotNumber !== other.lotNumber) return one.lotNumber - other.lotNumber;
  if (one.suffix === other.suffix) return 0;
  return one.suffix < other.suffix ? -1 : 1;
}

export const maxLotNumber = 9_999;

/** Lots that an auction can have. */
export const maxLots = 2_000;

/**
 * Gives lots without a number the next ones after the highest in use, in the given order. Returns
 * null when the numbers run out.
 */
export function numberLots<T extends { readonly lotNumber?: number | undefined }>(
  lots: readonly T[],
  highestInUse: number,
): (T & { readonly lotNumber: number })[] | null {
  let last = lots.reduce((most, { lotNumber = 0 }) => Math.max(most, lotNumber), highestInUse);
  const numbered = lots.map((lot) => ({ ...lot, lotNumber: lot.lotNumber ?? ++last }));
  return last > maxLotNumber ? null : numbered;
}

export interface ScheduledLot {
  readonly closed: boolean;
  /** Current close; null for a new lot. */
  readonly closesAtMs: number | null;
  /** Number of soft close extensions so far (D21). */
  readonly extensions: number;
}

/** A lot's closing time: `scheduledMs` by the run list, `closesAtMs` with its extensions. */
export interface LotClose {
  readonly scheduledMs: number;
  readonly closesAtMs: number;
}

/**
 * Returns the closing times of an auction's lots in run order: the first at the scheduled end, each
 * next one `staggerSec` later (D17). Lots keep the time that soft close added. Closed lots get null
 * and keep their place, so that later lots don't move up.
 */
export function scheduleLots(
  lots: readonly ScheduledLot[],
  { firstCloseMs, staggerSec }: { readonly firstCloseMs: number; readonly staggerSec: number },
): (LotClose | null)[] {
  return lots.map(({ closed, closesAtMs, extensions }, place) => {
    if (closed) return null;
    const scheduledMs = firstCloseMs + place * staggerSec * 1000;
    const extendedMs = extensions > 0 ? (closesAtMs ?? scheduledMs) : scheduledMs;
    return { scheduledMs, closesAtMs: Math.max(scheduledMs, extendedMs) };
  });
}

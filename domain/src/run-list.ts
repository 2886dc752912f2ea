/** The order and the closing times of an auction's lots (D17). Times are ms. */

/** A place in the run list: 1 to 9,999 and up to two letters. */
export interface LotPlace {
  readonly lotNumber: number;
  /** Upper-case letters that tell lots of one number apart, or "". */
  readonly suffix: string;
}

/** A lot's place as people write it: `12A`. */
export function lotLabel({ lotNumber, suffix }: LotPlace): string {
  return `${lotNumber}${suffix}`;
}

/** Orders lots as they run: by number, then by suffix. */
export function comparePlaces(one: LotPlace, other: LotPlace): number {
  if (one.lotNumber !== other.lotNumber) return one.lotNumber - other.lotNumber;
  if (one.suffix === other.suffix) return 0;
  return one.suffix < other.suffix ? -1 : 1;
}

export const maxLotNumber = 9_999;

/**
 * Gives lots without a number the next free ones after the highest in use, in the order given.
 * Answers null when the numbers run out.
 */
export function numberLots<T extends { readonly lotNumber?: number | undefined }>(
  lots: readonly T[],
  highestInUse: number,
): (T & { readonly lotNumber: number })[] | null {
  let last = lots.reduce((most, { lotNumber = 0 }) => Math.max(most, lotNumber), highestInUse);
  const numbered = lots.map((lot) => ({ ...lot, lotNumber: lot.lotNumber ?? ++last }));
  return last > maxLotNumber ? null : numbered;
}

/** A lot as its closing time is worked out. */
export interface ScheduledLot {
  readonly closed: boolean;
  /** When it closes now; null for a lot that is new. */
  readonly closesAtMs: number | null;
  /** How often soft close moved it (D21). */
  readonly extensions: number;
}

/** When a lot is to close: `scheduledMs` by the run list, `closesAtMs` with what soft close gave it. */
export interface LotClose {
  readonly scheduledMs: number;
  readonly closesAtMs: number;
}

/**
 * The closes of an auction's lots in the order of the run list: the first at the scheduled end, each
 * next one `staggerSec` later (D17). A lot that soft close has given more time keeps it. Lots that have
 * closed keep their place, so that others do not move up; for them null.
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

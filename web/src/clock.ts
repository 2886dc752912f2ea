import { zoneOrGuess } from "@gavelyard/domain/time-zone";

/**
 * Offset of the server's clock from this device's, measured by the response with the shortest round
 * trip (D16).
 */
let best: {
  readonly roundTripMs: number;
  readonly offsetMs: number;
  readonly atMs: number;
} | null = null;

/** Maximum age of a measurement, since clocks drift and devices sleep. */
const STALE_MS = 5 * 60_000;

/** Updates the offset from a response with a server time. */
export function observeServerTime(
  serverTime: string,
  sentAtMs: number,
  receivedAtMs: number,
): void {
  const serverMs = Date.parse(serverTime);
  if (Number.isNaN(serverMs)) return;
  const roundTripMs = receivedAtMs - sentAtMs;
  if (roundTripMs < 0) return;
  // A negative age means that the device's clock was set back since the measurement.
  const ageMs = best === null ? STALE_MS : receivedAtMs - best.atMs;
  if (best !== null && roundTripMs > best.roundTripMs && ageMs >= 0 && ageMs < STALE_MS) return;
  best = { roundTripMs, offsetMs: serverMs - (sentAtMs + receivedAtMs) / 2, atMs: receivedAtMs };
}

/** Returns how far the server's clock is ahead of this device's, in ms. */
export function clockOffsetMs(): number {
  return best?.offsetMs ?? 0;
}

/** Returns the server's current time, in ms since the epoch. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs();
}

let device = { offsetMin: Number.NaN, zone: "" };

/**
 * Returns this device's zone, or a guess from its offset (section 9, D33). The browser is asked again
 * only when the offset changes, since it takes a millisecond.
 */
export function browserZone(): string {
  const offsetMin = -new Date().getTimezoneOffset();
  if (offsetMin !== device.offsetMin) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    device = { offsetMin, zone: zoneOrGuess(timeZone, offsetMin) };
  }
  return device.zone;
}

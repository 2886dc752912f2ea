import { zoneOrGuess } from "@gavelyard/domain/time-zone";

/** Offset of the server's clock from this device's, by the answer with the shortest round trip (D16). */
let best: {
  readonly roundTripMs: number;
  readonly offsetMs: number;
  readonly atMs: number;
} | null = null;

/** A measurement is used for this long at most, since clocks drift and devices sleep. */
const STALE_MS = 5 * 60_000;

/** Takes a server time that came with an answer. */
export function observeServerTime(
  serverTime: string,
  sentAtMs: number,
  receivedAtMs: number,
): void {
  const serverMs = Date.parse(serverTime);
  if (Number.isNaN(serverMs)) return;
  const roundTripMs = receivedAtMs - sentAtMs;
  if (roundTripMs < 0) return;
  // A measurement from the future was made before the device's clock was set back.
  const ageMs = best === null ? STALE_MS : receivedAtMs - best.atMs;
  if (best !== null && roundTripMs > best.roundTripMs && ageMs >= 0 && ageMs < STALE_MS) return;
  best = { roundTripMs, offsetMs: serverMs - (sentAtMs + receivedAtMs) / 2, atMs: receivedAtMs };
}

/** Ms by which the server's clock is ahead of this device's. */
export function clockOffsetMs(): number {
  return best?.offsetMs ?? 0;
}

/** The server's time now, in ms since the epoch. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs();
}

/** The zone of this device, or a guess from its offset (section 9, D33). */
export function browserZone(): string {
  return zoneOrGuess(
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    -new Date().getTimezoneOffset(),
  );
}

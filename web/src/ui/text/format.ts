import { dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { formatNear, type Instant } from "@gavelyard/domain/time-zone";
import { codeName } from "@gavelyard/domain/code-names";
import { groupThousands, say, t } from "@gavelyard/messages/text";
import { serverNow } from "../../clock.ts";

/** Formats a number: "412,380" or "12.5". Without `Intl`, since its first use on a page is slow. */
export function count(value: number): string {
  const [whole = "", tenth] = String(Math.round(value * 10) / 10).split(".");
  const grouped = groupThousands(whole);
  return tenth === undefined ? grouped : `${grouped}.${tenth}`;
}

/** Formats dollars from the wire: "$12,250". */
export const money = (dollars: number): string => formatDollars(dollarsToCents(dollars));

/** Formats an odometer: "412,380 mi". */
export const miles = (odometer: number, unit: string): string =>
  unit === "KM"
    ? t("{distance} km", { distance: count(odometer) })
    : t("{distance} mi", { distance: count(odometer) });

export const hours = (value: number): string => t("{hours} h", { hours: count(value) });

/** Formats a code: "Dry van" for "DRY_VAN". */
export const words = (code: string): string => say(codeName(code));

/** Formats a time that people act on: "Thu 2:05 PM PST", "Dec 20, 2:05 PM PST". */
export const when = (at: Instant, zone: string): string => formatNear(at, zone, serverNow());

/** Formats a duration: "1 d 4 h", "3 h 12 min", "1 min 12 s". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [d, h, m, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  if (d > 0) return t("{d} d {h} h", { d, h });
  if (h > 0) return t("{h} h {m} min", { h, m });
  if (m > 0) return t("{m} min {s} s", { m, s });
  return t("{s} s", { s });
}

/** Returns the digits of a typed whole number, at most `most` of them. */
export const digits = (text: string, most: number): string =>
  text.replaceAll(/\D/g, "").slice(0, most);

import { t } from "@gavelyard/messages/text";
import { serverNow } from "../clock.ts";

/** Parses a typed amount in dollars; NaN when it is not a number with at most two decimals. */
export function dollarsOf(text: string): number {
  const plain = text.replaceAll(/[$,\s]/g, "");
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Returns what is wrong with a typed amount, or true; `above` says that it exceeds `most` dollars. */
export function amountFault(text: string, most: number, above: string): string | true {
  const amount = dollarsOf(text);
  if (!(amount > 0)) return t("Enter an amount, like 1,250.50");
  return amount <= most || above;
}

/** Returns noon of a day, or a second ago if noon is still ahead, as ISO text. */
export const receivedAtOf = (day: string): string =>
  new Date(Math.min(new Date(`${day}T12:00`).getTime(), serverNow() - 1_000)).toISOString();

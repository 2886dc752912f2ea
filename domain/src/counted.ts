import { groupThousands } from "./money.ts";

/** Returns a count with its noun: "1 lot", "1,200 lots". Works for nouns with a plural in -s. */
export const counted = (many: number, one: string): string =>
  `${groupThousands(String(many))} ${one}${many === 1 ? "" : "s"}`;

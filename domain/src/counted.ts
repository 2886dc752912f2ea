import { groupThousands } from "./money.ts";

/** "1 lot", "1,200 lots". Takes nouns that get an s. */
export const counted = (many: number, one: string): string =>
  `${groupThousands(String(many))} ${one}${many === 1 ? "" : "s"}`;

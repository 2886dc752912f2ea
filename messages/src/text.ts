import { fill, withoutNote, type ValuesOf } from "./fill.ts";
import type { Language } from "./languages.ts";

/** How texts are said at the moment. */
interface Speech {
  /** Language of the reader for whom the current work is done. */
  readonly language: () => Language;
  /** Returns an English text in that language. */
  readonly say: (english: string) => string;
}

let speech: Speech = { language: () => "en", say: withoutNote };

/**
 * Sets how texts are said. The server looks up each reader's language; a page's scripts are built for
 * one language and already contain its texts.
 */
export function speakBy(next: Speech): void {
  speech = next;
}

/** Returns the language of the reader for whom the current work is done. */
export const currentLanguage = (): Language => speech.language();

/**
 * Says an English text in the reader's language: `t("Bid {amount} or more.", { amount: "$500" })`.
 * Write the text itself as the argument, so that it can be found and translated. A note at the end
 * tells equal texts apart: `t("Open [state of an auction]")`.
 */
export const t = <const Text extends string>(text: Text, ...[values]: ValuesOf<Text>): string => {
  const said = speech.say(text);
  return values === undefined ? said : fill(said, values);
};

/**
 * Marks an English text that `t` says later, since it is written where no reader is known yet, such
 * as in a table.
 */
export const msg = <const Text extends string>(text: Text): Text => text;

/** Says how many: `plural(1200, "{n} bid", "{n} bids")` is "1,200 bids", also in Spanish of America. */
export const plural = (n: number, one: string, other: string): string =>
  fill(speech.say(n === 1 ? one : other), { n: String(n).replace(/\B(?=(\d{3})+$)/g, ",") });

import { fill, withoutNote, type ValuesOf } from "./fill.ts";
import type { Language } from "./languages.ts";

/** A text that is said later, once its reader is known. Values can be such texts themselves. */
export interface Message {
  readonly text: string;
  readonly values: Readonly<Record<string, string | number | Message>>;
  /** The text in other languages, if it was worked out for each: a date, for example. */
  readonly in?: Readonly<Partial<Record<Language, string>>> | undefined;
}

/** How texts are said at the moment. */
interface Speech {
  /** Language of the reader for whom the current work is done. */
  readonly language: () => Language;
  /** Returns an English text in that language; undefined if there is no other text. */
  readonly say: (english: string) => string | undefined;
}

export const inEnglish: Speech = { language: () => "en", say: () => undefined };
let speech = inEnglish;

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
export const t = <const Text extends string, const Values extends object>(
  text: Text,
  ...[values]: ValuesOf<Text, Values>
): string => sayIn(speech, { text, values: values ?? {} });

/** Says a text that is known only while the program runs; one without a translation stays English. */
export const say = (said: Message | string): string =>
  typeof said === "string" ? (speech.say(said) ?? said) : sayIn(speech, said);

/** Returns a message in English, for logs and records. */
export const english = (said: Message | string): string =>
  typeof said === "string" ? said : sayIn(inEnglish, said);

function sayIn(speech: Speech, { text, values, in: ready }: Message): string {
  const own = ready?.[speech.language()];
  if (own !== undefined) return own;
  const said = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "object" ? sayIn(speech, value) : value,
  ]);
  return fill(speech.say(text) ?? withoutNote(text), Object.fromEntries(said));
}

/** Makes a message of an English text, where its reader isn't known yet: in a rule or a table. */
export const msg = <const Text extends string, const Values extends object>(
  text: Text,
  ...[values]: ValuesOf<Text, Values, Message>
): Message => ({ text, values: values ?? {} });

/**
 * Marks an English text that `say` says later, where a message can't stand: a text with placeholders
 * that others fill, such as an email's.
 */
export const mark = (text: string): string => text;

/** Formats a whole number with thousands separators, alike in all our languages: `12,250`. */
export const groupThousands = (whole: number | string): string =>
  String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/** Says how many: `plural(1200, "{n} bid", "{n} bids")` is "1,200 bids", also in Spanish of America. */
export const plural = (n: number, one: string, other: string): string =>
  say(pluralMsg(n, one, other));

/** Makes a message of how many. */
export const pluralMsg = (n: number, one: string, other: string): Message => ({
  text: n === 1 ? one : other,
  values: { n: groupThousands(n) },
});

import { fill, withoutNote, type ValuesOf } from "./fill.ts";
import type { Language } from "./languages.ts";

/** A text to be translated once its reader is known. Values can be messages too. */
export interface Message {
  readonly text: string;
  readonly values: Readonly<Record<string, string | number | Message>>;
  /** The text in other languages, if it was computed for each, such as a date. */
  readonly in?: Readonly<Partial<Record<Language, string>>> | undefined;
}

/** Translates texts for the current reader. */
interface Translator {
  readonly language: () => Language;
  /** Returns the translation of an English text; undefined if there is none. */
  readonly say: (english: string) => string | undefined;
}

export const inEnglish: Translator = { language: () => "en", say: () => undefined };
let translator = inEnglish;

/**
 * Sets the translator. The server looks up each reader's language; a page's scripts are built for
 * one language and already contain its texts.
 */
export function setTranslator(next: Translator): void {
  translator = next;
}

export const currentLanguage = (): Language => translator.language();

/**
 * Translates a text for the current reader: `t("Bid {amount} or more.", { amount: "$500" })`. Pass
 * the text as a literal, so that it can be found and translated. A note at the end distinguishes
 * equal texts: `t("Open [state of an auction]")`.
 */
export const t = <const Text extends string, const Values extends object>(
  text: Text,
  ...[values]: ValuesOf<Text, Values>
): string => sayIn(translator, { text, values: values ?? {} });

/** Translates a text that is known only at run time; one without a translation stays English. */
export const say = (said: Message | string): string =>
  typeof said === "string" ? (translator.say(said) ?? said) : sayIn(translator, said);

/** Returns a message in English, for logs and records. */
export const english = (said: Message | string): string =>
  typeof said === "string" ? said : sayIn(inEnglish, said);

function sayIn(speech: Translator, { text, values, in: ready }: Message): string {
  const own = ready?.[speech.language()];
  if (own !== undefined) return own;
  const said = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "object" ? sayIn(speech, value) : value,
  ]);
  return fill(speech.say(text) ?? withoutNote(text), Object.fromEntries(said));
}

/** Makes a message from an English text whose reader isn't known yet: in a rule or a table. */
export const msg = <const Text extends string, const Values extends object>(
  text: Text,
  ...[values]: ValuesOf<Text, Values, Message>
): Message => ({ text, values: values ?? {} });

/**
 * Marks an English text that `say` translates later, where a message can't be used: a text whose
 * placeholders others fill, such as an email's.
 */
export const mark = (text: string): string => text;

/** Formats a whole number with thousands separators, the same in all our languages: `12,250`. */
export const groupThousands = (whole: number | string): string =>
  String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/** Formats a count with its noun: `plural(1200, "{n} bid", "{n} bids")` is "1,200 bids". */
export const plural = (n: number, one: string, other: string): string =>
  say(pluralMsg(n, one, other));

export const pluralMsg = (n: number, one: string, other: string): Message => ({
  text: n === 1 ? one : other,
  values: { n: groupThousands(n) },
});

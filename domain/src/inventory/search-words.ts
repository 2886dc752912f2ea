/** Typed words after these are ignored. */
const MAX_TYPED_WORDS = 12;
/** People type the end of a VIN, from the model year on or from the serial number on. */
const VIN_TAILS = [8, 6];
/** Letters and digits, with single dots and hyphens inside. */
const wordPattern = /[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*/gu;

const plainWord = /^[A-Za-z0-9]+$/;
/** Where a name could have a hyphen: between its words, and before a number. */
const possibleHyphen = /[^\S\n]+|(?<=\p{L})(?=\p{N})/gu;

/** The texts that a search finds a unit by. */
export interface NamedUnit {
  readonly modelYear: number | string;
  readonly manufacturer: string;
  readonly model: string;
  readonly trim: string | null;
  readonly bodyStyle: string | null;
  readonly engineType: string | null;
  readonly stockNumber: string;
  readonly vin: string | null;
}

/** Returns the words of a search, at most 12. A unit must have a word starting with each (D71). */
export function typedWords(typed: string): string[] {
  return splitAtHyphens(typed)
    .map((parts) => parts.join(""))
    .slice(0, MAX_TYPED_WORDS);
}

/**
 * Returns the words of a text in lower case, without hyphens. A word starts after each hyphen too:
 * "F-150" has the words "f150" and "150".
 */
export function wordsOf(text: string): string[] {
  // Nearly all stock numbers and VINs are one word, and there are millions of them.
  if (plainWord.test(text)) return [text.toLowerCase()];
  return splitAtHyphens(text).flatMap((parts) => parts.map((_, n) => parts.slice(n).join("")));
}

/**
 * Returns the words of names, one a line. "LT 625", "LT-625" and "LT625" have the same words: "lt625"
 * and "625".
 */
export function wordsOfNames(names: string): string[] {
  return wordsOf(names.replace(possibleHyphen, "-"));
}

/** Returns the words of a stock number and a VIN, among them the VIN's last 8 and 6 characters. */
export function wordsOfNumbers({
  stockNumber,
  vin,
}: Pick<NamedUnit, "stockNumber" | "vin">): string[] {
  const tails = vin === null ? [] : [vin, ...VIN_TAILS.map((length) => vin.slice(-length))];
  return [stockNumber, ...tails].flatMap(wordsOf);
}

/** Returns all words that a search finds a unit by. */
export function wordsOfUnit(unit: NamedUnit): string[] {
  const { modelYear, manufacturer, model, trim, bodyStyle, engineType } = unit;
  const texts = [`${modelYear}`, manufacturer, model, trim, bodyStyle, engineType];
  return [...texts.flatMap((text) => wordsOfNames(text ?? "")), ...wordsOfNumbers(unit)];
}

function splitAtHyphens(text: string): string[][] {
  const words = text.normalize("NFC").toLowerCase().match(wordPattern) ?? [];
  return words.map((word) => word.split("-"));
}

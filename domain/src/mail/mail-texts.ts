import type { Language } from "@gavelyard/messages/languages";
import { say } from "@gavelyard/messages/text";
import { accountMailTexts } from "./account-mail-texts.ts";
import {
  mailPlaceholders,
  type MailPlaceholderName,
  type MailDefinition,
} from "./mail-placeholders.ts";
import { badPlaceholders, type MailText } from "./mail-template.ts";
import { questionMailTexts } from "./question-mail-texts.ts";
import { saleMailTexts } from "./sale-mail-texts.ts";

/** All emails whose text operators can change, with their default texts. */
export const mailTexts = { ...accountMailTexts, ...saleMailTexts, ...questionMailTexts } as const;

export type MailTextName = keyof typeof mailTexts;

export type PlaceholderOf<Name extends MailTextName> =
  (typeof mailTexts)[Name]["placeholders"][number];

export const mailTextNames = Object.keys(mailTexts).filter((name): name is MailTextName =>
  Object.hasOwn(mailTexts, name),
);

/** Returns one email as a `MailDefinition`, without the literal types. */
export function mailDefinition(name: MailTextName): MailDefinition {
  return mailTexts[name];
}

/** An email's text in one language. */
export type MailTextKey = `${MailTextName}:${Language}`;

/**
 * Returns the operators' own text of an email: in the reader's language, or else in English (D65).
 * Null when they have none, and the default applies, which exists in each language.
 */
export function customText(
  texts: ReadonlyMap<MailTextKey, MailText>,
  name: MailTextName,
  language: Language,
): { readonly text: MailText; readonly language: Language } | null {
  for (const one of [language, "en"] as const) {
    const text = texts.get(`${name}:${one}`);
    if (text !== undefined) return { text, language: one };
  }
  return null;
}

/** Returns the invalid placeholders of a text, by part. */
export function mailTextFaults(
  name: MailTextName,
  text: MailText,
): { part: keyof MailText; bad: string[] }[] {
  const { placeholders } = mailDefinition(name);
  return (["subject", "body"] as const)
    .map((part) => ({ part, bad: badPlaceholders(text[part], placeholders) }))
    .filter(({ bad }) => bad.length > 0);
}

/** Returns sample values for the preview of an email, in the current language. */
export function sampleValues(name: MailTextName): Record<string, string> {
  return Object.fromEntries(
    mailDefinition(name).placeholders.map((each: MailPlaceholderName) => [
      each,
      say(mailPlaceholders[each].sample),
    ]),
  );
}

import { accountMailTexts } from "./account-mail-texts.ts";
import {
  mailPlaceholders,
  type MailPlaceholderName,
  type WordedMail,
} from "./mail-placeholders.ts";
import { badPlaceholders, type MailText } from "./mail-template.ts";
import { saleMailTexts } from "./sale-mail-texts.ts";

/** Every mail whose wording operators may change, with its usual one. */
export const mailTexts = { ...accountMailTexts, ...saleMailTexts } as const;

export type MailTextName = keyof typeof mailTexts;

/** The placeholders of one mail. */
export type PlaceholderOf<Name extends MailTextName> =
  (typeof mailTexts)[Name]["placeholders"][number];

export const mailTextNames = Object.keys(mailTexts).filter((name): name is MailTextName =>
  Object.hasOwn(mailTexts, name),
);

/** One mail as the screens and the post office have it. */
export function wordedMail(name: MailTextName): WordedMail {
  return mailTexts[name];
}

/** What a wording may not use, by part: things in braces that its mail has no value for. */
export function mailTextFaults(
  name: MailTextName,
  text: MailText,
): { part: keyof MailText; bad: string[] }[] {
  const { placeholders } = wordedMail(name);
  return (["subject", "body"] as const)
    .map((part) => ({ part, bad: badPlaceholders(text[part], placeholders) }))
    .filter(({ bad }) => bad.length > 0);
}

/** Values with which a mail is shown as a sample. */
export function sampleValues(name: MailTextName): Record<string, string> {
  return Object.fromEntries(
    wordedMail(name).placeholders.map((each: MailPlaceholderName) => [
      each,
      mailPlaceholders[each].sample,
    ]),
  );
}

import { say, t, currentLanguage } from "@gavelyard/messages/text";
import { fillIn, filledParagraphs, type MailText } from "@gavelyard/domain/mail/mail-template";
import {
  mailDefinition,
  customText,
  type MailTextKey,
  type MailTextName,
  type PlaceholderOf,
} from "@gavelyard/domain/mail/mail-texts";
import type { Letter } from "./letter.ts";

/** Texts of emails that operators changed; the others have their default. */
export type MailTexts = ReadonlyMap<MailTextKey, MailText>;

/** Parts of an email other than its wording. */
export interface Attached {
  readonly url?: string;
  readonly code?: string;
}

export function wordedLetter<Name extends MailTextName>(
  texts: MailTexts,
  name: Name,
  values: Readonly<Record<PlaceholderOf<Name>, string>>,
  attached: Attached = {},
): Letter {
  const { subject, body } = mailDefinition(name);
  const written = customText(texts, name, currentLanguage())?.text;
  return letterIn(written ?? { subject: say(subject), body: say(body) }, name, values, attached);
}

/** The line that ends emails about sales, whose texts could otherwise name another account (D38). */
const neverByEmail = () =>
  t(
    "We never send bank details by email. Sign in and open your invoice on our site to see where to pay.",
  );

/** Writes an email in the given wording. Its subject is one line, whatever the values contain. */
export function letterIn(
  { subject, body }: MailText,
  name: MailTextName,
  values: Readonly<Record<string, string>>,
  { url, code }: Attached,
): Letter {
  const { action, group, reason } = mailDefinition(name);
  const [greeting = "", ...paragraphs] = filledParagraphs(body, values);
  return {
    subject: fillIn(subject, values).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "),
    greeting,
    paragraphs,
    ...(code === undefined ? {} : { code }),
    ...(action === undefined || url === undefined ? {} : { action: { label: say(action), url } }),
    reason: group === "Sales" ? `${neverByEmail()}\n${say(reason)}` : say(reason),
  };
}

import { say } from "@gavelyard/messages/text";
import { fillIn, filledParagraphs, type MailText } from "@gavelyard/domain/mail-template";
import { wordedMail, type MailTextName, type PlaceholderOf } from "@gavelyard/domain/mail-texts";
import type { Letter } from "./letter.ts";

/** Wordings of emails that operators changed; the others have their default. */
export type MailTexts = ReadonlyMap<MailTextName, MailText>;

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
  const { subject, body } = wordedMail(name);
  // What operators wrote is sent in their own words.
  const text = texts.get(name) ?? { subject: say(subject), body: say(body) };
  return letterIn(text, name, values, attached);
}

/** Writes an email in the given wording. Its subject is one line, whatever the values contain. */
export function letterIn(
  { subject, body }: MailText,
  name: MailTextName,
  values: Readonly<Record<string, string>>,
  { url, code }: Attached,
): Letter {
  const { action, reason } = wordedMail(name);
  const [greeting = "", ...paragraphs] = filledParagraphs(body, values);
  return {
    subject: fillIn(subject, values).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "),
    greeting,
    paragraphs,
    ...(code === undefined ? {} : { code }),
    ...(action === undefined || url === undefined ? {} : { action: { label: say(action), url } }),
    reason: say(reason),
  };
}

import { fillIn, filledParagraphs, type MailText } from "@gavelyard/domain/mail-template";
import { wordedMail, type MailTextName, type PlaceholderOf } from "@gavelyard/domain/mail-texts";
import type { Letter } from "./letter.ts";

/** The wordings that operators gave to mails; others have their usual one. */
export type MailTexts = ReadonlyMap<MailTextName, MailText>;

/** What a mail has beside its words. */
export interface Attached {
  /** Where its button leads. */
  readonly url?: string;
  readonly code?: string;
}

/** Writes a mail in the wording that it has now. */
export function wordedLetter<Name extends MailTextName>(
  texts: MailTexts,
  name: Name,
  values: Readonly<Record<PlaceholderOf<Name>, string>>,
  attached: Attached = {},
): Letter {
  return letterIn(texts.get(name) ?? wordedMail(name), name, values, attached);
}

/** A mail in these words. Its subject is one line whatever its values hold. */
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
    ...(action === undefined || url === undefined ? {} : { action: { label: action, url } }),
    reason,
  };
}

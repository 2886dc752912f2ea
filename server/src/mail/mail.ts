import { addressIn } from "@gavelyard/messages/languages";
import { currentLanguage, mark, say, t } from "@gavelyard/messages/text";
import type { MailText } from "@gavelyard/domain/mail/mail-template";
import { deviceWords } from "@gavelyard/domain/sign-in/device-name";
import { factorChanges } from "@gavelyard/domain/sign-in/factor-changes";
import { sampleValues, type MailTextName } from "@gavelyard/domain/mail/mail-texts";
import { formatDollars } from "@gavelyard/domain/money";
import type { FinanceStatus } from "@gavelyard/domain/requests";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { escapeHtml } from "../http/pages/html.ts";
import { letterTime, type Letter } from "./letter.ts";
import type { MailContent } from "../jobs/mail-content.ts";
import { questionLetter } from "./question-letters.ts";
import { saleLetter } from "./sale-letters.ts";
import { letterIn, wordedLetter, type MailTexts } from "./worded-letter.ts";

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailHouse {
  readonly publicUrl: string;
  /** Our postal and email addresses, for the footer. */
  readonly contact: { readonly address: string; readonly email: string };
}

/**
 * An email's content; an address with an account gets `ALREADY_REGISTERED` instead of a code (D6).
 */
type Content = MailContent | { readonly kind: "ALREADY_REGISTERED" };

const financeStatusNames: Readonly<Record<FinanceStatus, string>> = {
  PENDING: mark("pending"),
  UNDER_REVIEW: mark("under review"),
  NEEDS_INFO: mark("needs info"),
  APPROVED: mark("approved"),
  DECLINED: mark("declined"),
  COMPLETED: mark("completed"),
  WITHDRAWN: mark("withdrawn"),
  EXPIRED: mark("expired"),
};

const certificateDecisions = {
  ACCEPTED: mark("accepted"),
  REFUSED: mark("rejected"),
  REVOKED: mark("revoked"),
} as const;
const certificateName = ({ number, states }: { number: string; states: readonly string[] }) =>
  `${number} (${states.join(", ")})`;

/** Returns a link to choose a password. Browsers send no fragment to servers or logs (D43). */
const resetUrl = (siteUrl: string, token: string) =>
  `${siteUrl}/reset-password#token=${encodeURIComponent(token)}`;

/** Returns our address in the reader's language, to which links add a path. */
const siteUrlOf = ({ publicUrl }: MailHouse) => publicUrl + addressIn(currentLanguage(), "");

/** Composes an email in the operators' wording, or the default one. */
export function composeMail(
  content: Content,
  house: MailHouse,
  texts: MailTexts,
  unsubscribePath: string | null = null,
): ComposedMail {
  const siteUrl = siteUrlOf(house);
  const unsubscribeUrl = unsubscribePath === null ? null : siteUrl + unsubscribePath;
  return layOut(letterOf(content, siteUrl, texts), house, unsubscribeUrl);
}

/** Composes an email with sample values, as a preview of a wording. */
export function sampleMail(name: MailTextName, text: MailText, house: MailHouse): ComposedMail {
  const attached = { url: siteUrlOf(house), ...(name === "CODE" ? { code: "123456" } : {}) };
  return layOut(letterIn(text, name, sampleValues(name), attached), house);
}

function layOut(
  letter: Letter,
  { contact }: MailHouse,
  unsubscribeUrl: string | null = null,
): ComposedMail {
  const footer = t("Gavelyard, {address}. Questions: {email}", {
    address: contact.address,
    email: contact.email,
  });
  return {
    subject: letter.subject,
    text: asText(letter, footer, unsubscribeUrl),
    html: asHtml(letter, footer, unsubscribeUrl),
  };
}

function letterOf(content: Content, siteUrl: string, texts: MailTexts): Letter {
  const dashboard = `${siteUrl}/dashboard`;
  switch (content.kind) {
    case "CODE":
      return wordedLetter(texts, "CODE", {}, { code: content.code });
    case "ALREADY_REGISTERED":
      return wordedLetter(texts, "ALREADY_REGISTERED", {}, { url: `${siteUrl}/login` });
    case "RESET":
      return wordedLetter(texts, "RESET", {}, { url: resetUrl(siteUrl, content.token) });
    case "INVITED": {
      const url = resetUrl(siteUrl, content.token);
      return wordedLetter(texts, "INVITED", { name: content.name }, { url });
    }
    case "PASSWORD_CHANGED": {
      const { name } = content;
      return wordedLetter(
        texts,
        "PASSWORD_CHANGED",
        { name },
        { url: `${siteUrl}/forgot-password` },
      );
    }
    case "FACTORS_CHANGED": {
      const values = { name: content.name, change: say(factorChanges[content.change]) };
      return wordedLetter(texts, "FACTORS_CHANGED", values, {
        url: `${siteUrl}/forgot-password`,
      });
    }
    case "NEW_DEVICE": {
      const { name, ip, signedInAt, timeZone, token } = content;
      const device = deviceWords(content.device);
      const from = ip === null ? device : t("{device}, network address {ip}", { device, ip });
      const values = { name, device: from, time: letterTime(signedInAt, timeZone) };
      const url = `${siteUrl}/not-me#token=${encodeURIComponent(token)}`;
      return wordedLetter(texts, "NEW_DEVICE", values, { url });
    }
    case "PROFILE_CHANGED": {
      const values = { name: content.name, fields: content.fields.map(say).join(", ") };
      return wordedLetter(texts, "PROFILE_CHANGED", values, { url: `${dashboard}?tab=profile` });
    }
    case "PERMISSIONS_CHANGED": {
      const { name, permissions } = content;
      const values = { name, permissions: permissions.map(say).join(", ") || t("none") };
      return wordedLetter(texts, "PERMISSIONS_CHANGED", values, {
        url: `${siteUrl}/admin-dashboard`,
      });
    }
    case "HOUSE_CHANGED": {
      const values = { name: content.name, change: say(content.change), by: content.by };
      const url = `${siteUrl}/admin-dashboard?tab=audit`;
      return wordedLetter(texts, "HOUSE_CHANGED", values, { url });
    }
    case "LIMIT_CHANGED": {
      const values = { name: content.name, limit: formatDollars(content.limitCents) };
      return wordedLetter(texts, "LIMIT_CHANGED", values, { url: dashboard });
    }
    case "LIMIT_DECIDED": {
      const { name, approvedCents, note } = content;
      if (approvedCents === null)
        return wordedLetter(texts, "LIMIT_REJECTED", { name, note }, { url: dashboard });
      const values = { name, note, limit: formatDollars(approvedCents) };
      return wordedLetter(texts, "LIMIT_APPROVED", values, { url: dashboard });
    }
    case "FINANCE_MOVED": {
      const { name, reason } = content;
      const status = say(financeStatusNames[content.status]);
      return wordedLetter(texts, "FINANCE_MOVED", { name, reason, status }, { url: dashboard });
    }
    case "CERTIFICATE_DECIDED": {
      const { name, reason } = content;
      const values = { name, certificate: certificateName(content), reason };
      const status = say(certificateDecisions[content.decision]);
      return wordedLetter(
        texts,
        "CERTIFICATE_DECIDED",
        { ...values, status },
        {
          url: `${dashboard}?tab=profile`,
        },
      );
    }
    case "CERTIFICATE_ENDS": {
      const { name, endsOn } = content;
      const values = { name, certificate: certificateName(content), day: formatUtcDate(endsOn) };
      return wordedLetter(texts, "CERTIFICATE_ENDS", values, {
        url: `${dashboard}?tab=profile`,
      });
    }
    case "ENQUIRY": {
      const { name, from } = content;
      const [subject, message] = [say(content.subject), content.lines.map(say).join("\n")];
      return wordedLetter(texts, "ENQUIRY", { name, from, subject, message });
    }
    case "STATUS_CHANGED":
      return statusChanged(content, siteUrl, texts);
    case "WELCOME": {
      const values = { name: content.name, limit: formatDollars(content.bidLimitCents) };
      return wordedLetter(texts, "WELCOME", values, { url: `${siteUrl}/vehicles` });
    }
    case "QUESTION_ANSWERED":
    case "QUESTION_ENDED":
    case "NEW_ANSWERS":
      return questionLetter(content, siteUrl, texts);
    default:
      return saleLetter(content, siteUrl, texts);
  }
}

function statusChanged(
  { name, status, reason: given }: Extract<MailContent, { kind: "STATUS_CHANGED" }>,
  siteUrl: string,
  texts: MailTexts,
): Letter {
  const values = { name, reason: given ?? "" };
  if (status === "ACTIVE")
    return wordedLetter(texts, "ACCOUNT_RESTORED", values, { url: `${siteUrl}/login` });
  return wordedLetter(texts, status === "BANNED" ? "ACCOUNT_BANNED" : "ACCOUNT_SUSPENDED", values);
}

const unsubscribeLabel = () => t("Stop these emails");

function asText(letter: Letter, footer: string, unsubscribeUrl: string | null): string {
  return [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.code === undefined ? [] : [letter.code]),
    ...(letter.action === undefined ? [] : [`${letter.action.label}: ${letter.action.url}`]),
    letter.reason,
    ...(unsubscribeUrl === null ? [] : [`${unsubscribeLabel()}: ${unsubscribeUrl}`]),
    `--\n${footer}`,
  ].join("\n\n");
}

// Colors of the brand, written so that no digits but the code's look like a code.
const ink = "#1c2430";
const muted = "#5a6472";
const amber = "#f5a623";
const font = "font-family:Overpass,Arial,sans-serif";

function asHtml(letter: Letter, footer: string, unsubscribeUrl: string | null): string {
  const paragraph = (text: string, color = ink, size = 16) =>
    `<p style="margin:0 0 16px;${font};font-size:${size}px;line-height:1.5;color:${color}">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
  const code =
    letter.code === undefined
      ? ""
      : `<p style="margin:0 0 16px;font-family:monospace;font-size:32px;letter-spacing:6px;color:${ink}"><strong>${letter.code}</strong></p>`;
  const action =
    letter.action === undefined
      ? ""
      : `<p style="margin:0 0 24px"><a href="${escapeHtml(letter.action.url)}" style="display:inline-block;padding:12px 20px;background:${amber};color:${ink};${font};font-size:16px;font-weight:bold;text-decoration:none;border-radius:4px">${escapeHtml(letter.action.label)}</a></p>`;
  const unsubscribe =
    unsubscribeUrl === null
      ? ""
      : `<p style="margin:0 0 16px;${font};font-size:14px"><a href="${escapeHtml(unsubscribeUrl)}" style="color:${muted}">${unsubscribeLabel()}</a></p>`;
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f2ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dcd8d0;border-radius:4px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;${font};font-size:20px;font-weight:bold;color:${ink}">Gavelyard</p>
${paragraph(letter.greeting)}
${letter.paragraphs.map((text) => paragraph(text)).join("\n")}
${code}${action}
${paragraph(letter.reason, muted, 14)}
${unsubscribe}${paragraph(footer, muted, 14)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

import { createHash } from "node:crypto";
import { createTransport } from "nodemailer";
import { isOptional } from "@gavelyard/domain/users/notifications";
import { mailAccount } from "../users/sql.ts";
import type { Context } from "../context.ts";
import { inLanguage } from "../http/reader-language.ts";
import { isPrivateHost } from "../network/nearby.ts";
import { changedMailTexts, contactOf } from "../operating-settings/sql.ts";
import { isThisMachine } from "../network/plain-connections.ts";
import { composeMail } from "./mail.ts";
import { isAnyOpen, markMailSent, storeMail, unsentMail, type UnsentMail } from "./sql.ts";
import { MAIL_CONNECTIONS, type MailOrder } from "../jobs/tasks.ts";
import type { UnsubscribeLinks } from "./unsubscribe-links.ts";

const CONNECTION_MS = 10_000;
const SILENCE_MS = 20_000;

/**
 * Hands one email to the mail server.
 * @throws when the server didn't accept it
 */
export type Deliver = (
  mail: UnsentMail,
  eventKey: string,
  /** Link that stops this kind of email; null for one that is always sent. */
  unsubscribeUrl: string | null,
) => Promise<void>;

/** Delivers over SMTP to the server of `SMTP_URL`; null when none is set. */
export function smtpDelivery({ settings }: Pick<Context, "settings">): Deliver | null {
  const { smtpUrl, smtpPlain, trustedNetwork } = settings;
  if (smtpUrl === null) return null;
  const { hostname } = new URL(smtpUrl);
  const isTrusted = isThisMachine(hostname) || (trustedNetwork && isPrivateHost(hostname));
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    // Emails contain codes and links. Without TLS the job fails, and is retried.
    requireTLS: !smtpPlain && !isTrusted,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail, eventKey, unsubscribeUrl) => {
    await transport.sendMail({
      from: { name: "Gavelyard", address: settings.site.email },
      to: { name: "", address: mail.recipient },
      ...(mail.reply_to === null ? {} : { replyTo: { name: "", address: mail.reply_to } }),
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      // Mail programs show a button that unsubscribes without opening the page (RFC 8058).
      ...(unsubscribeUrl === null
        ? {}
        : {
            list: { unsubscribe: unsubscribeUrl },
            headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
          }),
      // The same for each attempt, so that mail programs merge duplicates after a crash.
      messageId: `<${messageName(eventKey)}@${settings.site.email.split("@").at(-1)}>`,
    });
  };
}

function messageName(eventKey: string): string {
  return createHash("sha256").update(eventKey).digest("hex").slice(0, 32);
}

/**
 * Job `send-mail`: stores the email once for its event, then delivers it. An email has one job, so
 * one process delivers it at a time, and the queue runs the job again if a delivery fails or its
 * process dies. Without a mail server the email stays stored, and the demo's mailbox shows it.
 */
export async function sendMail(
  context: Context,
  deliver: Deliver | null,
  links: UnsubscribeLinks,
  { eventKey, to, content, language: asked }: MailOrder,
): Promise<void> {
  const { pool } = context;
  // Checked here rather than in the call that ordered it, whose response time would reveal it (D6).
  const account = await mailAccount(pool, to);
  const registered = content.kind === "CODE" && account !== null;
  if (content.kind === "RESET" && account === null) return;
  const foundLots = content.kind === "SEARCH_ALERT" ? content.lotIds : undefined;
  if (foundLots !== undefined && !(await isAnyOpen(pool, foundLots))) return;
  const optional = isOptional(content.kind, "email") ? account : null;
  if (optional?.mails_off.includes(content.kind) === true) return;
  const unsubscribePath = optional === null ? null : links.pathFor(optional.id, content.kind);
  const [contact, texts] = await Promise.all([
    contactOf(pool, context.settings),
    changedMailTexts(pool),
  ]);
  const house = { publicUrl: context.publicUrl, contact };
  const mail = inLanguage(account?.language ?? asked ?? "en", () =>
    composeMail(
      registered ? { kind: "ALREADY_REGISTERED" } : content,
      house,
      texts,
      unsubscribePath,
    ),
  );
  // Sent from the address that the mail server is set up for; replies go to the current one.
  const ours = contact.email === context.settings.site.email ? null : contact.email;
  await storeMail(pool, eventKey, to, mail, {
    replyTo: content.kind === "ENQUIRY" ? content.from : ours,
    holdsSecret: ["CODE", "RESET", "INVITED", "NEW_DEVICE"].includes(content.kind),
  });
  if (deliver === null) return;

  const unsubscribeUrl = unsubscribePath === null ? null : context.publicUrl + unsubscribePath;
  const unsent = await unsentMail(pool, eventKey);
  if (unsent === null) return;
  await deliver(unsent, eventKey, unsubscribeUrl);
  await markMailSent(pool, unsent.id);
}

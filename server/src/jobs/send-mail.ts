import { createHash } from "node:crypto";
import { createTransport } from "nodemailer";
import { optionalMails, type OptionalMail } from "@gavelyard/contract/users";
import { accountExists } from "../auth/sql.ts";
import { hasTurnedOff } from "../users/sql.ts";
import type { Context } from "../context.ts";
import { changedMailTexts, contactOf } from "../operating-settings/sql.ts";
import { composeMail } from "./mail.ts";
import { claimMail, keepMail, markMailSent, releaseMail, type ClaimedMail } from "./sql.ts";
import type { MailOrder } from "./tasks.ts";

const CONNECTION_MS = 10_000;
const SILENCE_MS = 20_000;

/** Hands one mail to the mail server. @throws when that has not taken it */
export type Deliver = (mail: ClaimedMail, eventKey: string) => Promise<void>;

/** Delivery over SMTP to the server of `SMTP_URL`, or null when none is set. */
export function smtpDelivery({ settings }: Pick<Context, "settings">): Deliver | null {
  if (settings.smtpUrl === null) return null;
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail, eventKey) => {
    await transport.sendMail({
      from: { name: "Gavelyard", address: settings.site.email },
      to: { name: "", address: mail.recipient },
      ...(mail.reply_to === null ? {} : { replyTo: { name: "", address: mail.reply_to } }),
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      // The same for each try, so that mail programs fold what a crash made double.
      messageId: `<${messageName(eventKey)}@${settings.site.email.split("@").at(-1)}>`,
    });
  };
}

/** Whether its recipient may do without a mail. */
function isOptional(kind: string): kind is OptionalMail {
  return optionalMails.some((optional) => optional === kind);
}

function messageName(eventKey: string): string {
  return createHash("sha256").update(eventKey).digest("hex").slice(0, 32);
}

/**
 * Job `send-mail`: writes the mail down once for its event, then delivers it at most once at a time.
 * Without a mail server it stays written down, where the demo's mailbox shows it. A delivery that
 * failed is tried again by the queue.
 */
export async function sendMail(
  context: Context,
  deliver: Deliver | null,
  { eventKey, to, content }: MailOrder,
): Promise<void> {
  const { pool } = context;
  // Told apart here and not in the call that ordered it, whose time must not tell (D6).
  const registered = content.kind === "CODE" && (await accountExists(pool, to));
  if (content.kind === "RESET" && !(await accountExists(pool, to))) return;
  if (isOptional(content.kind) && (await hasTurnedOff(pool, to, content.kind))) return;
  const [contact, texts] = await Promise.all([
    contactOf(pool, context.settings),
    changedMailTexts(pool),
  ]);
  const house = { publicUrl: context.publicUrl, contact };
  const mail = composeMail(registered ? { kind: "ALREADY_REGISTERED" } : content, house, texts);
  // Mails are sent from the address that the mail server is set up for; answers go to today's.
  const ours = contact.email === context.settings.site.email ? null : contact.email;
  await keepMail(pool, eventKey, to, mail, content.kind === "ENQUIRY" ? content.from : ours);
  if (deliver === null) return;

  const claimed = await claimMail(pool, eventKey);
  if (claimed === null) return;
  try {
    await deliver(claimed, eventKey);
  } catch (error) {
    await releaseMail(pool, claimed.id);
    throw error;
  }
  await markMailSent(pool, claimed.id);
}

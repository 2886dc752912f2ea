import { msg } from "@gavelyard/messages/text";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Context } from "../context.ts";
import { Refusal, notFound } from "../refusal.ts";
import { prefersHtml } from "../http/pages/pages.ts";
import { mailboxPage, pageHeaders } from "./mailbox-page.ts";
import { newestMails, type StoredMail } from "./mailbox-sql.ts";
import { demoMark } from "../demo-accounts/mark-sql.ts";
import { demoAccounts } from "../demo-accounts/people.ts";
import { mayUseDemo } from "../demo-accounts/who-may.ts";

const query = z.object({
  to: z.string().trim().toLowerCase().min(1).max(254).optional().catch(undefined),
});

/**
 * Serves `GET /demo/mailbox`: the emails that a demo stores instead of sending, newest first;
 * `?to=` filters by recipient. Browsers get a page, other clients JSON. It exists only without a
 * mail server and on a database that the demo filled, and is open to the demo's own network only.
 * `DEMO_PUBLIC=1` opens it to everyone, who then see only the emails of demo accounts (D37).
 */
export function mailboxRoutes(app: FastifyInstance, { settings, pool }: Context): void {
  if (!settings.demo || settings.smtpUrl !== null) return;
  app.get("/demo/mailbox", { schema: { hide: true } }, async (request, reply) => {
    if ((await demoMark(pool)) === null) throw notFound(msg("No demo is running here"));
    if (!mayUseDemo(settings, request))
      throw new Refusal(
        "not-in-demo",
        msg(
          "The demo's mailbox opens only on the machine that runs the demo and on its private network. To open the demo to everyone, start it with DEMO_PUBLIC=1.",
        ),
      );
    const { to = null } = query.parse(request.query);
    const recipients = settings.demoPublic ? demoAccounts.map(({ email }) => email) : null;
    const mails = await newestMails(pool, to, recipients);
    reply.header("Vary", "Accept");
    if (!prefersHtml(request)) return reply.send(mails.map(asJson));
    return reply.headers(pageHeaders).type("text/html; charset=utf-8").send(mailboxPage(mails, to));
  });
}

function asJson(mail: StoredMail) {
  return {
    id: mail.id,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body,
    createdAt: mail.created_at.toISOString(),
  };
}

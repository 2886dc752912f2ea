import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Context } from "../context.ts";
import { mailboxPage, pageHeaders } from "./mailbox-page.ts";
import { newestMails, type KeptMail } from "./mailbox-sql.ts";

const query = z.object({
  to: z.string().trim().toLowerCase().min(1).max(254).optional().catch(undefined),
});

/**
 * `GET /demo/mailbox`: the mails that a demo keeps in place of sending them, newest first, of one
 * recipient with `?to=`; a page for a browser, JSON for all else. Exists only in a demo without a
 * mail server, since it shows everybody's mails to anybody.
 */
export function mailboxRoutes(app: FastifyInstance, { settings, pool }: Context): void {
  if (!settings.demo || settings.smtpUrl !== null) return;
  app.get("/demo/mailbox", { schema: { hide: true } }, async (request, reply) => {
    const { to = null } = query.parse(request.query);
    const mails = await newestMails(pool, to);
    void reply.header("Vary", "Accept");
    if (!prefersPage(request.headers.accept)) return reply.send(mails.map(asJson));
    return reply.headers(pageHeaders).type("text/html; charset=utf-8").send(mailboxPage(mails, to));
  });
}

function prefersPage(accept = ""): boolean {
  const page = accept.indexOf("text/html");
  const json = accept.indexOf("application/json");
  return page !== -1 && (json === -1 || page < json);
}

function asJson(mail: KeptMail) {
  return {
    id: mail.id,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body,
    createdAt: mail.created_at.toISOString(),
  };
}

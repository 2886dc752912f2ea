import { msg, t } from "@gavelyard/messages/text";
import { unsubscribe } from "@gavelyard/contract/users/notifications";
import { previewMail } from "@gavelyard/contract/operating-settings";
import type { Context } from "../context.ts";
import { notFound } from "../refusal.ts";
import { inLanguage } from "../http/reader-language.ts";
import type { Serve } from "../http/serve.ts";
import { contactOf } from "../operating-settings/sql.ts";
import { turnMailOff } from "../users/sql.ts";
import { sampleMail } from "./mail.ts";
import type { UnsubscribeLinks } from "./unsubscribe-links.ts";

/** Routes for email previews and for the links that unsubscribe. */
export function mailRoutes(
  serve: Serve,
  { pool, publicUrl, settings }: Context,
  links: UnsubscribeLinks,
): void {
  serve(previewMail, async ({ body: { kind, language, ...text } }) => {
    const house = { publicUrl, contact: await contactOf(pool, settings) };
    return inLanguage(language, () => sampleMail(kind, text, house));
  });

  serve(unsubscribe, async ({ body }) => {
    const stopped = links.read(body.token);
    if (stopped === null || !(await turnMailOff(pool, stopped.userId, stopped.kind)))
      throw notFound(msg("This link doesn't work. Choose your emails in your profile instead."));
    return { message: t("We won't send you these emails anymore.") };
  });
}

import { previewMail } from "@gavelyard/contract/operating-settings";
import type { Context } from "../context.ts";
import type { Serve } from "../http/serve.ts";
import { contactOf } from "../operating-settings/sql.ts";
import { sampleMail } from "./mail.ts";

/** Mails as they would look, before they are ever sent. */
export function mailRoutes(serve: Serve, { pool, publicUrl, settings }: Context): void {
  serve(previewMail, async ({ body: { kind, ...text } }) =>
    sampleMail(kind, text, { publicUrl, contact: await contactOf(pool, settings) }),
  );
}

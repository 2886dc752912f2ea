import { msg } from "@gavelyard/messages/text";
import type { Context } from "../context.ts";
import { HttpError } from "../http/errors.ts";
import { contactOf } from "../operating-settings/sql.ts";

/** @throws HttpError 403 for an account that may not sign in (D4) */
export async function refuseInactive(
  context: Pick<Context, "pool" | "settings">,
  { status }: { readonly status: string },
): Promise<void> {
  if (status === "ACTIVE") return;
  const { email } = await contactOf(context.pool, context.settings);
  throw new HttpError(
    "account-blocked",
    status === "BANNED"
      ? msg("This account is banned. Contact {email}.", { email })
      : msg("This account is suspended. Contact {email}.", { email }),
  );
}

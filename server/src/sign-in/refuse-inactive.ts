import { msg } from "@gavelyard/messages/text";
import type { Context } from "../context.ts";
import { Refusal } from "../refusal.ts";
import { contactOf } from "../operating-settings/sql.ts";

/** @throws Refusal 403 for an account that may not sign in (D4) */
export async function refuseInactive(
  context: Pick<Context, "pool" | "settings">,
  { status }: { readonly status: string },
): Promise<void> {
  if (status === "ACTIVE") return;
  const { email } = await contactOf(context.pool, context.settings);
  throw new Refusal(
    "account-blocked",
    status === "BANNED"
      ? msg("This account is banned. Contact {email}.", { email })
      : msg("This account is suspended. Contact {email}.", { email }),
  );
}

import { msg } from "@gavelyard/messages/text";
import type { Context } from "../context.ts";
import { Refusal } from "../refusal.ts";
import type { Device } from "../network/device.ts";
import { limitGuesses } from "./limit-guesses.ts";
import { confirmGuesses } from "./limits.ts";
import { matchesSecret } from "./password-hash.ts";
import { accountById, type PasswordAccount } from "./password-sql.ts";

export const wrongPassword = () =>
  new Refusal("wrong-password", msg("The current password is wrong"));

/**
 * Checks the password of a signed-in user again, before a sensitive action.
 * @throws Refusal 400 for a wrong one (D2), 429 after too many
 */
export async function confirmPassword(
  context: Pick<Context, "pool">,
  userId: number,
  password: string,
  { ip }: Device,
): Promise<PasswordAccount> {
  const counted = await limitGuesses(context, confirmGuesses, { id: userId }, ip);
  const account = await accountById(context.pool, userId);
  const matches = await matchesSecret(account?.password_hash ?? null, password);
  if (account === null || !matches) throw wrongPassword();
  await counted.forgive();
  return account;
}

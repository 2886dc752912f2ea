import { english } from "@gavelyard/messages/text";
import { insertAudit } from "../audit/sql.ts";
import type { Pool } from "pg";
import type { Bus } from "../events/bus.ts";
import { act } from "../events/act.ts";
import { refusePassword } from "./new-password.ts";
import { hashSecret } from "./password-hash.ts";
import { revokeSessionsOf } from "./session-sql.ts";
import { accountByEmail, administratorExists, insertAccount, makeAdministrator } from "./sql.ts";

export interface NewAdministrator {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Thrown when an administrator can't be created. The message is shown at the terminal. */
export class AdministratorError extends Error {
  override readonly name = "AdministratorError";
}

/**
 * Creates an administrator, or promotes an account to one with a new password. No API call can
 * (D4). Ends the account's sessions, since they started with fewer rights. A bidder with bids can't
 * become staff, since staff never bid.
 * @throws AdministratorError for a password that is refused, or a bidder with bids
 */
export async function grantAdministrator(
  context: { readonly pool: Pool; readonly bus: Bus },
  { email, name, password }: NewAdministrator,
): Promise<"opened" | "promoted"> {
  const refusal = refusePassword(password, email);
  if (refusal !== null) throw new AdministratorError(`Password: ${english(refusal)}`);
  return grantWithHash(context, { email, name, passwordHash: await hashSecret(password) });
}

/** Like `grantAdministrator`, with a password that was accepted and hashed before. */
export async function grantWithHash(
  context: { readonly pool: Pool; readonly bus: Bus },
  { email, name, passwordHash }: Omit<NewAdministrator, "password"> & { passwordHash: string },
): Promise<"opened" | "promoted"> {
  return act(context, async (tx, record) => {
    const opened = await insertAccount(tx, {
      name,
      email,
      passwordHash,
      role: "ROLE_ADMIN",
      phoneNumber: null,
      emailVerified: false,
      language: "en",
    });
    if (opened !== null) {
      await insertAudit(tx, {
        actorId: null,
        action: "account-opened",
        subjectType: "user",
        subjectId: opened,
        before: null,
        after: { name, email, role: "ROLE_ADMIN" },
        ip: null,
      });
      return "opened";
    }
    const account = await accountByEmail(tx, email);
    if (account === null)
      throw new AdministratorError("The account was deleted at the same moment. Try again.");
    if (!(await makeAdministrator(tx, account.id, passwordHash))) {
      throw new AdministratorError(
        "This account has bids. Use another email address for the administrator.",
      );
    }
    await revokeSessionsOf(tx, account.id);
    await insertAudit(tx, {
      actorId: null,
      action: "administrator-granted",
      subjectType: "user",
      subjectId: account.id,
      before: { role: account.role, status: account.status },
      after: { role: "ROLE_ADMIN", status: "ACTIVE" },
      ip: null,
    });
    record({ type: "access-changed", userId: account.id });
    return "promoted";
  });
}

/**
 * Creates the administrator from the settings if there is none yet. Later changes of the settings
 * have no effect, so that they don't reset a password changed on the site.
 * @throws AdministratorError if the settings' password is refused
 */
export async function ensureFirstAdmin(
  context: { readonly pool: Pool; readonly bus: Bus },
  firstAdmin: { readonly email: string; readonly password: string } | null,
): Promise<void> {
  if (firstAdmin === null || (await administratorExists(context.pool))) return;
  await grantAdministrator(context, { ...firstAdmin, name: "Administrator" });
}

import { msg } from "@gavelyard/messages/text";
import { randomBytes, randomUUID } from "node:crypto";
import type { Session, signupBody } from "@gavelyard/contract/sign-in/sign-in";
import { permissions } from "@gavelyard/domain/users/permissions";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { tokenHash } from "../db/secrets/token-hash.ts";
import { act } from "../events/act.ts";
import { requirePermission, type Principal } from "../http/access.ts";
import type { Device } from "../network/device.ts";
import { confirmFirst, Refusal } from "../refusal.ts";
import { limitByAddress } from "../http/limits/rate-limits.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { tellAdministrators } from "../proposals/tell-administrators.ts";

import { claimOf } from "./claim-mailbox.ts";
import { authLimits } from "./limits.ts";
import { hashSecret } from "./password-hash.ts";
import { saveReset } from "./password-sql.ts";
import { sessionOf } from "./session-of.ts";
import { isConfirmed } from "./session-sql.ts";
import { insertAccount, setWithheld } from "./sql.ts";

/** Lifetime of the link with which a new member of staff sets a password. */
const INVITE_HOURS = 24;

/**
 * Creates a support account for an administrator, with the administrator's own permissions (D4,
 * D57). Nobody knows its password until its owner sets one with the emailed link: a password in the
 * body isn't used, and the response has no token (D58). The administrator confirms it (D41).
 * @throws Refusal 403, 409, 429
 */
export async function openSupport(
  context: Pick<Context, "pool" | "bus" | "settings">,
  { email, name, phoneNumber }: z.output<typeof signupBody>,
  { caller, device }: { readonly caller: Principal | null; readonly device: Device },
): Promise<Session> {
  const role = "ROLE_ADMIN_SUPPORT";
  if (caller?.role !== "ROLE_ADMIN") {
    throw new Refusal("role-forbidden", msg("Only an administrator can create a support account"));
  }
  requirePermission(caller, "users");
  if (!(await isConfirmed(context.pool, caller.jti))) throw confirmFirst();
  await limitByAddress(context, authLimits.signupByAddress, device.ip ?? "none");
  const passwordHash = await hashSecret(randomBytes(32).toString("base64url"));
  const token = randomBytes(32).toString("base64url");
  return act(context, async (tx) => {
    const userId = await insertAccount(tx, {
      name,
      email,
      passwordHash,
      role,
      phoneNumber: phoneNumber ?? null,
      emailVerified: false,
      language: "en",
    });
    if (userId === null)
      throw new Refusal("email-taken", msg("An account with this email address already exists."));
    const withheld = permissions.filter((one) => !caller.permissions.includes(one));
    await setWithheld(tx, userId, withheld);
    await saveReset(tx, claimOf(email, device), tokenHash(token), INVITE_HOURS * 60);
    await insertAudit(tx, {
      actorId: caller.userId,
      action: "account-opened",
      subjectType: "user",
      subjectId: userId,
      before: null,
      after: { name, email, role },
      ip: device.ip,
    });
    await tellAdministrators(
      tx,
      msg("The staff account of {name} ({email}) was created.", { name, email }),
      caller.userId,
    );
    await enqueue(tx, "send-mail", {
      eventKey: `invited:${randomUUID()}`,
      to: email,
      content: { kind: "INVITED", name, token },
    });
    return sessionOf(
      { id: userId, role, name, email },
      "",
      msg("Account created. We emailed {email} a link to set a password.", { email }),
    );
  });
}

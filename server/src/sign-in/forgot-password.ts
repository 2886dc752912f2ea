import { randomBytes, randomUUID } from "node:crypto";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Device } from "../network/device.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { claimOf, limitMails } from "./claim-mailbox.ts";
import { resetMails } from "./limits.ts";
import { saveReset } from "./password-sql.ts";
import { tokenHash } from "../db/secrets/token-hash.ts";

const RESET_MINUTES = 30;

/**
 * Queues an email with a link to set a new password: single use, 30 minutes. A newer link replaces
 * an older one only if the same network requested both, so nobody can end another person's link
 * (D43). Does the same for every address; the email job checks whether there is an account (D6).
 * @throws Refusal 429
 */
export async function forgotPassword(
  context: Pick<Context, "pool" | "settings">,
  email: string,
  device: Device,
): Promise<void> {
  const claim = claimOf(email, device);
  await limitMails(context, resetMails, email, device);
  const token = randomBytes(32).toString("base64url");
  await inTransaction(context.pool, async (tx) => {
    await saveReset(tx, claim, tokenHash(token), RESET_MINUTES);
    await recordSecurityEvent(tx, { kind: "RESET_REQUESTED", user: { email }, device });
    await enqueue(tx, "send-mail", {
      eventKey: `reset:${randomUUID()}`,
      to: email,
      content: { kind: "RESET", token },
    });
  });
}

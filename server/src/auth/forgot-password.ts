import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Device } from "../http/device.ts";
import { limitByAddress, limitByTarget } from "../http/rate-limits.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { authLimits } from "./limits.ts";
import { keepReset } from "./password-sql.ts";

/** What is kept of a reset token: nobody who reads the database can use it. */
export function resetTokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * Orders a mail with a link to choose a new password: single use, 30 minutes, and the newest alone
 * counts. It does the same for every address; the job that writes the mail leaves out those without
 * an account (D6).
 * @throws HttpError 429
 */
export async function forgotPassword(
  context: Pick<Context, "pool" | "settings">,
  email: string,
  device: Device,
): Promise<void> {
  await limitByAddress(context, authLimits.codeByAddress, device.ip ?? "none");
  await limitByTarget(context, authLimits.resetByMailbox, email);
  await limitByTarget(context, authLimits.resetsOfDayByMailbox, email);
  const token = randomBytes(32).toString("base64url");
  await inTransaction(context.pool, async (tx) => {
    await keepReset(tx, email, resetTokenHash(token));
    await enqueue(tx, "send-mail", {
      eventKey: `reset:${randomUUID()}`,
      to: email,
      content: { kind: "RESET", token },
    });
  });
}

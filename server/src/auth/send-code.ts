import { randomInt, randomUUID } from "node:crypto";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { limitByAddress, limitByTarget } from "../http/rate-limits.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Device } from "../http/device.ts";
import { authLimits } from "./limits.ts";
import { hashSecret } from "./password-hash.ts";
import { keepCode } from "./sql.ts";

/**
 * Orders a mail with a six-digit code for an address, valid for 10 minutes and 5 tries. It does the
 * same for every address; the job that writes the mail finds out whether there is an account (D6).
 * @throws HttpError 429 within a minute of the last mail, or after too many
 */
export async function sendCode(
  context: Pick<Context, "pool" | "settings">,
  email: string,
  device: Device,
): Promise<void> {
  await limitByAddress(context, authLimits.codeByAddress, device.ip ?? "none");
  await limitByTarget(context, authLimits.codeByMailbox, email);
  await limitByTarget(context, authLimits.codesOfDayByMailbox, email);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const codeHash = await hashSecret(code);
  await inTransaction(context.pool, async (tx) => {
    await keepCode(tx, email, codeHash);
    await enqueue(tx, "send-mail", {
      eventKey: `code:${randomUUID()}`,
      to: email,
      content: { kind: "CODE", code },
    });
  });
}

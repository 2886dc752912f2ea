import { currentLanguage } from "@gavelyard/messages/text";
import { randomInt, randomUUID } from "node:crypto";
import type { sendOtp as endpoint } from "@gavelyard/contract/sign-in/sign-in";
import type { BodyOf } from "@gavelyard/contract/endpoint";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Device } from "../network/device.ts";
import { claimOf, limitMails } from "./claim-mailbox.ts";
import { codeMails } from "./limits.ts";
import { hashSecret } from "./password-hash.ts";
import { saveCode } from "./sql.ts";

/**
 * Queues an email with a six-digit code, valid for 10 minutes and 5 tries. Does the same for every
 * address; the email job checks whether there is an account (D6).
 * @throws Refusal 429 within a minute of the last email, or after too many
 */
export async function sendCode(
  context: Pick<Context, "pool" | "settings">,
  { email, requestId }: BodyOf<typeof endpoint>,
  device: Device,
): Promise<void> {
  const claim = claimOf(email, device, requestId);
  await limitMails(context, codeMails, email, device);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const codeHash = await hashSecret(code);
  await inTransaction(context.pool, async (tx) => {
    await saveCode(tx, claim, codeHash);
    await enqueue(tx, "send-mail", {
      eventKey: `code:${randomUUID()}`,
      to: email,
      content: { kind: "CODE", code },
      language: currentLanguage(),
    });
  });
}

import { msg } from "@gavelyard/messages/text";
import { randomBytes } from "node:crypto";
import type { verifyOtp as endpoint } from "@gavelyard/contract/sign-in/sign-in";
import type { BodyOf } from "@gavelyard/contract/endpoint";
import type { Context } from "../context.ts";
import { Refusal } from "../refusal.ts";
import { limitByAddress } from "../http/limits/rate-limits.ts";
import type { Device } from "../network/device.ts";
import { claimOf } from "./claim-mailbox.ts";
import { authLimits } from "./limits.ts";
import { matchesSecret } from "./password-hash.ts";
import { takeCodeTry, useCode } from "./sql.ts";
import { tokenHash } from "../db/secrets/token-hash.ts";

/**
 * Verifies an address with the code mailed to it. A code works once, for 10 minutes and 5 tries,
 * and only with the id of the request that ordered it or, without an id, from the network that did.
 * The address is then verified for 15 minutes (D6): for anyone with the returned token and, without
 * an id, for that network (D43).
 * @throws Refusal 400 for a wrong, used or expired code (D2), 429
 */
export async function verifyCode(
  context: Pick<Context, "pool" | "settings">,
  { email, otp: code, requestId }: BodyOf<typeof endpoint>,
  device: Device,
): Promise<string> {
  await limitByAddress(context, authLimits.verifyByAddress, device.ip ?? "none");
  const claim = claimOf(email, device, requestId);
  const token = randomBytes(32).toString("base64url");
  // The try is used before the code is checked, so that concurrent calls can't share one.
  const codeHash = await takeCodeTry(context.pool, claim);
  const matches = await matchesSecret(codeHash, code);
  const isVerified =
    codeHash !== null &&
    matches &&
    (await useCode(context.pool, claim, codeHash, tokenHash(token)));
  if (!isVerified) {
    throw new Refusal(
      "wrong-code",
      msg("The code is wrong or has expired. Check it or request a new one."),
    );
  }
  return token;
}

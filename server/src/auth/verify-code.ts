import type { Context } from "../context.ts";
import { badRequest } from "../http/errors.ts";
import { limitByAddress } from "../http/rate-limits.ts";
import type { Device } from "../http/device.ts";
import { authLimits } from "./limits.ts";
import { matchesSecret } from "./password-hash.ts";
import { takeCodeTry, useCode } from "./sql.ts";

/**
 * Verifies an address by the code that was mailed to it: single use, 5 tries, 10 minutes. The
 * address then stays verified for 15 minutes (D6).
 * @throws HttpError 400 for a wrong, used or expired code (D2), 429
 */
export async function verifyCode(
  context: Pick<Context, "pool" | "settings">,
  email: string,
  code: string,
  device: Device,
): Promise<void> {
  await limitByAddress(context, authLimits.verifyByAddress, device.ip ?? "none");
  // The try is used up before the code is looked at, so that tries at once cannot share one.
  const codeHash = await takeCodeTry(context.pool, email);
  const matches = await matchesSecret(codeHash, code);
  if (codeHash === null || !matches || !(await useCode(context.pool, email, codeHash))) {
    throw badRequest("The code is wrong or has expired. Check it or request a new one.");
  }
}

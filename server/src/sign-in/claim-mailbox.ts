import type { Context } from "../context.ts";
import { tokenHash } from "../db/secrets/token-hash.ts";
import type { Device } from "../network/device.ts";
import { limitByAddress, limitByTarget, networkOf } from "../http/limits/rate-limits.ts";
import { authLimits, type MailLimits } from "./limits.ts";
import { knowsNetwork, type Claim } from "./sql.ts";

/**
 * Returns the claim to an address. It belongs to the request with this random id or, without an id,
 * to anyone on the device's network (D43).
 */
export function claimOf(email: string, { ip }: Device, requestId?: string): Claim {
  const requester =
    requestId === undefined
      ? networkOf(ip ?? "none")
      : `request ${tokenHash(requestId).toString("hex")}`;
  return { email, requester };
}

/**
 * Counts an email requested for an address. The limits are per requesting network, so that a
 * stranger can't use up the owner's emails.
 * @throws Refusal 429 over a limit
 */
export async function limitMails(
  context: Pick<Context, "pool" | "settings">,
  limits: MailLimits,
  email: string,
  { ip }: Device,
): Promise<void> {
  await limitByAddress(context, authLimits.codeByAddress, ip ?? "none");
  const requester = `${email} from ${networkOf(ip ?? "none")}`;
  await limitByTarget(context, limits.ofMinute, requester);
  await limitByTarget(context, limits.ofDay, requester);
  if (ip !== null && (await knowsNetwork(context.pool, { email }, networkOf(ip)))) return;
  await limitByTarget(context, limits.ofDayByStrangers, email);
}

import { msg } from "@gavelyard/messages/text";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { Device } from "../network/device.ts";
import { Refusal } from "../refusal.ts";
import { limitByAddress } from "../http/limits/rate-limits.ts";
import { endKeysOf } from "../api-keys/end-keys-sql.ts";
import { authLimits } from "./limits.ts";
import { revokeSignIn, takeNewDevice } from "./session-sql.ts";
import { tokenHash } from "../db/secrets/token-hash.ts";

/**
 * Ends a sign-in on a new device with the token of the owner's email: once, within a week (D54).
 * @throws Refusal 400 for a token that isn't valid, 429
 */
export async function denySignIn(
  context: Pick<Context, "pool" | "bus" | "settings">,
  token: string,
  device: Device,
): Promise<void> {
  await limitByAddress(context, authLimits.verifyByAddress, device.ip ?? "none");
  await act(context, async (tx, record) => {
    const signIn = await takeNewDevice(tx, tokenHash(token));
    if (signIn === null) {
      throw new Refusal(
        "link-invalid",
        msg(
          "This link isn't valid, was already used or is older than a week. Check your devices in your profile.",
        ),
      );
    }
    await revokeSignIn(tx, signIn.user_id, signIn.family);
    // That sign-in may have created one.
    await endKeysOf(tx, signIn.user_id, { userId: null, ip: device.ip });
    await recordSecurityEvent(tx, { kind: "DEVICE_DENIED", user: { id: signIn.user_id }, device });
    record({ type: "access-changed", userId: signIn.user_id });
  });
}

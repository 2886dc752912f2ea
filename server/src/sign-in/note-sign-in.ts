import { deviceName } from "@gavelyard/domain/sign-in/device-name";
import { randomBytes } from "node:crypto";
import { recordSecurityEvent, signInHistory } from "../audit/security-sql.ts";
import type { Db } from "../db/pool.ts";
import { isSharedAccount } from "../demo-accounts/shared-accounts.ts";
import type { Device } from "../network/device.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Settings } from "../settings.ts";
import { insertNewDevice } from "./session-sql.ts";
import { accountOf } from "./sql.ts";
import { tokenHash } from "../db/secrets/token-hash.ts";

/**
 * Logs a sign-in. On a new device it emails the owner, with a link that ends the sign-in. It
 * doesn't email about an account's first sign-in, nor about shared demo accounts (D54).
 */
export async function noteSignIn(
  tx: Db,
  { userId, family, device }: { userId: number; family: string; device: Device },
  settings: Pick<Settings, "demo" | "demoPublic">,
): Promise<void> {
  const history = await signInHistory(tx, userId, device);
  const isNew = history.any && !history.known;
  const kind = isNew ? "NEW_DEVICE" : "SIGNED_IN";
  await recordSecurityEvent(tx, { kind, user: { id: userId }, device });
  if (!isNew) return;
  const account = await accountOf(tx, userId);
  if (account === null) throw new Error("a session without an account");
  if (isSharedAccount(settings, account.email)) return;
  const token = randomBytes(32).toString("base64url");
  const { signedInAt, timeZone } = await insertNewDevice(tx, {
    userId,
    family,
    hash: tokenHash(token),
  });
  await enqueue(tx, "send-mail", {
    eventKey: `new-device:${family}`,
    to: account.email,
    content: {
      kind: "NEW_DEVICE",
      name: account.name,
      device: deviceName(device.userAgent),
      ip: device.ip,
      signedInAt: signedInAt.toISOString(),
      timeZone,
      token,
    },
  });
}

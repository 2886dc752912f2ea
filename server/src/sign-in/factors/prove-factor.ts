import type { PasskeyAssertion } from "@gavelyard/contract/sign-in/passkeys";
import type { PoolClient } from "pg";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/pool.ts";
import type { Secrets } from "../../db/secrets/secrets.ts";
import type { Device } from "../../network/device.ts";
import { limitGuesses } from "../limit-guesses.ts";
import { codeGuesses } from "../limits.ts";
import { signedCounter } from "./passkeys.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import {
  appOf,
  hasRecoveryCode,
  passkeyByCredential,
  useAppStep,
  usePasskey,
  useRecoveryCode,
} from "./sql.ts";
import { matchingStep } from "./totp.ts";

/** A factor that was verified but not used yet. */
export interface ProvenFactor {
  readonly userId: number;
  readonly kind: "passkey" | "app" | "recovery-code";
  /** Marks it as used. Returns false if another call was first, or the factor is gone. */
  readonly use: (tx: PoolClient) => Promise<boolean>;
}

/** Context that the cipher binds an app's secret to. */
export const appRow = (userId: number) => `authenticator_apps ${userId}`;

/** Returns the passkey that signed a challenge; null if it is unknown or the check fails. */
export async function provenByPasskey(
  context: Pick<Context, "pool" | "publicUrl">,
  challenge: string,
  passkey: PasskeyAssertion,
): Promise<ProvenFactor | null> {
  const row = await passkeyByCredential(context.pool, passkey.id);
  if (row === null) return null;
  const counter = await signedCounter(context, challenge, passkey, row);
  if (counter === null) return null;
  const { id, user_id: userId } = row;
  return { userId, kind: "passkey", use: (tx) => usePasskey(tx, id, counter) };
}

/**
 * Verifies a code: six digits are an app's code, anything else is a recovery code. Returns null for
 * a wrong one.
 * @throws Refusal 429 after too many
 */
export async function provenByCode(
  { pool, secrets }: Pick<Context, "pool" | "secrets">,
  userId: number,
  typed: string,
  { ip }: Device,
): Promise<ProvenFactor | null> {
  const counted = await limitGuesses({ pool }, codeGuesses, { id: userId }, ip);
  const code = typed.replaceAll(/\s/g, "");
  const proven = /^\d{6}$/.test(code)
    ? await provenByApp(pool, secrets, userId, code)
    : await provenByRecoveryCode(pool, userId, code);
  if (proven !== null) await counted.forgive();
  return proven;
}

async function provenByApp(
  db: Db,
  secrets: Secrets,
  userId: number,
  code: string,
): Promise<ProvenFactor | null> {
  const app = await appOf(db, userId);
  const secret = app && secrets.cipher("authenticator apps").open(appRow(userId), app.secret);
  if (app === null || secret === null) return null;
  const step = matchingStep(Buffer.from(secret, "base64"), code, app.now_sec);
  if (step === null) return null;
  return { userId, kind: "app", use: (tx) => useAppStep(tx, userId, app.secret, step) };
}

async function provenByRecoveryCode(
  db: Db,
  userId: number,
  code: string,
): Promise<ProvenFactor | null> {
  const hash = recoveryCodeHash(code);
  if (!(await hasRecoveryCode(db, userId, hash))) return null;
  return { userId, kind: "recovery-code", use: (tx) => useRecoveryCode(tx, userId, hash) };
}

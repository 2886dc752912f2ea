import { msg } from "@gavelyard/messages/text";
import type { FactorChange } from "@gavelyard/domain/sign-in/factor-changes";
import type { PasskeyAttestation, PasskeyCreation } from "@gavelyard/contract/sign-in/passkeys";
import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import type { Context } from "../../context.ts";
import { refuseForSharedAccount } from "../../demo-accounts/shared-accounts.ts";
import { act } from "../../events/act.ts";
import type { Principal } from "../../http/access.ts";
import type { Device } from "../../network/device.ts";
import { badFields, Refusal, notFound } from "../../refusal.ts";
import { revokeOtherSessions } from "../session-sql.ts";
import { accountOf } from "../sql.ts";
import { tokenHash } from "../../db/secrets/token-hash.ts";
import { randomChallenge, newChallenge } from "./challenge.ts";
import { insertChallenge, takeChallengeTry, useChallenge } from "./challenges-sql.ts";
import { noteFactorChange } from "./note-factor-change.ts";
import { creationFor, verifyNewPasskey } from "./passkeys.ts";
import { appRow } from "./prove-factor.ts";
import { generateRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import {
  deleteApp,
  deleteFactors,
  deletePasskey,
  factorNeed,
  hasFactor,
  insertPasskey,
  lockFactorsOf,
  passkeysOf,
  setApp,
  setRecoveryCodes,
  type FactorAccount,
} from "./sql.ts";
import { base32, matchingStep } from "./totp.ts";

const MAX_PASSKEYS = 20;
const SECRET_BYTES = 20;

type FactorContext = Pick<Context, "pool" | "bus" | "settings" | "secrets" | "publicUrl">;

export interface FactorOwner {
  readonly user: Principal;
  readonly device: Device;
}

const tookTooLong = () =>
  new Refusal("challenge-expired", msg("This took too long, so nothing was changed. Start again."));

/** Shared demo accounts keep their second factors. @throws Refusal 403 */
function refuseShared({ settings }: FactorContext, { email }: { readonly email: string }): void {
  refuseForSharedAccount(
    settings,
    email,
    msg(
      "All visitors share this demo account, so its sign-in security can't be changed. Nothing was changed.",
    ),
  );
}

/** Starts adding a passkey. @throws Refusal 403 for a shared demo account, 404, 409 for too many */
export async function beginPasskey(
  context: FactorContext,
  { userId }: Principal,
): Promise<PasskeyCreation> {
  const { pool } = context;
  const [account, passkeys] = await Promise.all([
    accountOf(pool, userId),
    passkeysOf(pool, userId),
  ]);
  if (account === null) throw notFound(msg("Account not found"));
  refuseShared(context, account);
  refuseMore(passkeys.length);
  const challenge = await newChallenge(pool, { purpose: "ADD_PASSKEY", userId });
  return creationFor(context, challenge, account, passkeys);
}

function refuseMore(passkeys: number): void {
  if (passkeys >= MAX_PASSKEYS)
    throw new Refusal(
      "limit-reached",
      msg("You can have up to {MAX_PASSKEYS} passkeys. Remove one first.", { MAX_PASSKEYS }),
    );
}

/**
 * Adds a passkey. Returns recovery codes if it is the account's first factor, otherwise null.
 * @throws Refusal 400, 409
 */
export async function addPasskey(
  context: FactorContext,
  owner: FactorOwner,
  given: {
    readonly challenge: string;
    readonly name: string;
    readonly passkey: PasskeyAttestation;
  },
): Promise<string[] | null> {
  const { userId } = owner.user;
  const hash = tokenHash(given.challenge);
  const taken = await takeChallengeTry(context.pool, hash, ["ADD_PASSKEY"]);
  if (taken?.user_id !== userId) throw tookTooLong();
  const made = await verifyNewPasskey(context, given.challenge, given.passkey);
  if (made === null)
    throw new Refusal(
      "passkey-failed",
      msg("We couldn't check this passkey, so nothing was changed. Try again."),
    );
  return change(context, owner, async (tx) => {
    if (!(await useChallenge(tx, hash))) throw tookTooLong();
    refuseMore((await passkeysOf(tx, userId)).length);
    const isFirst = !(await hasFactor(tx, userId));
    const kept = await insertPasskey(tx, {
      userId,
      credentialId: made.id,
      publicKey: made.publicKey,
      counter: made.counter,
      transports: given.passkey.response.transports,
      name: given.name,
      synced: made.synced,
    });
    if (!kept) throw new Refusal("already-exists", msg("This passkey was already added"));
    return {
      change: "PASSKEY_ADDED",
      passkey: given.name,
      result: isFirst ? await newCodes(tx, userId) : null,
    };
  });
}

/** @throws Refusal 404; 409 for the last factor of staff who need one */
export async function removePasskey(
  context: FactorContext,
  owner: FactorOwner,
  id: number,
): Promise<void> {
  const { userId } = owner.user;
  await change(context, owner, async (tx) => {
    const passkey = await deletePasskey(tx, userId, id);
    if (passkey === null) throw notFound(msg("This passkey isn't on your account"));
    await settleRemoval(tx, context, userId);
    return { change: "PASSKEY_REMOVED", passkey, result: undefined };
  });
}

/** Starts adding an authenticator app. Its new secret is saved only once a code has proven it. */
export async function beginApp(
  context: FactorContext,
  userId: number,
): Promise<{ challenge: string; secret: string; uri: string }> {
  const { pool } = context;
  const account = await accountOf(pool, userId);
  if (account === null) throw notFound(msg("Account not found"));
  refuseShared(context, account);
  const bytes = randomBytes(SECRET_BYTES);
  const challenge = randomChallenge();
  const cipher = context.secrets.cipher("authenticator apps");
  await insertChallenge(pool, {
    hash: tokenHash(challenge),
    purpose: "ADD_APP",
    userId,
    appSecret: cipher.seal(challenge, bytes.toString("base64")),
  });
  const secret = base32(bytes);
  const label = encodeURIComponent(`Gavelyard:${account.email}`);
  return { challenge, secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Gavelyard` };
}

/**
 * Adds an authenticator app and replaces an earlier one. Returns recovery codes if it is the
 * account's first factor, otherwise null.
 * @throws Refusal 400 for a wrong code, or after five of them
 */
export async function addApp(
  context: FactorContext,
  owner: FactorOwner,
  given: { readonly challenge: string; readonly code: string },
): Promise<string[] | null> {
  const { pool } = context;
  const { userId } = owner.user;
  const hash = tokenHash(given.challenge);
  const taken = await takeChallengeTry(pool, hash, ["ADD_APP"]);
  if (taken?.user_id !== userId || taken.app_secret === null) throw tookTooLong();
  const cipher = context.secrets.cipher("authenticator apps");
  const secret = cipher.open(given.challenge, taken.app_secret);
  if (secret === null) throw tookTooLong();
  const step = matchingStep(Buffer.from(secret, "base64"), given.code, taken.now_sec);
  if (step === null) {
    const message = msg("This code is wrong. Check that your phone sets its time automatically.");
    throw badFields([{ path: "code", message }]);
  }
  return change(context, owner, async (tx) => {
    if (!(await useChallenge(tx, hash))) throw tookTooLong();
    const isFirst = !(await hasFactor(tx, userId));
    await setApp(tx, userId, cipher.seal(appRow(userId), secret), step);
    return {
      change: "AUTHENTICATOR_APP_ADDED",
      result: isFirst ? await newCodes(tx, userId) : null,
    };
  });
}

/** @throws Refusal 404; 409 for the last factor of staff who need one */
export async function removeApp(context: FactorContext, owner: FactorOwner): Promise<void> {
  const { userId } = owner.user;
  await change(context, owner, async (tx) => {
    if (!(await deleteApp(tx, userId))) throw notFound(msg("You don't have an authenticator app"));
    await settleRemoval(tx, context, userId);
    return { change: "AUTHENTICATOR_APP_REMOVED", result: undefined };
  });
}

/** Replaces all recovery codes with new ones. @throws Refusal 409 without a factor */
export async function renewRecoveryCodes(
  context: FactorContext,
  { user, device }: FactorOwner,
): Promise<string[]> {
  return act(context, async (tx) => {
    const account = await lockedAccount(tx, context, user.userId);
    if (!(await hasFactor(tx, account.id)))
      throw new Refusal("too-early", msg("Add a passkey or an authenticator app first"));
    await noteFactorChange(tx, account, "RECOVERY_CODES_RENEWED", {
      by: account.id,
      ip: device.ip,
    });
    return newCodes(tx, account.id);
  });
}

/** Changes an account's own factors under a lock, emails the owner and ends the other sessions. */
async function change<T>(
  context: FactorContext,
  { user, device }: FactorOwner,
  work: (tx: PoolClient) => Promise<{ change: FactorChange; passkey?: string; result: T }>,
): Promise<T> {
  return act(context, async (tx, record) => {
    const account = await lockedAccount(tx, context, user.userId);
    const { change: made, passkey, result } = await work(tx);
    await noteFactorChange(tx, account, made, {
      by: account.id,
      ip: device.ip,
      ...(passkey === undefined ? {} : { passkey }),
    });
    await revokeOtherSessions(tx, account.id, user.jti);
    record({ type: "access-changed", userId: account.id });
    return result;
  });
}

/** Locks the account whose factors change. @throws Refusal 403, 404 */
async function lockedAccount(
  tx: PoolClient,
  context: FactorContext,
  userId: number,
): Promise<FactorAccount> {
  const account = await lockFactorsOf(tx, userId);
  if (account === null) throw notFound(msg("Account not found"));
  refuseShared(context, account);
  return account;
}

async function newCodes(tx: PoolClient, userId: number): Promise<string[]> {
  const codes = generateRecoveryCodes();
  await setRecoveryCodes(tx, userId, codes.map(recoveryCodeHash));
  return codes;
}

/**
 * Deletes the recovery codes once the last factor is gone. Staff who need a factor can't remove the
 * last one (D45).
 * @throws Refusal 409
 */
async function settleRemoval(
  tx: PoolClient,
  { settings }: FactorContext,
  userId: number,
): Promise<void> {
  if (await hasFactor(tx, userId)) return;
  const { need } = await factorNeed(tx, userId, settings.staffFactorFrom);
  if (need === "now")
    throw new Refusal(
      "too-early",
      msg("Staff need a passkey or an authenticator app. Add another one first."),
    );
  await deleteFactors(tx, userId);
}

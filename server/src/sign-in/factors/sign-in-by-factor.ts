import { msg, t } from "@gavelyard/messages/text";
import type { SecondStep, Session } from "@gavelyard/contract/sign-in/sign-in";
import type { signInByFactor as endpoint } from "@gavelyard/contract/sign-in/factors";
import type { PasskeyRequest } from "@gavelyard/contract/sign-in/passkeys";
import type { BodyOf } from "@gavelyard/contract/endpoint";
import { recordSecurityEvent } from "../../audit/security-sql.ts";
import type { Context } from "../../context.ts";
import { act } from "../../events/act.ts";
import type { Device } from "../../network/device.ts";
import { Refusal } from "../../refusal.ts";
import { limitByAddress } from "../../http/limits/rate-limits.ts";
import { limitSignIns } from "../limit-guesses.ts";
import { authLimits } from "../limits.ts";
import { refuseInactive } from "../refuse-inactive.ts";
import { sessionOf } from "../session-of.ts";
import type { Sessions } from "../sessions.ts";
import { accountOf, markSignedIn, type AccountRow } from "../sql.ts";
import { tokenHash } from "../../db/secrets/token-hash.ts";
import { newChallenge } from "./challenge.ts";
import { takeChallengeTry, useChallenge } from "./challenges-sql.ts";
import { noteFactorChange } from "./note-factor-change.ts";
import { requestFor } from "./passkeys.ts";
import { provenByCode, provenByPasskey } from "./prove-factor.ts";
import { appOf, passkeysOf } from "./sql.ts";

const tookTooLong = () =>
  new Refusal("sign-in-again", msg("This sign-in took too long. Start again."));
const wrongPasskey = () =>
  new Refusal(
    "second-factor-failed",
    msg("We don't recognize this passkey. Try another one or your password."),
  );
const wrongCode = () =>
  new Refusal(
    "second-factor-failed",
    msg("That code is wrong or was already used. Check it and try again."),
  );

/** Returns the second step after a correct password; null if the account has no second factor. */
export async function secondStepOf(
  context: Pick<Context, "pool" | "publicUrl">,
  { id, password_hash }: Pick<AccountRow, "id" | "password_hash">,
): Promise<SecondStep | null> {
  const { pool } = context;
  const [passkeys, app] = await Promise.all([passkeysOf(pool, id), appOf(pool, id)]);
  if (passkeys.length === 0 && app === null) return null;
  const challenge = await newChallenge(pool, {
    purpose: "SECOND_STEP",
    userId: id,
    passwordHash: password_hash,
  });
  return {
    secondStep: {
      challenge,
      passkey: passkeys.length === 0 ? null : requestFor(context, challenge, passkeys),
      app: app !== null,
    },
    message: t("Confirm it's you to finish signing in"),
  };
}

/** Starts a sign-in with only a passkey. @throws Refusal 429 */
export async function beginPasskeySignIn(
  context: Pick<Context, "pool" | "settings" | "publicUrl">,
  device: Device,
): Promise<PasskeyRequest> {
  await limitByAddress(context, authLimits.passkeyByAddress, device.ip ?? "none");
  const challenge = await newChallenge(context.pool, { purpose: "PASSKEY_SIGN_IN", userId: null });
  return requestFor(context, challenge, []);
}

/**
 * Finishes a sign-in with a factor: after the password, or with only a passkey, which verifies its
 * user itself. Uses the challenge and the factor in the transaction that starts the session. Fails
 * if the account changed since the password was checked.
 * @param refuse throws for an address that may not sign in with this request (D37)
 * @throws Refusal 401 for a factor or challenge that isn't accepted, 403 (D4), 429
 */
export async function signInByFactor(
  context: Pick<Context, "pool" | "bus" | "settings" | "secrets" | "publicUrl">,
  sessions: Sessions,
  body: BodyOf<typeof endpoint>,
  { device, refuse }: { readonly device: Device; readonly refuse: (email: string) => void },
): Promise<Session> {
  const { pool } = context;
  const counted = await limitByAddress(context, authLimits.loginByAddress, device.ip ?? "none");
  const hash = tokenHash(body.challenge);
  const isPasskey = "passkey" in body;
  const taken = await takeChallengeTry(
    pool,
    hash,
    isPasskey ? ["SECOND_STEP", "PASSKEY_SIGN_IN"] : ["SECOND_STEP"],
  );
  if (taken === null) throw tookTooLong();
  const wrong = isPasskey ? wrongPasskey : wrongCode;
  const proven = isPasskey
    ? await provenByPasskey(context, body.challenge, body.passkey)
    : await provenByCode(context, taken.user_id ?? 0, body.code, device);
  if (proven === null || proven.userId !== (taken.user_id ?? proven.userId)) {
    const user = taken.user_id === null ? null : { id: taken.user_id };
    await recordSecurityEvent(pool, { kind: "FACTOR_FAILED", user, device });
    throw wrong();
  }

  const account = await accountOf(pool, proven.userId);
  if (account === null || account.status === "CLOSED") throw wrong();
  refuse(account.email);
  await refuseInactive(context, account);
  await limitSignIns(context, account.id, device.ip);
  // After a password sign-in, the account must still have the password that was checked.
  const password_hash = taken.password_hash ?? account.password_hash;
  const jwt = await act(context, async (tx) => {
    if (!(await markSignedIn(tx, { id: account.id, password_hash }))) throw tookTooLong();
    if (!(await useChallenge(tx, hash))) throw tookTooLong();
    if (!(await proven.use(tx))) throw wrong();
    if (proven.kind === "recovery-code")
      await noteFactorChange(tx, account, "RECOVERY_CODE_USED", { by: account.id, ip: device.ip });
    return sessions.issue(tx, account.id, device);
  });
  await counted.forgive();
  return sessionOf(account, jwt, msg("Signed in"));
}

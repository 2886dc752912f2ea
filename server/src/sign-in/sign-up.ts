import { msg, currentLanguage } from "@gavelyard/messages/text";
import type { Session, signupBody } from "@gavelyard/contract/sign-in/sign-in";
import { dollarsToCents } from "@gavelyard/domain/money";
import type { z } from "zod";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { act } from "../events/act.ts";
import { Refusal } from "../refusal.ts";
import { limitByAddress } from "../http/limits/rate-limits.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { setting } from "../operating-settings/sql.ts";
import { insertAcceptedTerms } from "../terms/sql.ts";
import { recordForWebhooks } from "../webhooks/events-sql.ts";
import type { Device } from "../network/device.ts";
import { claimOf } from "./claim-mailbox.ts";
import { authLimits } from "./limits.ts";
import { hashNewPassword } from "./new-password.ts";
import { sessionOf } from "./session-of.ts";
import type { Sessions } from "./sessions.ts";
import { insertAccount, insertBidder, isVerified } from "./sql.ts";
import { tokenHash } from "../db/secrets/token-hash.ts";

/**
 * Creates a customer's account for an address that was verified within 15 minutes, and signs it in
 * (D6, D43), with the default bid limit (D25).
 * @throws Refusal 400 for a bad password, 403 for an address that isn't verified, 409, 429
 */
export async function signUp(
  context: Pick<Context, "pool" | "bus" | "settings" | "log">,
  sessions: Sessions,
  body: z.output<typeof signupBody>,
  device: Device,
): Promise<Session> {
  const { email, name } = body;
  await limitByAddress(context, authLimits.signupByAddress, device.ip ?? "none");
  const { verificationToken: token, password = "" } = body;
  const hash = token === undefined ? null : tokenHash(token);
  if (!(await isVerified(context.pool, claimOf(email, device), hash))) {
    throw new Refusal(
      "email-unverified",
      msg("Verify your email address first: request a code and enter it"),
    );
  }
  const passwordHash = await hashNewPassword(context, "password", password, email);

  return act(context, async (tx) => {
    const { phoneNumber, timeZone, acceptedTerms } = body;
    const account = { email, name, passwordHash, phoneNumber, timeZone };
    const userId = await openCustomer(tx, context, account);
    if (acceptedTerms !== undefined) await insertAcceptedTerms(tx, userId, acceptedTerms);
    const jwt = await sessions.issue(tx, userId, device);
    return sessionOf({ id: userId, role: ROLE, name, email }, jwt, msg("Account created"));
  });
}

const ROLE = "ROLE_CUSTOMER";

/** A customer whose address is verified. */
interface NewCustomer {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly phoneNumber?: string | null | undefined;
  readonly timeZone?: string | undefined;
}

/**
 * Opens a customer's account with the default bid limit, and welcomes them. Returns its ID.
 * @throws Refusal 409 when the address has an account
 */
export async function openCustomer(
  tx: Db,
  { settings }: Pick<Context, "settings">,
  { email, name, passwordHash, phoneNumber = null, timeZone }: NewCustomer,
): Promise<number> {
  const userId = await insertAccount(tx, {
    name,
    email,
    passwordHash,
    role: ROLE,
    phoneNumber,
    emailVerified: true,
    language: currentLanguage(),
    timeZone,
  });
  if (userId === null)
    throw new Refusal(
      "email-taken",
      msg("An account with this email address already exists. Sign in."),
    );
  const chosen = await setting(tx, "bidLimit");
  const bidLimitCents =
    chosen === null ? settings.defaultBidLimitCents : dollarsToCents(chosen.limit);
  await insertBidder(tx, userId, bidLimitCents);
  await recordForWebhooks(tx, [{ type: "user.verified", data: { userId } }]);
  await enqueue(tx, "send-mail", {
    eventKey: `welcome:${userId}`,
    to: email,
    content: { kind: "WELCOME", name, bidLimitCents },
  });
  return userId;
}

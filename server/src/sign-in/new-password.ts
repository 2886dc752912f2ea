import { msg, type Message } from "@gavelyard/messages/text";
import { createHash } from "node:crypto";
import { passwordProblem, type PasswordProblem } from "@gavelyard/domain/sign-in/passwords";
import { dictionary } from "@zxcvbn-ts/language-common";
import type { Context } from "../context.ts";
import { badFields } from "../refusal.ts";
import { hashSecret } from "./password-hash.ts";

/** Time for the service of breached passwords to respond. A sign-up doesn't wait longer. */
const BREACH_TIMEOUT_MS = 2_000;

/** Some 49,000 passwords that guessers try first, 18,000 of them long enough for us. */
const commonPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"]);

const messages: Readonly<Record<PasswordProblem, Message>> = {
  TOO_SHORT: msg("Must have at least 8 characters"),
  TOO_LONG: msg("Must have at most 128 characters"),
  COMMON: msg("This password is too common. Choose another."),
  CONTAINS_EMAIL: msg("Must not contain your email address"),
  CONTAINS_PRODUCT_NAME: msg("Must not contain the name of this site"),
};

let failures = 0;

/** Checks for breached passwords that got no answer since the start. */
export const breachCheckFailures = (): number => failures;

/** Returns why a password is refused without asking any service, or null (D6). */
export function refusePassword(password: string, email: string): Message | null {
  const problem = passwordProblem(password, email, commonPasswords);
  return problem === null ? null : messages[problem];
}

/**
 * Hashes a new password, unless the rules refuse it or it is known from a breach (D6).
 * @throws Refusal 400 that names the field, 503
 */
export async function hashNewPassword(
  context: Pick<Context, "settings" | "log">,
  field: "password" | "newPassword",
  password: string,
  email: string,
): Promise<string> {
  const message =
    refusePassword(password, email) ??
    ((await isBreached(context, password))
      ? msg("This password appeared in a data breach elsewhere. Choose another.")
      : null);
  if (message !== null) throw badFields([{ path: field, message }]);
  return hashSecret(password);
}

/**
 * Asks the service of `BREACHED_PASSWORDS_URL`, which learns only the first five characters of the
 * password's SHA-1. Without an answer the password is accepted.
 */
async function isBreached(
  { settings, log }: Pick<Context, "settings" | "log">,
  password: string,
): Promise<boolean> {
  if (settings.breachedPasswordsUrl === null) return false;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const response = await fetch(`${settings.breachedPasswordsUrl}/${hash.slice(0, 5)}`, {
      headers: { "add-padding": "true" },
      redirect: "error",
      signal: AbortSignal.timeout(BREACH_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    // Lines are `SUFFIX:COUNT`; a count of 0 is padding.
    return (await response.text())
      .split("\n")
      .some((line) => line.startsWith(`${hash.slice(5)}:`) && !/:0\s*$/.test(line));
  } catch (error) {
    failures++;
    log.warn({ err: error }, "the breached-password service didn't respond");
    return false;
  }
}

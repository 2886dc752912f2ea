import { z } from "zod";

/**
 * Why the API refuses calls: codes with their status, and what a client can do. A code stands for
 * one thing that clients do differently, not for one sentence; the `message` has the details. Codes
 * never change their meaning. Treat an unknown code by its status.
 */
export const refusals = {
  "second-person": [
    202,
    "Nothing has changed yet: a second person has to confirm it. Don't repeat the call.",
  ],
  "invalid-fields": [400, "Fields are missing or invalid. Correct the fields that `issues` names."],
  unreadable: [
    400,
    "We can't read the request: broken JSON, form, address or frame. Fix the request.",
  ],
  "wrong-password": [400, "The current password is wrong. Ask for it again."],
  "wrong-code": [
    400,
    "The emailed code is wrong or has expired. Ask for it again, or request a new one.",
  ],
  "link-invalid": [400, "The emailed link is invalid, used or has expired. Request a new one."],
  "challenge-expired": [400, "Adding the passkey or app took too long. Start again."],
  "passkey-failed": [400, "We can't verify the passkey. Try again, or use the password."],
  "token-missing": [401, "The call needs a session or an API key. Sign in."],
  "token-expired": [401, "The session's token has expired. Refresh it, then repeat the call."],
  "token-invalid": [401, "The session has ended. Sign in again."],
  "key-invalid": [401, "The API key is unknown, expired or revoked. Create a new one."],
  "wrong-credentials": [401, "The email address or the password is wrong. Ask for them again."],
  "second-factor-failed": [
    401,
    "The code or passkey of the second step is wrong. Ask for it again.",
  ],
  "sign-in-again": [401, "The sign-in took too long, or its security changed. Start it again."],
  "confirm-again": [403, "Confirm with `POST /api/user/confirm`, then repeat the call."],
  "add-second-factor": [403, "Staff have to set up a second factor first."],
  "permission-missing": [403, "An administrator has to give the account the permission first."],
  "role-forbidden": [403, "The account's role doesn't allow this."],
  "own-unit": [
    403,
    "The account acts for the unit's seller, so it can't bid on the unit or buy it.",
  ],
  "not-yours": [403, "The record belongs to another account."],
  "not-for-keys": [403, "API keys can't make this call. Sign in instead."],
  "scope-missing": [403, "The API key doesn't have the call's scope. Create a key that has it."],
  "bids-by-key-off": [403, "The account doesn't allow bids by API key. Allow them in its profile."],
  "account-blocked": [403, "The account is suspended or banned. Contact us."],
  "email-unverified": [403, "Verify the email address with a code first."],
  "same-person": [403, "Another member of staff has to confirm this."],
  "cross-site": [403, "The request came from another site or from preloading. Send it yourself."],
  "not-in-demo": [403, "The demo doesn't allow this."],
  "not-found": [404, "The record doesn't exist, or the caller can't see it."],
  "no-such-address": [404, "There is no call with this method and path."],
  "method-not-allowed": [405, "We don't serve this method."],
  "too-slow": [408, "The request or connection was too slow. Repeat the request, or reconnect."],
  "lot-closed": [409, "Bidding on the lot has closed."],
  "lot-not-open": [409, "Bidding on the lot hasn't opened yet."],
  "bid-too-low": [409, "The bid is below the next minimum. Read the lot, then bid at least that."],
  "maximum-too-low": [409, "The caller is the high bidder and can only raise the maximum."],
  "bid-limit-exceeded": [
    409,
    "The bid limit doesn't cover this. Bid less, or request a higher limit.",
  ],
  "bid-ended": [409, "The bid no longer counts. Read the lot again."],
  "in-progress": [
    409,
    "The first request with this key is still running. Repeat it with the same key.",
  ],
  "try-again": [409, "Another change of the same records came first. Repeat the call."],
  "email-taken": [409, "An account with this email address exists. Sign in."],
  "already-exists": [409, "The record already exists."],
  "already-done": [409, "This was already done or decided. Read the record again."],
  "edit-conflict": [409, "The record changed while it was being edited. Read it again, then save."],
  "wrong-state": [409, "The record's state doesn't allow this. Read it again."],
  "too-early": [409, "Another step has to come first. The `message` says which."],
  "too-late": [409, "The time for this has passed."],
  "in-use": [409, "Other records depend on this one. The `message` says which."],
  "limit-reached": [409, "No more of these are allowed. Remove one first."],
  "waiting-request": [
    409,
    "An earlier request is still waiting. Withdraw it, or wait for the decision.",
  ],
  "repeated-payment": [
    409,
    "A payment like this is recorded already. If it's another one, repeat the call with `repeatReason`.",
  ],
  "invoice-paid": [409, "The invoice is paid in full."],
  "invoice-void": [409, "The invoice is void. Nothing is owed on it."],
  "own-account": [409, "You can't do this to your own account. Ask another administrator."],
  "last-administrator": [409, "This is the last administrator. Add another one first."],
  "account-closed": [409, "The account is closed and can't change."],
  "record-broken": [409, "The lot's record fails its verification. Report it to us."],
  "too-large": [413, "The request or a file in it is too large, or has too many parts."],
  "address-too-long": [414, "The address is too long."],
  "wrong-content-type": [415, "Send the fields as JSON, or as a form where the call takes one."],
  "key-reused": [422, "The Idempotency-Key was used for another request. Use a new one."],
  "value-refused": [422, "A value is valid but not possible here. The `message` says why."],
  "too-many-requests": [429, "Too many requests or attempts. Repeat after `Retry-After`."],
  "headers-too-long": [431, "The headers are too long."],
  "internal-error": [500, "Something failed on our side. Nothing was changed."],
  busy: [503, "The server is busy. Nothing was changed. Repeat after `Retry-After`."],
  unavailable: [
    503,
    "A service we depend on is down. Nothing was changed. Repeat after `Retry-After`.",
  ],
  "read-only": [503, "We can't save changes at the moment, only read. Repeat after `Retry-After`."],
  "outcome-unknown": [503, "The change may have been made. Check before you repeat it."],
  "bid-not-placed": [503, "The bid was not placed. Repeat it with the same key."],
  "bid-unconfirmed": [503, "The bid may have been placed. Repeat it with the same key."],
  "not-ready": [503, "This process can't serve at the moment. Use another one."],
} as const satisfies Readonly<Record<string, readonly [status: number, meaning: string]>>;

export type RefusalCode = keyof typeof refusals;

/** What is wrong with a field, in `issues`. */
export const fieldFaults = {
  required: "The field is missing.",
  "wrong-type": "The value has the wrong type.",
  "wrong-format": "The value has the wrong format, or isn't a required multiple.",
  "too-small": "The value is too small, or too short.",
  "too-large": "The value is too large, or too long.",
  "not-an-option": "The value isn't one of the options.",
  "unknown-field": "The call has no such field.",
  refused: "One of our rules refuses the value.",
} as const;

export type FieldFault = keyof typeof fieldFaults;

/** Returns a schema of a table's codes, with their meanings for the API's description. */
function codeOf<Code extends string>(
  table: Readonly<Record<Code, string | readonly [number, string]>>,
) {
  // `Object.keys` loses the type of the keys.
  const codes = Object.keys(table) as Code[];
  const meanings = codes.map((code) => {
    const row = table[code];
    return typeof row === "string"
      ? `- \`${code}\`: ${row}`
      : `- \`${code}\` (${row[0]}): ${row[1]}`;
  });
  return z.enum(codes).meta({ description: meanings.join("\n") });
}

export const refusalCode = codeOf(refusals);

export const errorBody = z
  .object({
    statusCode: z.int(),
    error: z.string(),
    /** In the language of `Accept-Language`. */
    message: z.string(),
    code: refusalCode,
    issues: z
      .array(z.object({ path: z.string(), message: z.string(), code: codeOf(fieldFaults) }))
      .optional(),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorBody>;

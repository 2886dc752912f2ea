import { mark } from "@gavelyard/messages/text";

/** Changes of an account's second factors (D45) and API keys (D50), audited by name and emailed with their text. */
export const factorChanges = {
  PASSKEY_ADDED: mark(
    "A passkey was added to your account, and your other devices were signed out.",
  ),
  PASSKEY_REMOVED: mark(
    "A passkey was removed from your account, and your other devices were signed out.",
  ),
  AUTHENTICATOR_APP_ADDED: mark(
    "An authenticator app was added to your account, and your other devices were signed out.",
  ),
  AUTHENTICATOR_APP_REMOVED: mark(
    "The authenticator app was removed from your account, and your other devices were signed out.",
  ),
  RECOVERY_CODES_RENEWED: mark(
    "New recovery codes were created for your account. Earlier codes no longer work.",
  ),
  RECOVERY_CODE_USED: mark("Someone signed in to your account with one of your recovery codes."),
  KEY_CREATED: mark(
    "An API key was created for your account. It works until you revoke it or it expires.",
  ),
  BIDS_BY_KEY_ALLOWED: mark(
    "API keys may now bid for your account. You can turn this off in your profile.",
  ),
  FACTORS_RESET: mark(
    "We removed the passkeys, authenticator app and recovery codes from your account, signed you out everywhere, and revoked your API keys.",
  ),
} as const;
export type KeyChange = "KEY_CREATED" | "BIDS_BY_KEY_ALLOWED";
export type FactorChange = Exclude<keyof typeof factorChanges, KeyChange>;

export const factorChangeNames = Object.keys(factorChanges).filter(
  (name): name is keyof typeof factorChanges => Object.hasOwn(factorChanges, name),
);

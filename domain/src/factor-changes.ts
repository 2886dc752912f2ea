import { mark } from "@gavelyard/messages/text";

/** Changes of an account's second factors (D45), audited by name and emailed with their text. */
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
  FACTORS_RESET: mark(
    "We removed the passkeys, authenticator app and recovery codes from your account, and signed you out everywhere.",
  ),
} as const;
export type FactorChange = keyof typeof factorChanges;

export const factorChangeNames = Object.keys(factorChanges).filter((name): name is FactorChange =>
  Object.hasOwn(factorChanges, name),
);

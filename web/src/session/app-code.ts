/** Form rules for a code of an authenticator app. */
export const appCodeRules = {
  required: "Enter the six-digit code",
  pattern: { value: /^\s*\d{3}\s?\d{3}\s*$/, message: "Enter the six-digit code" },
};

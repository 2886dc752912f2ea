/** What forms ask of an address before they send it; the server judges it. */
export const emailRules = {
  required: "Enter your email address",
  pattern: { value: /^\S+@\S+\.\S+$/, message: "Enter a valid email address" },
} as const;

/** What forms ask of a new password before they send it; the server knows the common ones (D6). */
export const newPasswordRules = {
  required: "Enter a new password",
  minLength: { value: 8, message: "Use at least 8 characters" },
} as const;
export const newPasswordHint = "At least 8 characters. Common passwords aren't allowed.";

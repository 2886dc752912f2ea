/** Client-side rules for an email address; the server decides. */
export const emailRules = {
  required: "Enter your email address",
  pattern: { value: /^\S+@\S+\.\S+$/, message: "Enter a valid email address" },
} as const;

/** Client-side rules for a new password; the server also rejects common ones (D6). */
export const newPasswordRules = {
  required: "Enter a new password",
  minLength: { value: 8, message: "Use at least 8 characters" },
} as const;
export const newPasswordHint = "At least 8 characters. Common passwords aren't allowed.";

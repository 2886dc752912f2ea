import { t } from "@gavelyard/messages/text";
/** Client-side rules for an email address; the server decides. */
export const emailRules = {
  required: t("Enter your email address"),
  pattern: { value: /^\S+@\S+\.\S+$/, message: t("Enter a valid email address") },
} as const;

/** Client-side rules for a new password; the server also rejects common ones (D6). */
export const newPasswordRules = {
  required: t("Enter a new password"),
  minLength: { value: 8, message: t("Use at least 8 characters") },
} as const;
export const newPasswordHint = t("At least 8 characters. Common passwords aren't allowed.");

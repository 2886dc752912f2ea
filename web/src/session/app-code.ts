import { t } from "@gavelyard/messages/text";
/** Form rules for a code of an authenticator app. */
export const appCodeRules = {
  required: t("Enter the six-digit code"),
  pattern: { value: /^\s*\d{3}\s?\d{3}\s*$/, message: t("Enter the six-digit code") },
};

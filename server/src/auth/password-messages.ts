import type { PasswordProblem } from "@gavelyard/domain/passwords";

/** Messages for passwords that are refused (D6). */
export const passwordMessages: Readonly<Record<PasswordProblem, string>> = {
  TOO_SHORT: "Must have at least 8 characters",
  TOO_LONG: "Must have at most 128 characters",
  COMMON: "This password is too common. Choose another.",
  CONTAINS_EMAIL: "Must not contain your email address",
  CONTAINS_PRODUCT_NAME: "Must not contain the name of this site",
};

import { mark } from "@gavelyard/messages/text";

/** The limits that the security log can name (D43, D54). */
export const limitNames = {
  "login-address": mark("Sign-ins from one IP address"),
  "login-account": mark("Sign-ins to one account"),
  "login-account-day": mark("Sign-ins to one account in a day"),
  "login-account-strangers": mark("Sign-ins to one account from unknown networks"),
  "sign-ins-day": mark("Successful sign-ins to one account in a day"),
  "signup-address": mark("Sign-ups from one IP address"),
  "code-address": mark("Codes requested from one IP address"),
  "password-account": mark("Password confirmations of one account"),
  "password-account-day": mark("Password confirmations of one account in a day"),
  "password-account-strangers": mark("Password confirmations of one account from unknown networks"),
  "factor-code": mark("Codes of one account's second factor"),
  "factor-code-day": mark("Second-factor codes per account per day"),
  "factor-code-strangers": mark("Codes of one account's second factor from unknown networks"),
  "passkey-address": mark("Passkey attempts from one IP address"),
  "verify-address": mark("Codes entered from one IP address"),
  "refresh-address": mark("Session renewals from one IP address"),
  "code-mailbox": mark("Codes to one email address in a minute"),
  "code-mailbox-day": mark("Codes per email address per day"),
  "code-mailbox-strangers": mark("Codes to one email address from unknown networks"),
  "reset-mailbox": mark("Reset links per email address per minute"),
  "reset-mailbox-day": mark("Reset links to one email address in a day"),
  "reset-mailbox-strangers": mark("Reset links to one email address from unknown networks"),
  "uploads-day": mark("Uploads of one account in a day"),
  "upload-kib-day": mark("Upload volume per account per day"),
  "gate-pin": mark("Gate PINs entered for one unit"),
  question: mark("Questions per account per day"),
  "enquiry-address": mark("Inquiries from one IP address"),
  "enquiry-mailbox": mark("Inquiries with one email address"),
} as const;
export type LimitName = keyof typeof limitNames;

import { t } from "@gavelyard/messages/text";
/** Kinds of entries in the security log, with their names (D54). */
export const securityEvents = {
  SIGNED_IN: t("Signed in"),
  NEW_DEVICE: t("Signed in on a new device"),
  SIGN_IN_FAILED: t("Failed sign-in"),
  FACTOR_FAILED: t("Wrong passkey or code"),
  DEVICE_DENIED: t("New device signed out from the email"),
  TOKEN_REUSED: t("Old sign-in used again, so it was ended"),
  RESET_REQUESTED: t("Password reset requested"),
  PASSWORD_CHANGED: t("Password changed"),
  FACTORS_CHANGED: t("Passkeys, app or recovery codes changed"),
  DATA_DOWNLOADED: t("Personal data downloaded"),
  ACCESS_REFUSED: t("Access refused"),
  LIMIT_REACHED: t("Too many attempts"),
  MALWARE_FOUND: t("Malware in an uploaded file"),
  DATA_LISTED: t("Personal data listed"),
  DATA_EXPORTED: t("Personal data exported"),
} as const;
export type SecurityEvent = keyof typeof securityEvents;

export const securityEventNames = Object.keys(securityEvents).filter(
  (name): name is SecurityEvent => Object.hasOwn(securityEvents, name),
);

/** Hours after which an alarm of the work queue ends by itself (D54). */
export const ALARM_HOURS = 24;
/** Numbers of entries within those hours that make an alarm (D54). */
export const alarmsFrom = {
  /** Failed sign-ins and wrong factors of one account. */
  failuresOfAccount: 20,
  /** The same from one network address. */
  failuresFromAddress: 100,
  /** Calls refused to one account. */
  refusalsOfAccount: 20,
  /** Rows of personal data that one member of staff listed or exported (D60). */
  rowsOfStaff: 3_000,
} as const;

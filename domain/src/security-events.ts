/** Kinds of entries in the security log, with their names (D54). */
export const securityEvents = {
  SIGNED_IN: "Signed in",
  NEW_DEVICE: "Signed in on a new device",
  SIGN_IN_FAILED: "Failed sign-in",
  FACTOR_FAILED: "Wrong passkey or code",
  DEVICE_DENIED: "New device signed out from the email",
  TOKEN_REUSED: "Old sign-in used again, so it was ended",
  RESET_REQUESTED: "Password reset requested",
  PASSWORD_CHANGED: "Password changed",
  FACTORS_CHANGED: "Passkeys, app or recovery codes changed",
  DATA_DOWNLOADED: "Personal data downloaded",
  ACCESS_REFUSED: "Access refused",
  LIMIT_REACHED: "Too many attempts",
  MALWARE_FOUND: "Malware in an uploaded file",
  DATA_LISTED: "Personal data listed",
  DATA_EXPORTED: "Personal data exported",
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

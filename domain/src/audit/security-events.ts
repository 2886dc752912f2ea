import { mark } from "@gavelyard/messages/text";

/** Entries of the security log (D54). */
export const securityEvents = {
  SIGNED_IN: mark("Signed in"),
  NEW_DEVICE: mark("Signed in on a new device"),
  SIGN_IN_FAILED: mark("Failed sign-in"),
  FACTOR_FAILED: mark("Wrong passkey or code"),
  DEVICE_DENIED: mark("New device signed out from the email"),
  TOKEN_REUSED: mark("Old session used again, so we ended it"),
  RESET_REQUESTED: mark("Password reset requested"),
  PASSWORD_CHANGED: mark("Password changed"),
  FACTORS_CHANGED: mark("Passkeys, app or recovery codes changed"),
  KEY_CHANGED: mark("API key created, or bids by API key allowed"),
  DATA_DOWNLOADED: mark("Personal data downloaded"),
  ACCESS_REFUSED: mark("Access refused"),
  LIMIT_REACHED: mark("Too many attempts"),
  MALWARE_FOUND: mark("Malware in an uploaded file"),
  DATA_LISTED: mark("Personal data viewed"),
  DATA_EXPORTED: mark("Data exported"),
} as const;
export type SecurityEvent = keyof typeof securityEvents;

export const securityEventNames = Object.keys(securityEvents).filter(
  (name): name is SecurityEvent => Object.hasOwn(securityEvents, name),
);

/** Hours after which an alarm in the work queue clears itself (D54). */
export const ALARM_HOURS = 24;
/** Entries within those hours that raise an alarm (D54). */
export const alarmsFrom = {
  /** Failed sign-ins and wrong factors of one account. */
  failuresOfAccount: 20,
  /** The same from one network address. */
  failuresFromAddress: 100,
  /** Calls refused to one account. */
  refusalsOfAccount: 20,
  /** Rows of personal data that one member of staff listed or exported (D60). */
  rowsOfStaff: 3_000,
  /** Personal documents that one member of staff opened (D55). */
  documentsOfStaff: 100,
} as const;

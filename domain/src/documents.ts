import type { Permission } from "./users/permissions.ts";

export const documentPurposes = [
  "BID_LIMIT",
  "FINANCE",
  "INVOICE",
  "RECEIPT",
  "PAYMENT_PROOF",
  "EXIT_PICTURE",
  "TAX_CERTIFICATE",
] as const;
export type DocumentPurpose = (typeof documentPurposes)[number];

/** Purposes of documents that show a person's identity, income or funds (D44, D55). */
export const personalPurposes: readonly DocumentPurpose[] = ["BID_LIMIT", "FINANCE"];

/** Returns the permission that staff need to open another person's document (D57). */
export const permissionFor = (purpose: DocumentPurpose): Permission =>
  personalPurposes.includes(purpose) ? "documents" : purpose === "EXIT_PICTURE" ? "gate" : "money";

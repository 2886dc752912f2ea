export const documentPurposes = [
  "BID_LIMIT",
  "FINANCE",
  "INVOICE",
  "RECEIPT",
  "PAYMENT_PROOF",
] as const;
export type DocumentPurpose = (typeof documentPurposes)[number];

/** Purposes of documents that show a person's identity, income or funds (D44, D55). */
export const personalPurposes: readonly DocumentPurpose[] = ["BID_LIMIT", "FINANCE"];

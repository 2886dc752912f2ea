/** Types of documents that are taken, by content (D15), with the ending of their files. */
export const documentTypes = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/heic": "heic",
} as const;
export type DocumentType = keyof typeof documentTypes;

/** What a document was handed in for, or made for. */
export type DocumentPurpose = "BID_LIMIT" | "FINANCE" | "INVOICE" | "RECEIPT" | "PAYMENT_PROOF";

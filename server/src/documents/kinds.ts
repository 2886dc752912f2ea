/** Accepted document types, detected from the content (D15), with their file extensions. */
export const documentTypes = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/heic": "heic",
} as const;
export type DocumentType = keyof typeof documentTypes;

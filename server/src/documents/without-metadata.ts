import { readPicture } from "../media/picture-store.ts";
import { blankHeif } from "./blank-heif.ts";
import { blankPdf } from "./blank-pdf.ts";
import type { DocumentType } from "./kinds.ts";

/** Close to a camera's quality, so that small print stays readable. */
const QUALITY = 92;

/**
 * Returns a document without the metadata that a camera or program added, such as the place and the
 * device. Pictures are turned upright. In PDF and HEIC files the metadata is overwritten, and
 * nothing else changes.
 * @throws Error for a picture that can't be decoded
 */
export async function withoutMetadata(bytes: Buffer, type: DocumentType): Promise<Buffer> {
  switch (type) {
    case "image/jpeg":
      return readPicture(bytes).jpeg({ quality: QUALITY }).toBuffer();
    case "image/png":
      return readPicture(bytes).png().toBuffer();
    case "image/webp":
      return readPicture(bytes).webp({ quality: QUALITY }).toBuffer();
    case "image/heic":
      return blankHeif(bytes);
    case "application/pdf":
      return blankPdf(bytes);
  }
}

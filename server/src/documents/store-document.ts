import { msg, type Message } from "@gavelyard/messages/text";
import type { DocumentPurpose } from "@gavelyard/domain/documents";
import { fileTypeFromBuffer } from "file-type";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Context } from "../context.ts";
import { badFields } from "../refusal.ts";
import { insertUnclaimed } from "../files/unclaimed-sql.ts";
import type { UploadedFile } from "../http/uploads/uploads.ts";
import { MAX_DOCUMENT_PIXELS, type PictureFormat } from "../media/decode-picture.ts";
import { PictureRefused, readDocumentPicture } from "../media/read-upload.ts";
import { documentTypes, type DocumentType } from "./kinds.ts";
import type { DocumentRow } from "./sql.ts";

const MAX_NAME = 120;
/** Start of the last record of a ZIP archive, and the record's maximum size with its comment. */
const END_OF_ZIP = Buffer.from("PK\u0005\u0006");
const MAX_END_OF_ZIP = 22 + 65_535;

/** Returns the file name of a document: its random id, which reveals nothing. */
export function documentName(id: string): string {
  return `documents/${id.slice(0, 2)}/${id}`;
}

/**
 * Stores an uploaded document privately under a random name, a picture without its metadata. Its
 * type is detected from its content.
 * Pass the result to `insertDocument` in the transaction of the action it belongs to. Run that
 * action's checks first, so that no file is written needlessly; the file of a failed action is
 * never served and is removed after a day (D42).
 * @throws Refusal 400 for content of an unsupported type, and for a damaged picture (D15)
 */
export async function storeDocument(
  { pool, files }: Pick<Context, "pool" | "files">,
  upload: UploadedFile,
  owner: { readonly userId: number; readonly purpose: DocumentPurpose },
): Promise<DocumentRow> {
  const { contentType, bytes } = await readDocument(await readFile(upload.path), upload.field);
  const id = randomUUID();
  await insertUnclaimed(pool, id);
  await files.write(documentName(id), bytes, contentType);
  return {
    id,
    owner_id: owner.userId,
    purpose: owner.purpose,
    file_name: shownName(upload.fileName, contentType),
    content_type: contentType,
    bytes: bytes.length,
  };
}

/** Formats of documents that are decoded and encoded again, which removes their metadata. */
const pictureFormats: Partial<Record<DocumentType, PictureFormat>> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
};

/**
 * Returns a document's type and what we store of it: JPEG, PNG and WebP pictures upright and
 * without metadata, PDF and HEIC files unchanged, because we parse no more of them than their type.
 * @throws Refusal 400
 */
export async function readDocument(
  sent: Buffer,
  field: string,
): Promise<{ readonly contentType: DocumentType; readonly bytes: Buffer }> {
  const contentType = await typeOf(sent);
  if (contentType === null) throw refused(field, msg("Attach a PDF, JPEG, PNG, WebP or HEIC file"));
  const format = pictureFormats[contentType];
  if (format === undefined) return { contentType, bytes: sent };
  try {
    return { contentType, bytes: await readDocumentPicture(sent, format) };
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    throw refused(
      field,
      error.why === "damaged"
        ? msg("This picture is damaged. Attach another.")
        : msg("This picture is too large. Attach one with at most {n} megapixels.", {
            n: MAX_DOCUMENT_PIXELS / 1_000_000,
          }),
    );
  }
}

const refused = (path: string, message: Message) => badFields([{ path, message }]);

async function typeOf(bytes: Buffer): Promise<DocumentType | null> {
  const found = (await fileTypeFromBuffer(bytes))?.mime ?? "";
  const isTaken = (mime: string): mime is DocumentType => Object.hasOwn(documentTypes, mime);
  return isTaken(found) && !isArchiveToo(bytes) ? found : null;
}

/**
 * Whether a file is a ZIP archive as well: archives are read from their end, so a
 * document can be in front of it.
 */
function isArchiveToo(bytes: Buffer): boolean {
  return bytes.includes(END_OF_ZIP, Math.max(0, bytes.length - MAX_END_OF_ZIP));
}

/**
 * Cleans the uploader's file name for display and downloads: no path, no control characters, right
 * extension.
 */
function shownName(given: string, contentType: DocumentType): string {
  const base = given
    .normalize("NFC")
    .replace(/^.*[/\\]/, "")
    .replace(/\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N} ._()-]/gu, "")
    .trim()
    .slice(0, MAX_NAME);
  return `${base === "" ? "document" : base}.${documentTypes[contentType]}`;
}

import { fileTypeFromBuffer } from "file-type";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FileStore } from "../files/file-store.ts";
import { badFields } from "../http/errors.ts";
import type { UploadedFile } from "../http/uploads.ts";
import { documentTypes, type DocumentPurpose, type DocumentType } from "./kinds.ts";
import type { DocumentRow } from "./sql.ts";

const MAX_NAME = 120;

/** Where a document's bytes are kept: a random name that tells nothing. */
export function documentName(id: string): string {
  return `documents/${id.slice(0, 2)}/${id}`;
}

/**
 * Takes in an uploaded document: judged by its content, kept privately under a random name. Record
 * the answer with `insertDocument` in the transaction of the act that it belongs to; bytes of an act
 * that failed are never served, since nothing names them.
 * @throws HttpError 400 for what is no document of a type that is taken (D15)
 */
export async function keepDocument(
  files: FileStore,
  upload: UploadedFile,
  owner: { readonly userId: number; readonly purpose: DocumentPurpose },
): Promise<DocumentRow> {
  const bytes = await readFile(upload.path);
  const contentType = await typeOf(bytes);
  if (contentType === null) {
    const message = "Attach a PDF, JPEG, PNG, WebP or HEIC file";
    throw badFields([{ path: upload.field, message }]);
  }
  const id = randomUUID();
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

async function typeOf(bytes: Buffer): Promise<DocumentType | null> {
  const found = (await fileTypeFromBuffer(bytes))?.mime ?? "";
  const isTaken = (mime: string): mime is DocumentType => Object.hasOwn(documentTypes, mime);
  return isTaken(found) ? found : null;
}

/** The sender's name for the file as it is shown and downloaded: no path, no controls, right ending. */
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

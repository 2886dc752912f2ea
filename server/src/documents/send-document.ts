import type { FastifyReply } from "fastify";
import type { FileStore } from "../files/file-store.ts";
import { notFound } from "../http/errors.ts";
import { documentName } from "./keep-document.ts";
import type { DocumentRow } from "./sql.ts";

/**
 * Answers with a document as a download that no cache keeps (D15). Whether the caller may have it
 * is decided before.
 * @throws HttpError 404 when its bytes are gone
 */
export async function sendDocument(
  files: FileStore,
  reply: FastifyReply,
  document: DocumentRow,
): Promise<void> {
  const bytes = await files.read(documentName(document.id));
  if (bytes === null) throw notFound("We no longer have this document");
  await reply
    .header("Content-Disposition", attachment(document.file_name))
    .header("X-Content-Type-Options", "nosniff")
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .type(document.content_type)
    .send(bytes);
}

/** RFC 6266: an ASCII name for old readers and the true one for the rest. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}

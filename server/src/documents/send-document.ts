import { msg } from "@gavelyard/messages/text";
import type { FastifyReply } from "fastify";
import type { FileStore } from "../files/file-store.ts";
import { notFound } from "../refusal.ts";
import { documentName } from "./store-document.ts";
import type { DocumentRow } from "./sql.ts";

/**
 * Sends a document as a download with caching disabled (D15). The caller checks access first.
 * @throws Refusal 404 when its file is missing
 */
export async function sendDocument(
  files: FileStore,
  reply: FastifyReply,
  document: DocumentRow,
): Promise<void> {
  const bytes = await files.read(documentName(document.id));
  if (bytes === null) throw notFound(msg("We no longer have this document"));
  await reply
    .header("Content-Disposition", attachment(document.file_name))
    .header("X-Content-Type-Options", "nosniff")
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .type(document.content_type)
    .send(bytes);
}

/**
 * Returns a Content-Disposition header (RFC 6266), with an ASCII name for old clients and the true
 * name for others.
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}

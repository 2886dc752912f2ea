import { msg } from "@gavelyard/messages/text";
import { readFile } from "node:fs/promises";
import { insertAudit } from "../../audit/sql.ts";
import type { Context } from "../../context.ts";
import { inTransaction } from "../../db/transaction.ts";
import { badRequest, Refusal, notFound } from "../../refusal.ts";
import type { UploadedFile } from "../../http/uploads/uploads.ts";
import type { StaffActor } from "../enter-unit.ts";
import {
  addPart,
  archiveById,
  archivesOf,
  insertArchive,
  partName,
  partsOf,
  setArchiveWorking,
  type ArchiveRecord,
} from "./archives-sql.ts";
import { noSuchImport, shownFileName } from "./change-import.ts";
import { lockImport } from "./sql.ts";

type ArchiveContext = Pick<Context, "pool" | "files">;

/** Below the upload limit for one file. */
const PART_BYTES = 8 * 1024 * 1024;
const MAX_BYTES = 500 * 1024 * 1024;
const MAX_ARCHIVES = 20;

export async function archiveOr404(
  { pool }: Pick<Context, "pool">,
  importId: number,
  archiveId: number,
): Promise<ArchiveRecord> {
  const archive = await archiveById(pool, archiveId);
  if (archive?.import_id !== importId) throw notFound(msg("ZIP file not found"));
  return archive;
}

/**
 * Starts the upload of a ZIP, or resumes an unfinished one with the same name and size. Returns its
 * ID.
 * @throws Refusal 404; 409 before the units are imported, or for too many ZIPs; 413
 */
export async function openArchive(
  { pool }: ArchiveContext,
  importId: number,
  given: { readonly fileName: string; readonly bytes: number },
  by: StaffActor,
): Promise<number> {
  if (given.bytes > MAX_BYTES)
    throw new Refusal(
      "too-large",
      msg("A ZIP file can be up to 500 MB. Split the pictures into several."),
    );
  const fileName = shownFileName(given.fileName, "pictures.zip");
  return inTransaction(pool, async (tx) => {
    const record = await lockImport(tx, importId);
    if (record === null) throw noSuchImport();
    if (record.state !== "DONE")
      throw new Refusal(
        "too-early",
        msg("Import the units first. Pictures are matched by stock number."),
      );
    const archives = await archivesOf(tx, importId);
    const begun = archives.find(
      ({ state, file_name, bytes }) =>
        state === "UPLOADING" && file_name === fileName && bytes === given.bytes,
    );
    if (begun !== undefined) return begun.id;
    if (archives.length >= MAX_ARCHIVES)
      throw new Refusal(
        "limit-reached",
        msg("An import can have {most} ZIP files. Add more pictures to units directly.", {
          most: MAX_ARCHIVES,
        }),
      );
    return insertArchive(tx, { importId, fileName, bytes: given.bytes, partBytes: PART_BYTES, by });
  });
}

/**
 * Stores one part of a ZIP. Repeating it changes nothing.
 * @throws Refusal 400 for a part of the wrong size, 404, 409
 */
export async function takePart(
  context: ArchiveContext,
  archive: ArchiveRecord,
  part: number,
  upload: UploadedFile,
): Promise<void> {
  if (archive.state !== "UPLOADING")
    throw new Refusal("already-done", msg("This ZIP file is already complete"));
  const parts = partsOf(archive);
  if (part > parts) throw badRequest(msg("part: This ZIP file has {parts} parts", { parts }));
  const { bytes, part_bytes } = archive;
  const due = part < parts ? part_bytes : bytes - part_bytes * (parts - 1);
  if (upload.bytes !== due) {
    throw badRequest(
      msg("part: Part {part} has {due} bytes, not {sent}", { part, due, sent: upload.bytes }),
      [{ path: "part", message: msg("Must have {due} bytes", { due }) }],
    );
  }
  if (archive.received.includes(part)) return;
  const stored = await readFile(upload.path);
  await context.files.write(partName(archive, part), stored, "application/octet-stream");
  await addPart(context.pool, archive.id, part);
}

/**
 * Queues a fully uploaded ZIP for processing. Repeating it changes nothing.
 * @throws Refusal 409
 */
export async function startArchive(
  { pool }: ArchiveContext,
  archive: ArchiveRecord,
  by: StaffActor,
): Promise<void> {
  if (archive.state !== "UPLOADING") return;
  if (archive.received.length < partsOf(archive))
    throw new Refusal("too-early", msg("Parts of the ZIP file are missing"));
  await inTransaction(pool, async (tx) => {
    if (!(await setArchiveWorking(tx, archive.id))) return;
    await insertAudit(tx, {
      actorId: by.userId,
      action: "import-pictures-started",
      subjectType: "unit-import",
      subjectId: archive.import_id,
      after: { fileName: archive.file_name, bytes: archive.bytes },
      ip: by.ip,
    });
  });
}

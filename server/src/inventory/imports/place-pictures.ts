import { t, msg, say } from "@gavelyard/messages/text";
import { valueKey } from "@gavelyard/contract/inventory/unit-table";
import {
  inOrderOfNames,
  PictureNames,
  unitNamesIn,
} from "@gavelyard/domain/inventory/picture-names";
import { createHash } from "node:crypto";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import type { Context } from "../../context.ts";
import { inTransaction } from "../../db/transaction.ts";
import { findMalware } from "../../files/malware-scan.ts";
import { Refusal } from "../../refusal.ts";
import type { PictureStore, StoredPicture } from "../../media/picture-store.ts";
import { insertPicture } from "../../media/sql.ts";
import { altOf, changeImages, placePictures } from "../arrange-images.ts";
import { isInImport, keepLoose, nextUnmatched } from "../loose-pictures/sql.ts";
import { unitById } from "../stock-sql.ts";
import {
  archiveById,
  endArchive,
  isPlaced,
  extendArchiveClaim,
  listFiles,
  namedUnits,
  nextWaiting,
  partName,
  partsOf,
  setOutcome,
  unitsNamed,
  type ArchiveFile,
  type ArchiveRecord,
} from "./archives-sql.ts";
import { FileFault } from "./file-fault.ts";
import { importById } from "./sql.ts";
import { PictureZip } from "./zip.ts";

type PictureContext = Pick<Context, "pool" | "bus" | "files" | "settings">;

/**
 * Places the pictures of a ZIP on the units of its import that their file names name, sorted by name, one unit at a time. Placed pictures stay, and a restart continues with the
 * rest. Pictures without a unit are kept for staff; files that aren't pictures are reported by name.
 */
export async function placeArchive(
  context: PictureContext,
  store: PictureStore,
  id: number,
  stop: AbortSignal,
): Promise<void> {
  const { pool, files } = context;
  const archive = await archiveById(pool, id);
  if (archive === null || archive.state !== "WORKING") return;
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-zip-"));
  try {
    const zip = await PictureZip.open(await assembled(context, archive, folder));
    try {
      await listFiles(pool, id, await filesOf(context, archive, zip));
      const isDone =
        (await placeAll(context, store, archive, zip, stop)) &&
        (await keepUnmatched(context, store, archive, zip, stop));
      if (!isDone) {
        return await extendArchiveClaim(pool, id, false);
      }
    } finally {
      zip.close();
    }
    await endArchive(pool, id, "");
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await endArchive(pool, id, say(error.said));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await dropParts({ files }, archive);
}

export async function dropParts(
  { files }: Pick<Context, "files">,
  archive: ArchiveRecord,
): Promise<void> {
  for (const part of archive.received) await files.remove(partName(archive, part));
}

/**
 * Joins the parts of a ZIP into one file and returns its path.
 * @throws FileFault for a missing part
 */
async function assembled(
  { pool, files }: PictureContext,
  archive: ArchiveRecord,
  folder: string,
): Promise<string> {
  const whole = path.join(folder, "pictures.zip");
  for (let part = 1; part <= partsOf(archive); part += 1) {
    const bytes = await files.read(partName(archive, part));
    if (bytes === null)
      throw new FileFault(msg("Part of the ZIP file is missing. Upload it again."));
    await appendFile(whole, bytes);
    await extendArchiveClaim(pool, archive.id, true);
  }
  return whole;
}

async function filesOf(
  { pool }: PictureContext,
  archive: ArchiveRecord,
  zip: PictureZip,
): Promise<ArchiveFile[]> {
  const names = await namesOf(pool, archive.import_id);
  const others = await namesInHouse(
    pool,
    zip.names.filter((name) => names.unitOf(name) === null),
  );
  return inOrderOfNames(zip.names).map((name) => {
    const inventoryId = names.unitOf(name) ?? others.unitOf(name);
    return { name, inventoryId, message: zip.faultOf(name) };
  });
}

/** Returns the names of all units of the house that paths may mean. */
async function namesInHouse(pool: Pool, paths: readonly string[]): Promise<PictureNames<number>> {
  const asked = new Set(paths.flatMap(unitNamesIn).map(valueKey).filter(isDistinct));
  const names = new PictureNames<number>();
  if (asked.size === 0) return names;
  for (const { id, stockNumber, vin } of await unitsNamed(pool, [...asked]))
    names.add(
      id,
      [stockNumber, ...(vin === null ? [] : [vin, vin.slice(-8)])].filter((name) =>
        isDistinct(valueKey(name)),
      ),
    );
  return names;
}

/** "12" and "2015" are counts and years in most names, whatever unit of the house has that number. */
const isDistinct = (key: string): boolean =>
  /^\d+$/.test(key) ? key.length >= 5 : key.length >= 3 && /\d/.test(key);

const isLotColumn = (header: string): boolean => /^LOT(?:NUMBER|NO|NUM)?$/.test(valueKey(header));

/** Returns the names of the units that an import added or found: stock number, VIN, its last 8, and the file's lot number. */
async function namesOf(pool: Pool, importId: number): Promise<PictureNames<number>> {
  const lotColumn = (await importById(pool, importId))?.headers.findIndex(isLotColumn) ?? -1;
  const names = new PictureNames<number>();
  for (const { id, stockNumber, vin, cells } of await namedUnits(pool, importId)) {
    const lot = cells[lotColumn]?.trim() ?? "";
    names.add(id, [
      stockNumber,
      ...(vin === null ? [] : [vin, vin.slice(-8)]),
      ...(lot === "" ? [] : [lot, `lot ${lot}`]),
    ]);
  }
  return names;
}

interface Taken {
  readonly position: number;
  readonly sha256: Buffer;
  readonly picture: StoredPicture;
}

/** Returns true when all pictures are done, false if stopped before. */
async function placeAll(
  context: PictureContext,
  store: PictureStore,
  archive: ArchiveRecord,
  zip: PictureZip,
  stop: AbortSignal,
): Promise<boolean> {
  const { pool } = context;
  for (;;) {
    const next = await nextWaiting(pool, archive.id);
    if (next === null) return true;
    const taken: Taken[] = [];
    const isKnown = async (sha256: Buffer) =>
      taken.some((one) => one.sha256.equals(sha256)) ||
      (await isPlaced(pool, next.inventoryId, sha256))
        ? t("The unit already has this picture")
        : null;
    for (const { position, name } of next.pictures) {
      if (stop.aborted) return false;
      await extendArchiveClaim(pool, archive.id, true);
      const read = await readPicture(context, store, zip, name, isKnown);
      if ("message" in read) await setOutcome(pool, archive.id, position, read);
      else taken.push({ position, ...read });
    }
    await placeAtUnit(context, archive, next.inventoryId, taken);
  }
}

/** Stores pictures that match no unit, for staff. Returns true when all are done, false if stopped. */
async function keepUnmatched(
  context: PictureContext,
  store: PictureStore,
  archive: ArchiveRecord,
  zip: PictureZip,
  stop: AbortSignal,
): Promise<boolean> {
  const { pool } = context;
  const isKnown = async (sha256: Buffer) =>
    (await isInImport(pool, archive.import_id, sha256))
      ? t("This import already has this picture")
      : null;
  for (;;) {
    const next = await nextUnmatched(pool, archive.id);
    if (next === null) return true;
    if (stop.aborted) return false;
    await extendArchiveClaim(pool, archive.id, true);
    const read = await readPicture(context, store, zip, next.name, isKnown);
    if ("message" in read) await setOutcome(pool, archive.id, next.position, read);
    else {
      await inTransaction(pool, async (tx) => {
        await insertPicture(tx, read.picture);
        const file = { archiveId: archive.id, position: next.position };
        await keepLoose(tx, file, {
          mediaId: read.picture.id,
          sha256: read.sha256,
          message: t("No single unit has that stock number, VIN or lot number"),
        });
      });
    }
  }
}

/** Reads and stores a picture. `refuse` says why its digest is refused; null if it isn't. */
async function readPicture(
  { settings: { scanUrl } }: PictureContext,
  store: PictureStore,
  zip: PictureZip,
  name: string,
  refuse: (sha256: Buffer) => Promise<string | null>,
): Promise<{ sha256: Buffer; picture: StoredPicture } | { message: string }> {
  const fault = zip.faultOf(name);
  if (fault !== "") return { message: fault };
  const bytes = await zip.read(name).catch(() => null);
  if (bytes === null) return { message: t("This file is damaged") };
  const sha256 = createHash("sha256").update(bytes).digest();
  const refused = await refuse(sha256);
  if (refused !== null) return { message: refused };
  if (scanUrl !== null && (await findMalware(scanUrl, bytes)) !== null)
    return { message: t("Our scanner found malware in this file") };
  try {
    return { sha256, picture: await store.storePicture(bytes) };
  } catch (error) {
    if (error instanceof Refusal) return { message: say(error.said) };
    throw error;
  }
}

/**
 * Places the stored pictures on their unit in one transaction. If the unit refuses them, saves the
 * reason for each.
 */
async function placeAtUnit(
  context: PictureContext,
  archive: ArchiveRecord,
  inventoryId: number,
  taken: readonly Taken[],
): Promise<void> {
  if (taken.length === 0) return;
  const by = { userId: archive.created_by, ip: archive.created_ip };
  try {
    const unit = await unitById(context.pool, inventoryId);
    const alt = unit === null ? "" : altOf(unit);
    await changeImages(
      context,
      inventoryId,
      async (tx) => {
        const placed: StoredPicture[] = [];
        // Skips pictures that another worker placed in the meantime.
        for (const { position, sha256, picture } of taken) {
          if (await setOutcome(tx, archive.id, position, { sha256 })) placed.push(picture);
        }
        const as = { kind: "EXTERIOR", alt } as const;
        await placePictures(tx, inventoryId, { stored: placed, known: [] }, as);
        return null;
      },
      by,
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const { position } of taken) {
      await setOutcome(context.pool, archive.id, position, { message: say(error.said) });
    }
  }
}

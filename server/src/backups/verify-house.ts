import type { RootEntry } from "@gavelyard/domain/lot-proofs/lot-proof";
import { verifyRoots } from "@gavelyard/domain/lot-proofs/verify-lot";
import { verifyAudit } from "../audit/verify-audit.ts";
import type { Pool } from "pg";
import type { Db } from "../db/pool.ts";
import { sha256 } from "../db/secrets/sha256.ts";
import { inSnapshot } from "../db/transaction.ts";
import { documentName } from "../documents/store-document.ts";
import type { FileStore } from "../files/file-store.ts";
import { originalPath } from "../media/picture-store.ts";
import { videoName } from "../media/video-store.ts";
import { openLotProblem, proofOf } from "../lot-proofs/lot-proof.ts";
import { recordOfLot } from "../lot-proofs/sql.ts";
import { FIRST_UUID, rowsInParts } from "./rows-in-parts.ts";
import {
  allRoots,
  documentsAfter,
  needsFile,
  picturesAfter,
  recordedLots,
  bookMismatches,
  countMoney,
  videosAfter,
} from "./sql.ts";

export type ReadableFiles = Pick<FileStore, "read" | "readPart">;

export interface HouseVerdict {
  readonly lots: number;
  readonly roots: number;
  readonly documents: number;
  readonly pictures: number;
  readonly videos: number;
  readonly receipts: number;
  readonly payments: number;
  readonly problems: readonly string[];
}

/**
 * Verifies the whole marketplace: each lot's record against its hashes and the rules, the whole
 * list of roots, the audit's hash chain, the sums of holds, awards and invoices, and that the file
 * store has every document, picture and video. With `published`, a list of roots saved elsewhere, it also
 * names the lots that differ from it. The records are read in one snapshot, and the files after it,
 * since they can take hours.
 */
export async function verifyHouse(
  pool: Pool,
  files: ReadableFiles,
  published: readonly RootEntry[] = [],
): Promise<HouseVerdict> {
  const records = await inSnapshot(pool, (db) => verifyRecords(db, published));
  const documents = await checkDocuments(pool, files);
  const pictures = await checkPictures(pool, files);
  const videos = await checkVideos(pool, files);
  return {
    ...records,
    documents: documents.count,
    pictures: pictures.count,
    videos: videos.count,
    problems: [
      ...records.problems,
      ...documents.problems,
      ...pictures.problems,
      ...videos.problems,
    ],
  };
}

async function verifyRecords(
  db: Db,
  published: readonly RootEntry[],
): Promise<Pick<HouseVerdict, "lots" | "roots" | "receipts" | "payments" | "problems">> {
  const lots = await checkLots(db);
  const roots = await allRoots(db);
  const rootProblems = await verifyRoots(roots, sha256);
  const known = new Map(roots.map(({ lotId, hash }) => [lotId, hash]));
  const differing = published
    .filter(({ lotId, hash }) => known.get(lotId) !== hash)
    .map(
      ({ lotId }) => `Lot ${lotId}: its entry in the list of roots differs from the published one`,
    );
  return {
    lots: lots.count,
    roots: roots.length,
    ...(await countMoney(db)),
    problems: [
      ...lots.problems,
      ...rootProblems,
      ...differing,
      ...(await bookMismatches(db)),
      ...(await verifyAudit(db)).problems,
    ],
  };
}

interface Checked {
  readonly count: number;
  readonly problems: readonly string[];
}

/** Counts rows and collects the problems that `problemOf` returns. */
async function checkAll<Row>(
  rows: AsyncIterable<Row>,
  problemOf: (row: Row) => Promise<string | null>,
): Promise<Checked> {
  const problems: string[] = [];
  let count = 0;
  for await (const row of rows) {
    const problem = await problemOf(row);
    if (problem !== null) problems.push(problem);
    count += 1;
  }
  return { count, problems };
}

function checkLots(db: Db): Promise<Checked> {
  return checkAll(
    rowsInParts(
      0,
      (after, limit) => recordedLots(db, after, limit),
      ({ id }) => id,
    ),
    async ({ id, closed }) => {
      const record = await recordOfLot(db, id);
      if (record === null) return `Lot ${id} is gone`;
      const problem = closed ? proofOf(record).problem : openLotProblem(record);
      return typeof problem === "string" ? `Lot ${id}: ${problem}` : null;
    },
  );
}

/** Checks a table's files. A row that was removed while its file was read is no problem. */
function checkFiles<Row>(
  pool: Pool,
  rows: (after: string, limit: number) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
  problemOf: (row: Row) => Promise<string | null>,
): Promise<Checked> {
  return checkAll(rowsInParts(FIRST_UUID, rows, idOf), async (row) => {
    const problem = await problemOf(row);
    return problem !== null && (await needsFile(pool, idOf(row))) ? problem : null;
  });
}

function checkDocuments(pool: Pool, files: ReadableFiles): Promise<Checked> {
  return checkFiles(
    pool,
    (after, limit) => documentsAfter(pool, after, limit),
    ({ id }) => id,
    async ({ id, bytes }) => {
      const kept = await files.read(documentName(id));
      if (kept === null) return `Document ${id} is missing`;
      return kept.length === bytes
        ? null
        : `Document ${id} has ${kept.length} bytes instead of ${bytes}`;
    },
  );
}

function checkPictures(pool: Pool, files: ReadableFiles): Promise<Checked> {
  return checkFiles(
    pool,
    (after, limit) => picturesAfter(pool, after, limit),
    (id) => id,
    async (id) =>
      (await files.read(originalPath(id))) === null ? `Picture ${id} is missing` : null,
  );
}

function checkVideos(pool: Pool, files: ReadableFiles): Promise<Checked> {
  return checkFiles(
    pool,
    (after, limit) => videosAfter(pool, after, limit),
    ({ id }) => id,
    // Only the last byte, since videos are large.
    async ({ id, bytes }) =>
      (await files.readPart(videoName(id), bytes - 1, 2))?.length === 1
        ? null
        : `Video ${id} is missing or has a different length`,
  );
}

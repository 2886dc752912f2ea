import { chown, open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { sha256 } from "../db/sha256.ts";
import type { FileStore } from "../files/file-store.ts";
import { BackupError } from "./backup-error.ts";
import { checkBytes } from "./check-bytes.ts";

const SEGMENT_BYTES = 16 * 1024 * 1024;
/** Number of a segment's pieces at which they are merged into one. */
const MAX_PIECES = 60;
const ROOT = "log/";

/** A position in the log: byte offset, and timeline in eight hex digits. */
export interface LogPosition {
  readonly timeline: string;
  readonly at: number;
}

export function segmentAt({ timeline, at }: LogPosition): string {
  const segment = Math.floor(at / SEGMENT_BYTES);
  return timeline + hex(Math.floor(segment / 256)) + hex(segment % 256);
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, "0");

function startOf(segment: string): number {
  const high = Number.parseInt(segment.slice(8, 16), 16);
  return (high * 256 + Number.parseInt(segment.slice(16), 16)) * SEGMENT_BYTES;
}

function after(segment: string): string {
  return segmentAt({ timeline: segment.slice(0, 8), at: startOf(segment) + SEGMENT_BYTES });
}

/** A byte range of a segment, stored in its own file. The file name holds all fields. */
interface Piece {
  readonly name: string;
  readonly segment: string;
  /** Start offset in the segment, in bytes. */
  readonly from: number;
  readonly to: number;
  /** Everything committed by this time is in the log up to `to`. */
  readonly until: Date;
  readonly sha256: string;
}

const pieceName =
  /^log\/(?<segment>[0-9A-F]{24})\/(?<from>[0-9A-F]{8})-(?<to>[0-9A-F]{8})-(?<until>\d+)-(?<sha>[0-9a-f]{64})$/;
const historyName = /^[0-9A-F]{8}[.]history$/;

function nameOf(piece: Omit<Piece, "name">): string {
  const { segment, from, to, until, sha256 } = piece;
  return `${ROOT}${segment}/${hex(from)}-${hex(to)}-${until.getTime()}-${sha256}`;
}

function parsePiece(name: string): Piece[] {
  const { segment, from, to, until, sha } = pieceName.exec(name)?.groups ?? {};
  if (segment === undefined || sha === undefined) return [];
  return [
    {
      name,
      segment,
      from: Number.parseInt(from ?? "", 16),
      to: Number.parseInt(to ?? "", 16),
      until: new Date(Number(until)),
      sha256: sha,
    },
  ];
}

/** The copy of the server's log that is stored with the backups. */
export class LogArchive {
  readonly #files: FileStore;

  constructor(files: FileStore) {
    this.#files = files;
  }

  /** Returns where the copy of a timeline ends; null when there is none. */
  async end(timeline: string): Promise<LogPosition | null> {
    const last = (await this.#pieces(timeline)).at(-1);
    return last === undefined ? null : { timeline, at: startOf(last.segment) + last.to };
  }

  /**
   * Adds the flushed log from `start` to `end`. `start` is where the copy ends or where a segment
   * begins. Everything is stored when this returns.
   */
  async add(logFolder: string, start: LogPosition, end: number, until: Date): Promise<void> {
    for (let at = start.at; at < end;) {
      const segment = segmentAt({ timeline: start.timeline, at });
      const to = Math.min(end - startOf(segment), SEGMENT_BYTES);
      const old = (await this.#files.list(`${ROOT}${segment}/`)).flatMap(parsePiece);
      const joins = old.length > 0 && (to === SEGMENT_BYTES || old.length >= MAX_PIECES);
      const from = joins ? 0 : at - startOf(segment);
      const bytes = await readBytes(path.join(logFolder, segment), from, to - from);
      const piece = { segment, from, to, until, sha256: sha256(bytes) };
      await this.#files.write(nameOf(piece), bytes, "application/octet-stream");
      if (joins) for (const { name } of old) await this.#files.remove(name);
      at = startOf(segment) + to;
    }
  }

  /** Copies the timeline history files, so that a restore never reuses a timeline number. */
  async addHistories(logFolder: string): Promise<void> {
    for (const name of await readdir(logFolder)) {
      if (!historyName.test(name)) continue;
      const bytes = await readFile(path.join(logFolder, name));
      await this.#files.write(`${ROOT}${name}`, bytes, "text/plain");
    }
  }

  /** Removes all pieces of segments before `segment`. */
  async removeBefore(segment: string): Promise<void> {
    for (const piece of (await this.#files.list(ROOT)).flatMap(parsePiece))
      if (piece.segment < segment) await this.#files.remove(piece.name);
  }

  /**
   * Writes the log from a segment on into a server's log folder. Returns the time up to which
   * everything committed is in it; null when no log from there exists.
   * @throws BackupError naming what is missing, truncated or changed
   */
  async putInto(logFolder: string, first: string): Promise<Date | null> {
    const pieces = await this.#pieces(first.slice(0, 8), first);
    const last = pieces.at(-1);
    if (last === undefined) return null;
    const owner = await stat(logFolder);
    const put = async (name: string, bytes: Buffer) => {
      const file = path.join(logFolder, name);
      await writeFile(file, bytes, { mode: 0o600 });
      await chown(file, owner.uid, owner.gid);
    };
    for (let segment = first; segment <= last.segment; segment = after(segment)) {
      const whole = Buffer.alloc(SEGMENT_BYTES);
      const end = await this.#fill(
        whole,
        segment,
        pieces.filter((piece) => piece.segment === segment),
      );
      if (segment !== last.segment && end < SEGMENT_BYTES) throw gapIn(segment, end);
      await put(segment, whole);
    }
    for (const name of await this.#files.list(ROOT)) {
      const [, file = ""] = name.split("/");
      if (historyName.test(file)) await put(file, (await this.#files.read(name)) ?? Buffer.of());
    }
    return last.until;
  }

  /** Reads a segment's pieces into `whole`. Returns the offset up to which there is no gap. */
  async #fill(whole: Buffer, segment: string, pieces: readonly Piece[]): Promise<number> {
    let end = 0;
    for (const { name, from, to, sha256: expected } of pieces) {
      const bytes = from > end ? null : await this.#files.read(name);
      if (bytes === null) throw gapIn(segment, end);
      checkBytes(name, bytes, { bytes: to - from, sha256: expected });
      bytes.copy(whole, from);
      end = to;
    }
    return end;
  }

  /**
   * Lists the pieces of a timeline from a segment on, in order, without those that a merged piece
   * replaces.
   */
  async #pieces(timeline: string, first = ""): Promise<Piece[]> {
    const all = (await this.#files.list(ROOT))
      .flatMap(parsePiece)
      .filter(({ segment }) => segment.startsWith(timeline) && segment >= first)
      .map((piece) => ({ piece, at: startOf(piece.segment) + piece.from }))
      .toSorted((a, b) => a.at - b.at || b.piece.to - a.piece.to);
    let end = 0;
    return all.flatMap(({ piece, at }) => {
      const pieceEnd = at - piece.from + piece.to;
      if (pieceEnd <= end) return [];
      end = pieceEnd;
      return [piece];
    });
  }
}

function gapIn(segment: string, at: number): BackupError {
  return new BackupError(`log/${segment} is missing from byte ${at} on.`);
}

/** @throws Error when the file is too short */
async function readBytes(name: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(name, "r");
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    if (bytesRead < length) throw new Error(`${name} has less than ${offset + length} bytes`);
    return bytes;
  } finally {
    await file.close();
  }
}

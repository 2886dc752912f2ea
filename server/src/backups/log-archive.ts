import { chown, open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { sha256 } from "../db/secrets/sha256.ts";
import type { FileStore } from "../files/file-store.ts";
import { BackupError } from "./backup-error.ts";
import { checkBytes } from "./check-bytes.ts";

const SEGMENT_BYTES = 16 * 1024 * 1024;
/** Number of a segment's pieces at which they are merged into one. */
const MAX_PIECES = 60;
const ROOT = "log/";
const FIRST_TIMELINE = "00000001";

/** A position in the log: byte offset, and timeline in eight hex digits. */
export interface LogPosition {
  readonly timeline: string;
  readonly at: number;
}

export function segmentAt({ timeline, at }: LogPosition): string {
  const segment = Math.floor(at / SEGMENT_BYTES);
  return timeline + hex(Math.floor(segment / 256)) + hex(segment % 256);
}

/** Reads a position as PostgreSQL writes it, `16/B374D848`, in bytes. */
export function parsePosition(text: string): number {
  const [high = "", low = ""] = text.split("/");
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

/** A timeline's part of a history: from the position where it began to the one where the next did. */
export interface Stretch {
  readonly timeline: string;
  readonly from: number;
  /** Infinity for the last one. */
  readonly to: number;
}

/** Reads a timeline's history file, which names the timelines before it and where each ended. */
export function parseHistory(timeline: string, text: string): Stretch[] {
  let from = 0;
  const earlier = text.split("\n").flatMap((line) => {
    const [, id, end] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line) ?? [];
    if (id === undefined || end === undefined) return [];
    const stretch = { timeline: hex(Number(id)), from, to: parsePosition(end) };
    from = stretch.to;
    return [stretch];
  });
  return [...earlier, { timeline, from, to: Infinity }];
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, "0");

export function startOf(segment: string): number {
  const high = Number.parseInt(segment.slice(8, 16), 16);
  return (high * 256 + Number.parseInt(segment.slice(16), 16)) * SEGMENT_BYTES;
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
const historyName = /^([0-9A-F]{8})[.]history$/;

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

/** What was put into a server's log folder. */
export interface LogPut {
  /** Everything committed by this time is in it, or was cut off by a restore. */
  readonly until: Date;
  /** Whether it has log of the last timeline; if not, it ends where the one before was cut off. */
  readonly isAll: boolean;
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
   * Returns the history up to a timeline, or to the newest one: each restore begins a timeline where
   * the log that it replayed ends. Null without any log.
   * @throws BackupError when the history file of a timeline that isn't the first is missing
   */
  async historyTo(wanted: string | null): Promise<readonly Stretch[] | null> {
    const timelines = (await this.#files.list(ROOT)).map((name) => name.slice(ROOT.length, 12));
    const known = timelines.filter((each) => /^[0-9A-F]{8}$/.test(each)).toSorted();
    const timeline = wanted ?? known.at(-1);
    if (timeline === undefined) return null;
    const file = await this.#files.read(`${ROOT}${timeline}.history`);
    if (file === null && timeline !== FIRST_TIMELINE)
      throw new BackupError(`log/${timeline}.history is missing.`);
    return parseHistory(timeline, file?.toString() ?? "");
  }

  /** Writes all history files into a server's log folder, so that it begins an unused timeline. */
  async putHistories(logFolder: string): Promise<void> {
    const put = await writerInto(logFolder);
    for (const name of await this.#files.list(ROOT)) {
      const file = name.slice(ROOT.length);
      if (historyName.test(file)) await put(file, (await this.#files.read(name)) ?? Buffer.of());
    }
  }

  /**
   * Writes the log of a history into the log folder of an unpacked backup, from its `segment` on. Its
   * own log reaches `end`. What a timeline's log has after the next one began was cut off by a
   * restore, and is left out. Returns null if there is no log after the backup.
   * @throws BackupError naming what is missing, truncated or changed
   */
  async putInto(
    logFolder: string,
    { segment: first, end: ownEnd = 0 }: { segment: string; end?: number | undefined },
    history: readonly Stretch[],
  ): Promise<LogPut | null> {
    const put = await writerInto(logFolder);
    const begin = startOf(first);
    let until: Date | null = null;
    let isAll = false;
    for (const { timeline, from, to } of history.slice(
      history.findIndex((each) => first.startsWith(each.timeline)),
    )) {
      const start = Math.max(begin, from - (from % SEGMENT_BYTES));
      const pieces = await this.#pieces(timeline, segmentAt({ timeline, at: start }));
      const last = pieces.at(-1);
      // The server ended the segment with the backup, which contains all of it.
      const own = first.startsWith(timeline)
        ? Math.ceil(ownEnd / SEGMENT_BYTES) * SEGMENT_BYTES
        : 0;
      const copiedTo = Math.max(last === undefined ? start : startOf(last.segment) + last.to, own);
      if (to < Infinity && copiedTo < to)
        throw gapIn(segmentAt({ timeline, at: copiedTo }), copiedTo % SEGMENT_BYTES);
      const end = Math.min(copiedTo, to);
      for (let at = start; at < end; at += SEGMENT_BYTES) {
        const segment = segmentAt({ timeline, at });
        const bytes =
          (await readFile(path.join(logFolder, segment)).catch(() => null)) ??
          Buffer.alloc(SEGMENT_BYTES);
        const copied = pieces.filter((piece) => piece.segment === segment);
        const filled = Math.max(await this.#fill(bytes, segment, copied), own - at);
        const needed = Math.min(end - at, SEGMENT_BYTES);
        if (filled < needed) throw gapIn(segment, filled);
        if (to < Infinity) bytes.fill(0, needed);
        await put(segment, bytes);
      }
      const reached = pieces.findLast((piece) => startOf(piece.segment) + piece.from < end);
      if (reached !== undefined) until = reached.until;
      isAll = reached !== undefined;
    }
    return until === null ? null : { until, isAll };
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

/**
 * Whether a history includes a backup, so that its log can be replayed from there. A backup that was
 * finished after the point where a restore cut its timeline off is in no later history.
 */
export function includes(
  history: readonly Stretch[],
  { segment, end = startOf(segment) }: { segment: string; end?: number | undefined },
): boolean {
  return history.some(({ timeline, to }) => segment.startsWith(timeline) && end <= to);
}

type Put = (name: string, bytes: Buffer) => Promise<void>;

/** Returns a function that writes files as the owner of their folder. */
async function writerInto(folder: string): Promise<Put> {
  const owner = await stat(folder);
  return async (name, bytes) => {
    const file = path.join(folder, name);
    await writeFile(file, bytes, { mode: 0o600 });
    await chown(file, owner.uid, owner.gid);
  };
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

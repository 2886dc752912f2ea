import { msg } from "@gavelyard/messages/text";
import { damaged, VideoFault, type ByteSource, type Edit, type ReadVideo } from "./byte-source.ts";

/** Limits of what is read into memory or walked through. */
const MAX_MOOV_BYTES = 8 * 1024 * 1024;
const MAX_BOXES = 2_000;
const MAX_DATA_BOXES = 16;
const MAX_EDITS = 50_000;

/** Boxes that stay, by the box that holds them. All others, such as `udta`, are emptied. */
const keptBoxes: Readonly<Record<string, readonly string[]>> = {
  moov: ["mvhd", "trak"],
  trak: ["tkhd", "edts", "mdia"],
  edts: ["elst"],
  mdia: ["mdhd", "hdlr", "minf"],
  minf: ["vmhd", "smhd", "dinf", "stbl"],
  dinf: ["dref"],
  stbl: [
    "stsd",
    "stts",
    "ctts",
    "stss",
    "stsc",
    "stsz",
    "stco",
    "co64",
    "sdtp",
    "sgpd",
    "sbgp",
    "cslg",
  ],
};

interface Box {
  readonly type: string;
  /** Where it begins and ends in the file. */
  readonly start: number;
  readonly end: number;
  /** Where its content begins in the file. */
  readonly body: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Empties a box: players skip `free` boxes, and all offsets in the file stay valid. */
const empty = ({ start, end, body }: Box): Edit[] => [
  { at: start + 4, head: Buffer.from("free"), zeros: 0 },
  { at: body, head: Buffer.alloc(0), zeros: end - body },
];

/**
 * Reads the structure of an MP4 file with H.264 pictures and AAC sound. The edits empty everything
 * else, such as the location and data tracks.
 * @throws VideoFault
 */
export async function readMp4(source: ByteSource): Promise<ReadVideo> {
  const edits: Edit[] = [];
  const data: Range[] = [];
  let moov: Box | null = null;
  let boxes = 0;
  for (let at = 0; at < source.size; boxes += 1) {
    const box = await boxAt(source, at);
    if (boxes > MAX_BOXES || (at === 0) !== (box.type === "ftyp")) throw damaged();
    if (box.type === "mdat") data.push({ start: box.body, end: box.end });
    else if (box.type === "moof") {
      throw new VideoFault(
        msg(
          "This is a fragmented MP4, which some browsers can't play. Export it as a standard MP4.",
        ),
      );
    } else if (box.type === "moov") {
      if (moov !== null || box.end - box.start > MAX_MOOV_BYTES) throw damaged();
      moov = box;
    } else if (box.type !== "ftyp") edits.push(...empty(box));
    else if (box.end > 256) throw damaged();
    at = box.end;
  }
  if (moov === null || data.length > MAX_DATA_BOXES) throw damaged();
  // A copy: later reads of the source reuse its buffer.
  const bytes = Buffer.from(await source.read(moov.start, moov.end - moov.start));
  return new Movie(bytes, moov, data).read(edits);
}

async function boxAt(source: ByteSource, start: number): Promise<Box> {
  const head = await source.read(start, Math.min(16, source.size - start));
  return boxIn(head, start, source.size, (at) => at - start);
}

/** Reads a box's header; `offsetOf` turns a place in the file into one in `bytes`. */
function boxIn(bytes: Buffer, start: number, limit: number, offsetOf: (at: number) => number): Box {
  const offset = offsetOf(start);
  if (offset + 8 > bytes.length || start + 8 > limit) throw damaged();
  const short = bytes.readUInt32BE(offset);
  const type = bytes.toString("latin1", offset + 4, offset + 8);
  const long = short === 1;
  if (long && offset + 16 > bytes.length) throw damaged();
  // Zero: up to the end of the file, which only its last box can be.
  const size = long ? Number(bytes.readBigUInt64BE(offset + 8)) : short || limit - start;
  const body = start + (long ? 16 : 8);
  if (start + size < body || start + size > limit || (short === 0 && type !== "mdat"))
    throw damaged();
  return { type, start, end: start + size, body };
}

class Movie {
  readonly #bytes: Buffer;
  readonly #moov: Box;
  readonly #data: readonly Range[];
  #boxes = 0;

  constructor(bytes: Buffer, moov: Box, data: readonly Range[]) {
    this.#bytes = bytes;
    this.#moov = moov;
    this.#data = data;
  }

  read(edits: Edit[]): ReadVideo {
    const inMoov = this.#kept(this.#moov, edits);
    const header = only(inMoov, "mvhd");
    let video: { width: number; height: number } | null = null;
    let silent = true;
    let durationMs = this.#durationMs(header);
    for (const track of inMoov.filter(({ type }) => type === "trak")) {
      const trackEdits: Edit[] = [];
      const inTrack = this.#kept(track, trackEdits);
      const media = this.#kept(only(inTrack, "mdia"), trackEdits);
      const kind = this.#text(only(media, "hdlr"), 8, 4);
      const inInfo = this.#kept(only(media, "minf"), trackEdits);
      const tables = this.#kept(only(inInfo, "stbl"), trackEdits);
      if (kind !== "vide" && kind !== "soun") {
        edits.push(...empty(track), ...this.#emptySamples(tables));
        if (edits.length > MAX_EDITS) throw damaged();
        continue;
      }
      edits.push(...trackEdits);
      for (const part of inTrack.filter(({ type }) => type === "edts")) this.#kept(part, edits);
      this.#refuseOtherFiles(this.#kept(only(inInfo, "dinf"), edits));
      this.#chunks(tables);
      durationMs = Math.max(durationMs, this.#durationMs(only(media, "mdhd")));
      const sample = this.#sample(only(tables, "stsd"));
      if (kind === "soun") {
        if (sample.codec !== "mp4a") throw wrongCodec(sample.codec);
        silent = false;
      } else {
        if (video !== null) throw new VideoFault(msg("This file has more than one video track"));
        if (sample.codec !== "avc1" && sample.codec !== "avc3") throw wrongCodec(sample.codec);
        video = {
          width: this.#number(sample.box, 24, 2),
          height: this.#number(sample.box, 26, 2),
        };
      }
    }
    if (video === null) throw new VideoFault(msg("This file has no video track"));
    return {
      contentType: "video/mp4",
      durationMs: Math.round(durationMs),
      ...video,
      silent,
      edits,
    };
  }

  /** Returns the boxes in a box that stay, and adds edits that empty the others. */
  #kept(box: Box, edits: Edit[]): Box[] {
    const kept: Box[] = [];
    for (let at = box.body; at < box.end;) {
      const child = boxIn(this.#bytes, at, box.end, (place) => place - this.#moov.start);
      this.#boxes += 1;
      if (this.#boxes > MAX_BOXES) throw damaged();
      if (keptBoxes[box.type]?.includes(child.type) === true) kept.push(child);
      else edits.push(...empty(child));
      at = child.end;
    }
    return kept;
  }

  #number(box: Box, offset: number, length: 1 | 2 | 4 | 8): number {
    const at = box.body + offset;
    if (at + length > box.end) throw damaged();
    const from = at - this.#moov.start;
    return length === 8
      ? Number(this.#bytes.readBigUInt64BE(from))
      : this.#bytes.readUIntBE(from, length);
  }

  #text(box: Box, offset: number, length: number): string {
    const from = box.body + offset;
    if (from + length > box.end) throw damaged();
    return this.#bytes.toString(
      "latin1",
      from - this.#moov.start,
      from - this.#moov.start + length,
    );
  }

  #durationMs(box: Box): number {
    const isLong = this.#number(box, 0, 1) === 1;
    const scale = this.#number(box, isLong ? 20 : 12, 4);
    if (scale === 0) throw damaged();
    return (this.#number(box, isLong ? 24 : 16, isLong ? 8 : 4) / scale) * 1000;
  }

  #sample(descriptions: Box): { codec: string; box: Box } {
    const start = descriptions.body + 8;
    const place = (at: number) => at - this.#moov.start;
    const box = boxIn(this.#bytes, start, descriptions.end, place);
    if (this.#number(descriptions, 4, 4) !== 1) throw damaged();
    return { codec: box.type, box };
  }

  /** Refuses tracks whose data is in another file, at an address of the sender's choice. */
  #refuseOtherFiles(inDinf: readonly Box[]): void {
    const references = only(inDinf, "dref");
    for (let at = references.body + 8; at < references.end;) {
      const one = boxIn(this.#bytes, at, references.end, (place) => place - this.#moov.start);
      // The flag says that the data is in this file.
      if ((this.#number(one, 3, 1) & 1) === 0 || one.end - one.start !== 12) throw damaged();
      at = one.end;
    }
  }

  /** Returns where a track's chunks begin; all must be in the file's data. */
  #chunks(tables: readonly Box[]): number[] {
    const table = tables.find(({ type }) => type === "stco" || type === "co64");
    if (table === undefined) throw damaged();
    const size = table.type === "stco" ? 4 : 8;
    const count = this.#entries(table, 4, size);
    const chunks = Array.from({ length: count }, (_, n) => this.#number(table, 8 + n * size, size));
    const isInData = (at: number) => this.#data.some(({ start, end }) => at >= start && at < end);
    if (count === 0 || !chunks.every(isInData)) throw damaged();
    return chunks;
  }

  /** Returns a table's number of entries, which must fill it. */
  #entries(table: Box, countAt: 4 | 8, size: number): number {
    const count = this.#number(table, countAt, 4);
    if (table.end - table.body !== countAt + 4 + count * size) throw damaged();
    return count;
  }

  #emptySamples(tables: readonly Box[]): Edit[] {
    const chunks = this.#chunks(tables);
    if (chunks.length > MAX_EDITS) throw damaged();
    const sizes = only(tables, "stsz");
    const same = this.#number(sizes, 4, 4);
    const samples = same === 0 ? this.#entries(sizes, 8, 4) : this.#number(sizes, 8, 4);
    const runs = only(tables, "stsc");
    const runCount = this.#entries(runs, 4, 12);
    const edits: Edit[] = [];
    let run = 0;
    let sample = 0;
    let left = this.#data.reduce((sum, { start, end }) => sum + end - start, 0);
    for (const [index, start] of chunks.entries()) {
      while (run + 1 < runCount && this.#number(runs, 8 + (run + 1) * 12, 4) <= index + 1) run += 1;
      const inChunk = Math.min(this.#number(runs, 12 + run * 12, 4), samples - sample);
      let bytes = same * inChunk;
      for (let n = 0; same === 0 && n < inChunk; n += 1)
        bytes += this.#number(sizes, 12 + (sample + n) * 4, 4);
      sample += inChunk;
      left -= bytes;
      const inData = this.#data.some((range) => start >= range.start && start + bytes <= range.end);
      if (!inData || left < 0) throw damaged();
      edits.push({ at: start, head: Buffer.alloc(0), zeros: bytes });
    }
    return edits;
  }
}

function only(boxes: readonly Box[], type: string): Box {
  const [box, another] = boxes.filter((each) => each.type === type);
  if (box === undefined || another !== undefined) throw damaged();
  return box;
}

function wrongCodec(codec: string): VideoFault {
  return codec === "hvc1" || codec === "hev1"
    ? new VideoFault(
        msg("This video is in HEVC. Set the camera to H.264 (“Most compatible”) or convert it."),
      )
    : new VideoFault(msg("Send an MP4 with H.264 and AAC, or a WebM"));
}

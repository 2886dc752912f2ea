import { msg } from "@gavelyard/messages/text";
import { damaged, VideoFault, type ByteSource, type Edit, type ReadVideo } from "./byte-source.ts";

const MAX_ELEMENTS = 500_000;
const MAX_HEADER_BYTES = 1024 * 1024;

const id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  contentEncodings: 0x6d80,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  referenceBlock: 0xfb,
  blockAdditions: 0x75a1,
  discardPadding: 0x75a2,
  position: 0xa7,
  prevSize: 0xab,
  void: 0xec,
  crc: 0xbf,
} as const;

const inSegment: readonly number[] = [id.seekHead, id.info, id.tracks, id.cues, id.cluster, id.crc];
const inInfo: readonly number[] = [
  id.timestampScale,
  id.duration,
  id.muxingApp,
  id.writingApp,
  id.crc,
];
const inCluster: readonly number[] = [
  id.timestamp,
  id.position,
  id.prevSize,
  id.simpleBlock,
  id.crc,
];
const inGroup: readonly number[] = [
  id.block,
  id.blockDuration,
  id.referenceBlock,
  id.blockAdditions,
  id.discardPadding,
];
const videoCodecs: readonly string[] = ["V_VP8", "V_VP9", "V_AV1"];
const audioCodecs: readonly string[] = ["A_OPUS", "A_VORBIS"];

interface Element {
  readonly id: number;
  /** Where it begins and ends in the file; null without a size. */
  readonly start: number;
  readonly end: number | null;
  /** Where its content begins. */
  readonly body: number;
}

/**
 * Reads the structure of a WebM file with VP8, VP9 or AV1 pictures and Opus or Vorbis sound. The
 * edits empty everything else, such as tags and attached files.
 * @throws VideoFault
 */
export const readWebm = (source: ByteSource): Promise<ReadVideo> => new Webm(source).read();

class Webm {
  readonly #source: ByteSource;
  readonly #edits: Edit[] = [];
  #elements = 0;
  /** Nanoseconds of a tick. */
  #scale = 1_000_000;
  #duration: number | null = null;
  #lastTick = 0;
  #blocks = 0;
  #cues = false;
  #silent = true;
  #size: { width: number; height: number } | null = null;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  async read(): Promise<ReadVideo> {
    const header = await this.#element(0, this.#source.size);
    const headerEnd = sized(header);
    if (header.id !== id.ebml || headerEnd > 256) throw damaged();
    const docType = (await this.#children(header.body, headerEnd)).find(
      (each) => each.id === id.docType,
    );
    if (docType === undefined || (await this.#text(docType)) !== "webm")
      throw new VideoFault(msg("Send an MP4 with H.264 and AAC, or a WebM"));
    const segment = await this.#element(headerEnd, this.#source.size);
    const end = segment.end ?? this.#source.size;
    if (segment.id !== id.segment || end !== this.#source.size) throw damaged();
    for (let at = segment.body; at < end;) {
      const part = await this.#element(at, end);
      at = part.id === id.cluster ? await this.#cluster(part, end) : await this.#part(part);
    }
    if (this.#size === null) throw new VideoFault(msg("This file has no video track"));
    if (this.#duration === null || !this.#cues) {
      throw new VideoFault(
        msg("This WebM has no index, so viewers can't skip through it. Export it again."),
      );
    }
    if (this.#blocks === 0) throw damaged();
    const ticks = Math.max(this.#duration, this.#lastTick);
    return {
      contentType: "video/webm",
      durationMs: Math.round((ticks * this.#scale) / 1_000_000),
      ...this.#size,
      silent: this.#silent,
      edits: this.#edits,
    };
  }

  async #part(part: Element): Promise<number> {
    const end = sized(part);
    if (!inSegment.includes(part.id)) this.#empty(part, end);
    if (part.id === id.cues) this.#cues = true;
    if (part.id === id.info) await this.#info(part, end);
    if (part.id === id.tracks) await this.#tracks(part, end);
    return end;
  }

  async #info(info: Element, end: number): Promise<void> {
    for (const each of await this.#children(info.body, end)) {
      if (!inInfo.includes(each.id)) this.#empty(each, sized(each));
      if (each.id === id.timestampScale) this.#scale = await this.#number(each);
      if (each.id === id.duration) this.#duration = await this.#float(each);
    }
    if (this.#scale === 0) throw damaged();
  }

  async #tracks(tracks: Element, end: number): Promise<void> {
    if (end - tracks.start > MAX_HEADER_BYTES) throw damaged();
    for (const entry of await this.#children(tracks.body, end)) {
      if (entry.id !== id.trackEntry) continue;
      const fields = await this.#children(entry.body, sized(entry));
      const field = (wanted: number) => fields.find((each) => each.id === wanted);
      const [type, codec, video] = [field(id.trackType), field(id.codecId), field(id.video)];
      if (type === undefined || codec === undefined) throw damaged();
      const kind = await this.#number(type);
      const name = await this.#text(codec);
      const isSound = kind === 2 && audioCodecs.includes(name);
      const isPicture = kind === 1 && videoCodecs.includes(name) && video !== undefined;
      if ((!isSound && !isPicture) || field(id.contentEncodings) !== undefined) {
        throw new VideoFault(
          msg("This WebM has a track some browsers can't play. Export it with VP9 and Opus."),
        );
      }
      if (isSound) this.#silent = false;
      else if (this.#size !== null)
        throw new VideoFault(msg("This file has more than one video track"));
      else this.#size = await this.#pixels(video);
    }
  }

  async #pixels(video: Element | undefined): Promise<{ width: number; height: number }> {
    if (video === undefined) throw damaged();
    const fields = await this.#children(video.body, sized(video));
    const width = fields.find((each) => each.id === id.pixelWidth);
    const height = fields.find((each) => each.id === id.pixelHeight);
    if (width === undefined || height === undefined) throw damaged();
    return { width: await this.#number(width), height: await this.#number(height) };
  }

  /** Walks through a cluster, which may have no size. Returns where the next part begins. */
  async #cluster(cluster: Element, segmentEnd: number): Promise<number> {
    const end = cluster.end ?? segmentEnd;
    let tick = 0;
    let at = cluster.body;
    while (at < end) {
      const each = await this.#element(at, end);
      if (cluster.end === null && inSegment.includes(each.id) && each.id !== id.crc) return at;
      at = sized(each);
      if (each.id === id.timestamp) tick = await this.#number(each);
      else if (each.id === id.simpleBlock) await this.#block(each, tick);
      else if (each.id === id.blockGroup) {
        for (const part of await this.#children(each.body, at)) {
          if (part.id === id.block) await this.#block(part, tick);
          else if (!inGroup.includes(part.id)) this.#empty(part, sized(part));
        }
      } else if (!inCluster.includes(each.id)) this.#empty(each, at);
    }
    return at;
  }

  /** Records when a block is shown: after its track's number, relative to its cluster. */
  async #block({ body, start, end }: Element, tick: number): Promise<void> {
    const [first = 0] = await this.#source.read(body, 1);
    const length = Math.clz32(first) - 23;
    if (length > 2 || body + length + 3 > (end ?? start)) throw damaged();
    const time = await this.#source.read(body + length, 2);
    this.#lastTick = Math.max(this.#lastTick, tick + time.readInt16BE());
    this.#blocks += 1;
  }

  async #children(from: number, end: number): Promise<Element[]> {
    const found: Element[] = [];
    for (let at = from; at < end;) {
      const each = await this.#element(at, end);
      found.push(each);
      at = sized(each);
    }
    return found;
  }

  async #element(start: number, limit: number): Promise<Element> {
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) throw damaged();
    const head = await this.#source.read(start, Math.min(12, limit - start));
    const idLength = Math.clz32(head[0] ?? 0) - 23;
    const marker = head[idLength] ?? 0;
    const sizeLength = Math.clz32(marker) - 23;
    const headLength = idLength + sizeLength;
    if (idLength > 4 || sizeLength > 8 || headLength > head.length) throw damaged();
    const mask = 0xff >> sizeLength;
    let size = marker & mask;
    let isOpen = size === mask;
    for (const byte of head.subarray(idLength + 1, headLength)) {
      size = size * 256 + byte;
      isOpen &&= byte === 0xff;
    }
    const body = start + headLength;
    const end = isOpen ? null : body + size;
    if (end !== null && end > limit) throw damaged();
    return { id: head.readUIntBE(0, idLength), start, end, body };
  }

  /** Turns an element into one that players skip, of the same length. */
  #empty({ start, body }: Element, end: number): void {
    // The size field fills the rest of the old header, at least one byte.
    const sizeLength = body - start - 1;
    const head = Buffer.alloc(1 + sizeLength);
    let size = end - body;
    for (let n = sizeLength; n >= 1; n -= 1) {
      head[n] = size % 256;
      size = Math.floor(size / 256);
    }
    if (sizeLength > 8) {
      // A size has eight bytes at most, so the rest is content.
      const rest = sizeLength - 8;
      this.#edits.push({ at: start, head: voidHead(end - body + rest), zeros: end - body + rest });
      return;
    }
    head[0] = id.void;
    head[1] = (head[1] ?? 0) | (0x100 >> sizeLength);
    this.#edits.push({ at: start, head, zeros: end - body });
  }

  async #number(element: Element): Promise<number> {
    const bytes = await this.#content(element, 8);
    return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  }

  async #float(element: Element): Promise<number> {
    const bytes = await this.#content(element, 8);
    const value =
      bytes.length === 4 ? bytes.readFloatBE() : bytes.length === 8 ? bytes.readDoubleBE() : NaN;
    if (!(value >= 0 && value < Number.MAX_SAFE_INTEGER)) throw damaged();
    return value;
  }

  async #text(element: Element): Promise<string> {
    // The rest can be zeros.
    return (await this.#content(element, 32)).toString("latin1").split("\0", 1)[0] ?? "";
  }

  async #content(element: Element, atMost: number): Promise<Buffer> {
    const length = sized(element) - element.body;
    if (length > atMost) throw damaged();
    return this.#source.read(element.body, length);
  }
}

/** The head of an element without meaning, whose size takes eight bytes. */
function voidHead(size: number): Buffer {
  const head = Buffer.alloc(9);
  head.writeBigUInt64BE(BigInt(size), 1);
  head[0] = id.void;
  head[1] = 0x01;
  return head;
}

function sized({ end }: Element): number {
  if (end === null) throw damaged();
  return end;
}

interface Box {
  readonly type: string;
  /** Where its content begins and ends in the file. */
  readonly from: number;
  readonly to: number;
}

/** Lists the boxes of a part of a file (ISO 14496-12). @throws RangeError when it's cut off */
function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size =
      short === 0 ? to - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (size < head || at + size > to) throw new RangeError("a box ends outside of its parent");
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), from: at + head, to: at + size });
    at += size;
  }
  return boxes;
}

class Reader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Reads an unsigned number of `size` bytes; 0 if the size is 0. */
  next(size: number): number {
    if (size === 0) return 0;
    this.#at += size;
    return size === 8
      ? Number(this.#bytes.readBigUInt64BE(this.#at - 8))
      : this.#bytes.readUIntBE(this.#at - size, size);
  }
}

/** Ids of the items with metadata: Exif and XMP. */
function describingItems(bytes: Buffer, iinf: Box): Set<number> {
  const first = iinf.from + (bytes[iinf.from] === 0 ? 6 : 8);
  const ids = new Set<number>();
  for (const { type, from } of boxesIn(bytes, first, iinf.to)) {
    const idSize = bytes[from] === 3 ? 4 : 2;
    const kind = bytes.toString("latin1", from + 6 + idSize, from + 10 + idSize);
    if (type === "infe" && (kind === "Exif" || kind === "mime"))
      ids.add(bytes.readUIntBE(from + 4, idSize));
  }
  return ids;
}

/** Where items are: in the file, or in the box `idat`, which begins at `idatFrom`. */
function* extentsOf(
  bytes: Buffer,
  iloc: Box,
  idatFrom: number,
): Generator<{ id: number; from: number; length: number }> {
  const version = bytes[iloc.from] ?? 0;
  const read = new Reader(bytes, iloc.from + 4);
  const sizes = read.next(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const items = read.next(version < 2 ? 2 : 4);
  for (let item = 0; item < items; item += 1) {
    const id = read.next(version < 2 ? 2 : 4);
    const isInIdat = version > 0 && (read.next(2) & 15) === 1;
    read.next(2);
    const base = read.next(baseSize);
    const extents = read.next(2);
    for (let extent = 0; extent < extents; extent += 1) {
      read.next(indexSize);
      const from = base + read.next(offsetSize) + (isInIdat ? idatFrom : 0);
      yield { id, from, length: read.next(lengthSize) };
    }
  }
}

/**
 * Overwrites the metadata that a camera added to a HEIC picture, such as the place and the device.
 * The length stays, so the picture itself doesn't change.
 * @throws RangeError for a file that is cut off
 */
export function blankHeif(sent: Buffer): Buffer {
  const bytes = Buffer.from(sent);
  for (const meta of boxesIn(bytes, 0, bytes.length).filter(({ type }) => type === "meta")) {
    const boxes = boxesIn(bytes, meta.from + 4, meta.to);
    const find = (wanted: string) => boxes.find(({ type }) => type === wanted);
    const [iinf, iloc, idat] = [find("iinf"), find("iloc"), find("idat")];
    if (iinf === undefined || iloc === undefined) continue;
    const ids = describingItems(bytes, iinf);
    for (const { id, from, length } of extentsOf(bytes, iloc, idat?.from ?? 0))
      if (ids.has(id)) bytes.fill(0, from, from + length);
  }
  return bytes;
}

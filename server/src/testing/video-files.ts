/** Coordinates as a phone writes them into a video. */
export const PLACE = "+32.7767-096.7970/";

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}

/** The box in which a phone writes where a video was filmed. */
export const placeBox = () =>
  box("udta", box("\xa9xyz", u16(PLACE.length), u16(0x15c7), Buffer.from(PLACE)));

interface Mp4 {
  readonly seconds?: number;
  readonly width?: number;
  readonly height?: number;
  readonly codec?: string;
  readonly sound?: boolean;
  /** Adds a track of data with the place, as action cameras do. */
  readonly data?: boolean;
  /** Further boxes in `moov`, in its video track, and of the file. */
  readonly inMoov?: Buffer;
  readonly inTrack?: Buffer;
  readonly after?: Buffer;
  readonly shift?: number;
}

/** Builds the smallest MP4 that we accept. No player could show it. */
export function mp4Of(of: Mp4 = {}): Buffer {
  const { seconds = 5, width = 640, height = 360, codec = "avc1", sound = true } = of;
  const none = Buffer.alloc(0);
  const ftyp = box("ftyp", Buffer.from("isom"), u32(512), Buffer.from("isomavc1mp41"));
  const samples = [Buffer.alloc(99, "V"), Buffer.alloc(50, "S"), Buffer.from(PLACE)] as const;
  const start = ftyp.length + 8;
  const times = [u32(0), u32(0), u32(0), u32(1000), u32(seconds * 1000)];
  const track = (
    kind: string,
    at: number,
    bytes: number,
    description: Buffer,
    extra: Buffer = none,
  ) =>
    box(
      "trak",
      box("tkhd", Buffer.alloc(84)),
      extra,
      box(
        "mdia",
        box("mdhd", ...times, u32(0)),
        box("hdlr", u32(0), u32(0), Buffer.from(kind), Buffer.alloc(13)),
        box(
          "minf",
          box("dinf", box("dref", u32(0), u32(1), box("url ", u32(1)))),
          box(
            "stbl",
            box("stsd", u32(0), u32(1), description),
            box("stts", u32(0), u32(1), u32(1), u32(seconds * 1000)),
            box("stsc", u32(0), u32(1), u32(1), u32(1), u32(1)),
            box("stsz", u32(0), u32(0), u32(1), u32(bytes)),
            box("stco", u32(0), u32(1), u32(at)),
          ),
        ),
      ),
    );
  const picture = box(
    codec,
    Buffer.alloc(7),
    Buffer.from([1]),
    Buffer.alloc(16),
    u16(width),
    u16(height),
    Buffer.alloc(50),
  );
  const moov = box(
    "moov",
    box("mvhd", ...times, Buffer.alloc(80)),
    track("vide", start + (of.shift ?? 0), 99, picture, of.inTrack),
    sound ? track("soun", start + 99, 50, box("mp4a", Buffer.alloc(28))) : none,
    of.data === true ? track("meta", start + 149, PLACE.length, box("mebx", u32(0))) : none,
    of.inMoov ?? none,
  );
  return Buffer.concat([ftyp, box("mdat", ...samples), moov, of.after ?? none]);
}

/**
 * Builds a WebM element. An open one has no size and ends at the first element that can't be inside
 * it.
 */
export function element(id: number, parts: readonly Buffer[], open = false): Buffer {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  size[0] = 1;
  const head = Buffer.from(id.toString(16), "hex");
  return Buffer.concat([head, open ? Buffer.alloc(8, 255).fill(1, 0, 1) : size, body]);
}

const double = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

interface Webm {
  readonly seconds?: number;
  readonly docType?: string;
  readonly codec?: string;
  readonly index?: boolean;
  readonly open?: boolean;
  /** Further elements in the segment, and after it. */
  readonly inSegment?: Buffer;
  readonly after?: Buffer;
}

/** The element in which programs write a video's metadata. */
export const placeTags = () =>
  element(0x1254c367, [
    element(0x7373, [
      element(0x67c8, [
        element(0x45a3, [Buffer.from("LOCATION")]),
        element(0x4487, [Buffer.from(PLACE)]),
      ]),
    ]),
  ]);

/** Builds the smallest WebM that we accept. No player could show it. */
export function webmOf(of: Webm = {}): Buffer {
  const { seconds = 5, docType = "webm", codec = "V_VP9", index = true, open = false } = of;
  const none = Buffer.alloc(0);
  const track = element(0xae, [
    element(0x83, [Buffer.from([1])]),
    element(0x86, [Buffer.from(codec)]),
    element(0xe0, [element(0xb0, [u16(640)]), element(0xba, [u16(360)])]),
  ]);
  const block = (time: number) =>
    element(0xa3, [Buffer.from([0x81]), u16(time), Buffer.from([0x80, 86])]);
  const parts = [
    element(0x1549a966, [
      element(0x2ad7b1, [u32(1_000_000)]),
      index ? element(0x4489, [double(seconds * 1000)]) : none,
      element(0x7ba9, [Buffer.from(`Filmed at ${PLACE}`)]),
    ]),
    element(0x1654ae6b, [track]),
    element(0x1f43b675, [element(0xe7, [u32(0)]), block(0), block(1000)], open),
    element(
      0x1f43b675,
      [element(0xe7, [u32(2000)]), element(0xa0, [element(0xa1, [Buffer.from([0x81, 0, 0, 0])])])],
      open,
    ),
    index ? element(0x1c53bb6b, []) : none,
    of.inSegment ?? none,
  ];
  return Buffer.concat([
    element(0x1a45dfa3, [element(0x4282, [Buffer.from(docType)])]),
    element(0x18538067, parts, open),
    of.after ?? none,
  ]);
}

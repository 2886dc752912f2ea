import fc from "fast-check";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  box,
  element,
  mp4Of,
  PLACE,
  placeBox,
  placeTags,
  webmOf,
} from "../../testing/video-files.ts";
import { VideoFault } from "./byte-source.ts";
import { cleanVideo } from "./read-video.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "gavelyard-videos-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function clean(bytes: Buffer) {
  const place = path.join(folder, "video");
  await writeFile(place, bytes);
  const facts = await cleanVideo(place);
  return { facts, bytes: await readFile(place) };
}

const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
const xmp = box("uuid", Buffer.alloc(16, 7), Buffer.from(`<x:xmpmeta>${PLACE}</x:xmpmeta>`));

describe("accepted videos", () => {
  test.each([
    ["an MP4", mp4Of(), { contentType: "video/mp4", silent: false }],
    ["an MP4 without sound", mp4Of({ sound: false }), { contentType: "video/mp4", silent: true }],
    ["a WebM", webmOf(), { contentType: "video/webm", silent: true }],
    ["a WebM without sizes", webmOf({ open: true }), { contentType: "video/webm", silent: true }],
  ])("%s is read and stays unchanged", async (_what, bytes, facts) => {
    const read = await clean(bytes);
    expect(read.facts).toEqual({ durationMs: 5_000, width: 640, height: 360, ...facts });
    const isMp4 = facts.contentType === "video/mp4";
    if (isMp4) expect(read.bytes.equals(bytes)).toBe(true);
  });

  test.each([
    ["user data of the file", mp4Of({ after: placeBox() })],
    ["user data of the movie", mp4Of({ inMoov: placeBox() })],
    ["user data of a track", mp4Of({ inTrack: placeBox() })],
    ["metadata of the movie", mp4Of({ inMoov: box("meta", Buffer.from(PLACE)) })],
    ["XMP", mp4Of({ after: xmp })],
    ["unused space", mp4Of({ after: box("free", Buffer.from(PLACE)) })],
    ["tags of a WebM", webmOf({ inSegment: placeTags() })],
    ["a file in a WebM", webmOf({ inSegment: element(0x1941a469, [Buffer.from(PLACE)]) })],
    ["space in a WebM", webmOf({ open: true, inSegment: element(0xec, [Buffer.from(PLACE)]) })],
  ])("lose the location in %s, and nothing moves", async (_what, bytes) => {
    expect(bytes.includes(PLACE)).toBe(true);
    const { facts, bytes: cleaned } = await clean(bytes);
    expect(facts).toMatchObject({ durationMs: 5_000, width: 640 });
    expect(cleaned.length).toBe(bytes.length);
    // Skips the MP4's samples, which stay.
    const outside = facts.contentType === "video/mp4" ? cleaned.subarray(220) : cleaned;
    expect(outside.includes(PLACE)).toBe(false);
    expect(await clean(cleaned)).toEqual({ facts, bytes: cleaned });
  });

  test("lose data tracks with all their samples", async () => {
    const bytes = mp4Of({ data: true });
    const { facts, bytes: cleaned } = await clean(bytes);
    expect(facts).toMatchObject({ durationMs: 5_000, silent: false });
    expect(cleaned.includes(PLACE)).toBe(false);
    expect(cleaned.includes("V".repeat(99) + "S".repeat(50))).toBe(true);
    expect(cleaned.includes("mebx")).toBe(false);
  });
});

describe("refused files", () => {
  const overlong = mp4Of();
  overlong.writeUInt32BE(4_000_000_000, overlong.indexOf("stco") + 8);
  test.each([
    ["nothing", Buffer.alloc(0), "Send an MP4"],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), "Send an MP4"],
    ["only the start of an MP4", mp4Of().subarray(0, 100), "damaged"],
    ["an MP4 that ends early", mp4Of().subarray(0, -5), "damaged"],
    [
      "an archive behind an MP4",
      Buffer.concat([mp4Of(), Buffer.from("PK\x03\x04 and more")]),
      "damaged",
    ],
    [
      "a page behind a WebM",
      webmOf({ after: Buffer.from("<script>alert(1)</script>") }),
      "damaged",
    ],
    ["a file in fragments", mp4Of({ after: box("moof") }), "fragmented"],
    ["two movies", mp4Of({ after: box("moov") }), "damaged"],
    ["HEVC", mp4Of({ codec: "hvc1" }), "HEVC"],
    ["encrypted pictures", mp4Of({ codec: "encv" }), "Send an MP4"],
    ["chunks outside the data", mp4Of({ shift: 100_000 }), "damaged"],
    ["chunks in the headers", mp4Of({ shift: -30 }), "damaged"],
    ["a table that says more than it has", overlong, "damaged"],
    [
      "a box larger than its parent",
      mp4Of({ inMoov: Buffer.concat([u32(9_999), Buffer.from("udta")]) }),
      "damaged",
    ],
    [
      "a box smaller than its header",
      mp4Of({ inMoov: Buffer.concat([u32(4), Buffer.from("udta")]) }),
      "damaged",
    ],
    [
      "a box of 2^63 bytes",
      Buffer.concat([mp4Of(), u32(1), Buffer.from("free"), Buffer.alloc(8, 127)]),
      "damaged",
    ],
    [
      "a movie header of 9 MB",
      mp4Of({ inMoov: box("free", Buffer.alloc(9 * 1024 * 1024)) }),
      "damaged",
    ],
    [
      "thousands of boxes",
      mp4Of({ inMoov: Buffer.concat(Array.from({ length: 5_000 }, () => box("free"))) }),
      "damaged",
    ],
    ["eleven minutes", mp4Of({ seconds: 661 }), "longer than"],
    ["no time at all", mp4Of({ seconds: 0 }), "shorter than"],
    ["pictures of 5 pixels", mp4Of({ height: 5 }), "5 pixels"],
    ["pictures of 8K", mp4Of({ width: 7_680, height: 4_320 }), "7680"],
    ["Matroska", webmOf({ docType: "matroska" }), "Send an MP4"],
    ["a codec that browsers don't know", webmOf({ codec: "V_MPEG4/ISO/AVC" }), "some browsers"],
    ["a recording without an index", webmOf({ index: false }), "no index"],
    ["half a WebM", webmOf().subarray(0, -20), "damaged"],
    [
      "millions of elements",
      webmOf({
        inSegment: element(0x1f43b675, [Buffer.alloc(1_200_000).fill(Buffer.from([0xbf, 0x80]))]),
      }),
      "damaged",
    ],
  ])("%s", async (_what, bytes, said) => {
    await expect(clean(bytes)).rejects.toThrow(VideoFault);
    await expect(clean(bytes)).rejects.toThrow(said);
  });

  test("whatever bytes are changed, the file is read or refused", async () => {
    const files = [mp4Of({ data: true, inMoov: placeBox() }), webmOf({ inSegment: placeTags() })];
    let judged = 0;
    const change = fc.tuple(fc.nat(1_500), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(change, { maxLength: 6 }),
        async (file, changes) => {
          const bytes = Buffer.from(file);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const read = await clean(bytes).catch((error: unknown) => error);
          if (!(read instanceof Error) || read instanceof VideoFault) judged += 1;
        },
      ),
      { numRuns: 300 },
    );
    expect(judged).toBe(300);
  });
});

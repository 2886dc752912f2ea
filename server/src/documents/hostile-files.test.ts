import fc from "fast-check";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { cleanVideo } from "../media/videos/read-video.ts";
import { VideoFault } from "../media/videos/byte-source.ts";
import { mp4Of } from "../testing/video-files.ts";
import { readDocument } from "./store-document.ts";

/** Whatever people send must not hold up the event loop, which decides bids. */
const MB = 1024 * 1024;
/** Processor time of the event loop's thread, so that a busy machine makes no difference. */
const MAX_MS = 200;

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "red" } });

async function pdf(): Promise<Buffer> {
  const made = new PDFDocument({ info: { Author: "Dana Reyes" } });
  const parts: Buffer[] = [];
  made.on("data", (part: Buffer) => parts.push(part));
  made
    .image(await picture(64, 32).jpeg().toBuffer())
    .text("The balance is $12,000.")
    .end();
  await once(made, "end");
  return Buffer.concat(parts);
}

async function heic(): Promise<Buffer> {
  const bytes = await picture(64, 32).avif().toBuffer();
  bytes.write("heic", 8, "latin1");
  return bytes;
}

let folder: string;
let seeds: readonly Buffer[];
/** A WebP of a few kilobytes whose 30 million pixels take seconds and 130 MB. */
let bomb: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "gavelyard-hostile-"));
  seeds = [
    await pdf(),
    await heic(),
    await picture(64, 32).jpeg().toBuffer(),
    await picture(64, 32).png().toBuffer(),
    await picture(64, 32).webp().toBuffer(),
    mp4Of(),
    Buffer.from("1a45dfa3", "hex"),
  ];
  bomb = await picture(6_000, 5_000).webp({ effort: 0 }).toBuffer();
  // Loads the code and starts the process that decodes.
  for (const seed of seeds) await loopMs(seed);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads a file as a document and as a video. Returns how long that kept the event loop busy. */
async function loopMs(bytes: Buffer): Promise<number> {
  const before = process.threadCpuUsage();
  await readDocument(bytes, "document").catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    expect(error.statusCode).toBe(400);
  });
  const file = path.join(folder, "video");
  await writeFile(file, bytes);
  await cleanVideo(file).catch((error: unknown) => {
    if (!(error instanceof VideoFault)) throw error;
  });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** A megabyte that begins like a real file and goes on with changed parts of it. */
const grown = fc
  .record({
    seed: fc.nat(),
    keep: fc.nat(),
    part: fc.tuple(fc.nat(), fc.integer({ min: 1, max: 400 })),
    changes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
    ends: fc.boolean(),
  })
  .map(({ seed, keep, part: [from, length], changes, ends }) => {
    const real = seeds[seed % seeds.length] ?? Buffer.alloc(1);
    const head = Buffer.from(real.subarray(0, (keep % real.length) + 1));
    const at = from % real.length;
    const part = Buffer.from(real.subarray(at, at + length));
    for (const [where, value] of changes) {
      head[where % head.length] = value;
      part[(where >> 8) % part.length] = value;
    }
    const end = ends ? real.subarray(-64) : Buffer.alloc(0);
    return Buffer.concat([head, Buffer.alloc(MB, part), end]);
  });

test("a megabyte of anything takes the event loop less than 200 ms", async () => {
  await fc.assert(
    fc.asyncProperty(grown, async (bytes) => {
      expect(await loopMs(bytes)).toBeLessThan(MAX_MS);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["PDF objects", `%PDF-1.4\n${"1 0 obj stream endstream\n".repeat(40_000)}endobj\n`],
  ["PDF strings", `%PDF-1.4\ntrailer /Info 7 0 R\n${"7 0 obj < endobj\n".repeat(60_000)}`],
])("a file of many %s is stored unchanged, and at once", async (_name, text) => {
  const sent = Buffer.from(text);
  expect((await readDocument(sent, "document")).bytes).toBe(sent);
  expect(await loopMs(sent)).toBeLessThan(MAX_MS);
});

test("PDF and HEIC files are stored as they were sent", async () => {
  for (const [make, contentType] of [
    [pdf, "application/pdf"],
    [heic, "image/heic"],
  ] as const) {
    const sent = await make();
    const kept = await readDocument(sent, "document");
    expect(kept.contentType).toBe(contentType);
    expect(kept.bytes).toBe(sent);
  }
});

test("a picture of few bytes and many pixels is refused before it is decoded", async () => {
  expect(bomb.length).toBeLessThan(MB / 4);
  await expect(readDocument(bomb, "document")).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining("at most 25 megapixels"),
  });
});

test("pictures are decoded although two that are too large came first", async () => {
  const fine = await picture(64, 32).png().toBuffer();
  const all = [bomb, bomb, fine, fine.subarray(0, 40), fine];
  const ends = await Promise.allSettled(all.map((bytes) => readDocument(bytes, "document")));
  expect(ends.map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

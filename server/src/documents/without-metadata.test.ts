import { once } from "node:events";
import { deflateSync, inflateSync } from "node:zlib";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { expect, test } from "vitest";
import { withoutMetadata } from "./without-metadata.ts";

const exif = { IFD0: { Model: "Spy Cam" }, IFD3: { GPSLatitude: "35/1 13/1 0/1" } };
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Amarillo</place></x:xmpmeta>';
const photo = () =>
  sharp({ create: { width: 64, height: 32, channels: 3, background: "red" } })
    .withExif(exif)
    .withXmp(xmp);

/** A HEIC file in all but its codec, which this machine can't write. */
async function heic(): Promise<Buffer> {
  const bytes = await photo().avif().toBuffer();
  bytes.write("heic", 8, "latin1");
  return bytes;
}

async function pdf(info: object, options: object = {}): Promise<Buffer> {
  const made = new PDFDocument({ info: { Producer: "Spy Pen", ...info }, ...options });
  const parts: Buffer[] = [];
  made.on("data", (part: Buffer) => parts.push(part));
  made
    .image(await photo().jpeg().toBuffer())
    .text("The balance is $12,000.")
    .end();
  await once(made, "end");
  return Buffer.concat(parts);
}

test("a HEIC picture loses its metadata and nothing else", async () => {
  const sent = await heic();
  expect(sent.includes("Spy Cam") && sent.includes("Amarillo")).toBe(true);
  const kept = await withoutMetadata(sent, "image/heic");
  expect(kept).toHaveLength(sent.length);
  expect(kept.includes("Spy Cam") || kept.includes("Amarillo")).toBe(false);
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  kept.write("avif", 8, "latin1");
  sent.write("avif", 8, "latin1");
  expect((await pixels(kept)).equals(await pixels(sent))).toBe(true);
  await expect(withoutMetadata(sent.subarray(0, 200), "image/heic")).rejects.toThrow(RangeError);
});

test("a PDF loses author, dates, programs and its pictures' metadata", async () => {
  const sent = await pdf({ Author: "Dana (the clerk) Reyes", Title: "Letter \\(final\\)" });
  for (const known of ["Spy Pen", "Spy Cam", "Reyes", "(D:2"])
    expect(sent.includes(known), known).toBe(true);
  const kept = await withoutMetadata(sent, "application/pdf");
  for (const known of ["Spy Pen", "Spy Cam", "Reyes", "Letter", "(D:2"])
    expect(kept.includes(known), known).toBe(false);
  expect(kept).toHaveLength(sent.length);
  // The pages and the cross-reference table are unchanged.
  const isPage = (bytes: Buffer) =>
    [...bytes.toString("latin1").matchAll(/\/FlateDecode\b.*?endstream/gs)].map(([page]) => page);
  expect(isPage(kept)).toEqual(isPage(sent));
  const table = (bytes: Buffer) => bytes.subarray(bytes.lastIndexOf("\nxref"));
  expect(table(kept).equals(table(sent))).toBe(true);
});

test.each([
  ["plain", ""],
  ["compressed", "/Filter /FlateDecode "],
])("a PDF loses a %s description in XMP, and texts in compressed objects", async (_how, filter) => {
  const description = filter === "" ? Buffer.from(xmp) : deflateSync(xmp);
  const objects = "7 0 8 24 <</Title (A letter)>>    <</Author (Dana) /Id <44616e61>>>";
  const packed = deflateSync(objects, { level: 1 });
  const sent = Buffer.concat([
    Buffer.from(`%PDF-1.7\n5 0 obj\n<</Type /Metadata /Subtype /XML ${filter}>>\nstream\n`),
    description,
    Buffer.from(
      "\nendstream\nendobj\n6 0 obj\n<</Type /ObjStm /N 2 /First 9 /Filter /FlateDecode>>\nstream\n",
    ),
    packed,
    Buffer.from("\nendstream\nendobj\ntrailer <</Info 8 0 R>>\n%%EOF\n"),
  ]);
  const kept = await withoutMetadata(sent, "application/pdf");
  expect(kept).toHaveLength(sent.length);
  const streams = [...kept.toString("latin1").matchAll(/\nstream\n(.*?)\nendstream/gs)].map(
    ([, text = ""]) => Buffer.from(text, "latin1"),
  );
  const read = (bytes: Buffer | undefined) => inflateSync(bytes ?? Buffer.alloc(0)).toString();
  expect(filter === "" ? streams[0]?.toString() : read(streams[0])).toMatch(/^ *$/);
  expect(read(streams[1])).toBe(objects.replace("Dana", "    ").replace("44616e61", "20202020"));
});

test("a signed or encrypted PDF doesn't change, and a broken one causes no failure", async () => {
  const locked = await pdf({ Author: "Reyes" }, { ownerPassword: "x" });
  expect(await withoutMetadata(locked, "application/pdf")).toBe(locked);
  const signed = Buffer.concat([await pdf({}), Buffer.from("/ByteRange [0 1 2 3]")]);
  expect(await withoutMetadata(signed, "application/pdf")).toBe(signed);
  const broken = Buffer.from(
    `%PDF-1.4\n${"1 0 obj ".repeat(200_000)}/Type /ObjStm /FlateDecode stream\nx endstream endobj 2 0 obj (`,
  );
  expect((await withoutMetadata(broken, "application/pdf")).equals(broken)).toBe(true);
});

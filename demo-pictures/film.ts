import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright";
import { z } from "zod";
import { tint } from "./tint.ts";

/**
 * Films the walk-around of the demo, `videos/walk-around.webm`: views of one body, one after the
 * other, encoded by a Chromium at `CHROMIUM`. Give it the body and the colour.
 */
const [body = "aero-sleeper", colour = "blue"] = process.argv.slice(2);
const views = ["front-three-quarter", "side", "rear-three-quarter", "wheel", "cab"];
const size = { width: 640, height: 426 };
const film = { framesASecond: 12, framesAView: 20, fade: 5, bitrate: 220_000 };

const here = import.meta.dirname;
const { palette } = z
  .object({ palette: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile(path.join(here, "manifest.json"), "utf8")));
const pictures = await Promise.all(
  views.map(async (view) => {
    const original = path.join(here, "originals", body, `${view}.webp`);
    const mask = original.replace(/\.webp$/, ".mask.webp");
    return (await tint(original, mask, palette[colour] ?? "#f2f2ef")).toString("base64");
  }),
);

interface Chunk {
  readonly isKey: boolean;
  readonly base64: string;
}

const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] });
const page = await browser.newPage();
// A secure context, which encoders want.
await page.route("https://film.invalid/", (route) => route.fulfill({ body: "<!doctype html>" }));
await page.goto("https://film.invalid/");
const chunks = await page.evaluate(
  async ({ pictures, size, film }) => {
    const images = await Promise.all(
      pictures.map(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        return createImageBitmap(new Blob([bytes], { type: "image/webp" }));
      }),
    );
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("nothing to draw on");
    const made: Chunk[] = [];
    const encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        made.push({ isKey: chunk.type === "key", base64 });
      },
      error: (error) => {
        throw error;
      },
    });
    encoder.configure({ codec: "vp09.00.10.08", ...size, bitrate: film.bitrate });
    const draw = (image: ImageBitmap | undefined, share: number, alpha: number) => {
      if (image === undefined) return;
      const zoom = 1 + 0.08 * share;
      const [width, height] = [size.width * zoom, size.height * zoom];
      context.globalAlpha = alpha;
      context.drawImage(image, (size.width - width) / 2, (size.height - height) / 2, width, height);
    };
    const total = images.length * film.framesAView;
    for (let frame = 0; frame < total; frame += 1) {
      const [view, at] = [Math.floor(frame / film.framesAView), frame % film.framesAView];
      draw(images[view], at / film.framesAView, 1);
      const fading = at - (film.framesAView - film.fade);
      if (fading >= 0) draw(images[view + 1], 0, (fading + 1) / (film.fade + 1));
      const timestamp = (frame * 1_000_000) / film.framesASecond;
      const picture = new VideoFrame(canvas, { timestamp });
      encoder.encode(picture, { keyFrame: at === 0 });
      picture.close();
    }
    await encoder.flush();
    return made;
  },
  { pictures, size, film },
);
await browser.close();

/** Makes an element of a WebM file, whose size takes four bytes. */
function element(id: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length | 0x10_00_00_00);
  return Buffer.concat([Buffer.from(id.toString(16), "hex"), length, content]);
}

const number = (id: number, value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
};
const text = (id: number, value: string) => element(id, Buffer.from(value));
const timeOf = (frame: number) => Math.round((frame * 1000) / film.framesASecond);

// A cluster begins with each key frame, and the index names all of them.
const starts = chunks.flatMap(({ isKey }, frame) => (isKey ? [frame] : []));
const clusters = starts.map((start, place) => {
  const blocks = chunks.slice(start, starts[place + 1]).map(({ isKey, base64 }, n) => {
    const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
    head.writeInt16BE(timeOf(start + n) - timeOf(start), 1);
    return element(0xa3, head, Buffer.from(base64, "base64"));
  });
  return element(0x1f43b675, number(0xe7, timeOf(start)), ...blocks);
});
const duration = Buffer.alloc(8);
duration.writeDoubleBE(timeOf(chunks.length));
const head = [
  element(
    0x1549a966,
    number(0x2ad7b1, 1_000_000),
    element(0x4489, duration),
    text(0x4d80, "Gavelyard"),
    text(0x5741, "Gavelyard"),
  ),
  element(
    0x1654ae6b,
    element(
      0xae,
      number(0xd7, 1),
      number(0x73c5, 1),
      number(0x83, 1),
      text(0x86, "V_VP9"),
      element(0xe0, number(0xb0, size.width), number(0xba, size.height)),
    ),
  ),
];
// All its numbers take four bytes, so its length doesn't depend on what it says.
const indexOf = (firstCluster: number) => {
  let position = firstCluster;
  const points = clusters.map((cluster, place) => {
    const point = element(
      0xbb,
      number(0xb3, timeOf(starts[place] ?? 0)),
      element(0xb7, number(0xf7, 1), number(0xf1, position)),
    );
    position += cluster.length;
    return point;
  });
  return element(0x1c53bb6b, ...points);
};
// It stands before what it points at, so that players need no second request for it.
const before = Buffer.concat(head).length + indexOf(0).length;
const file = Buffer.concat([
  element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, "webm"),
    number(0x4287, 4),
    number(0x4285, 2),
  ),
  element(0x18538067, ...head, indexOf(before), ...clusters),
]);
await writeFile(path.join(here, "videos/walk-around.webm"), file);

import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

/**
 * Packs renderings into `originals/`: each picture scaled to the size the demo shows, and its mask, which
 * has where the paint is in its upper half and the share of mirrored light in its lower half. `hero` goes
 * to the web's own pictures.
 * node pack.ts <folder of renderings> <body> ...
 */
const here = import.meta.dirname;
interface Size {
  width: number;
  height: number;
}
const { spin, ...usual } = JSON.parse(
  await readFile(path.join(here, "manifest.json"), "utf8"),
) as Size & { spin: Size };

async function scaled(file: string, { width, height }: Size): Promise<Buffer> {
  return sharp(file)
    .toColourspace("b-w")
    .resize(width, height, { kernel: "lanczos3" })
    .png()
    .toBuffer();
}

/** Widens what is white, the paint, by a pixel: its edges would keep their light and outline what is dark. */
async function widened(mask: Buffer): Promise<Buffer> {
  return sharp(mask).erode(1).png().toBuffer();
}

async function packView(from: string, into: string, view: string, size: Size): Promise<void> {
  const { width, height } = size;
  await sharp(path.join(from, `${view}.png`))
    .removeAlpha()
    .resize(width, height, { kernel: "lanczos3" })
    .webp({ quality: 86, effort: 6, smartSubsample: true })
    .toFile(path.join(into, `${view}.webp`));
  const [paint, gloss] = await Promise.all([
    scaled(path.join(from, `${view}.mask.png`), size),
    scaled(path.join(from, `${view}.gloss.png`), size),
  ]);
  await sharp({ create: { width, height: 2 * height, channels: 3, background: "black" } })
    .composite([
      { input: await widened(paint), left: 0, top: 0 },
      { input: gloss, left: 0, top: height },
    ])
    .toColourspace("b-w")
    .webp({ quality: 70, effort: 6 })
    .toFile(path.join(into, `${view}.mask.webp`));
}

const web = path.join(here, "../web");
const heroWidths = [768, 1280, 1920];

async function packHero(from: string): Promise<void> {
  for (const wide of heroWidths) {
    const scaledTo = sharp(path.join(from, "hero.png")).removeAlpha().resize(wide);
    const file = path.join(web, `src/home/hero-${wide}`);
    await scaledTo.clone().avif({ quality: 52, effort: 7 }).toFile(`${file}.avif`);
    await scaledTo
      .clone()
      .webp({ quality: 74, effort: 6, smartSubsample: true })
      .toFile(`${file}.webp`);
  }
  await sharp(path.join(from, "social.png"))
    .removeAlpha()
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(path.join(web, "public/share.jpg"));
}

const [folder = "", ...bodies] = process.argv.slice(2);
for (const body of bodies) {
  const from = path.join(folder, body);
  if (body === "hero") {
    await packHero(from);
    continue;
  }
  const into = path.join(here, "originals", body);
  await mkdir(into, { recursive: true });
  for (const file of await readdir(from)) {
    const [view, mask] = file.split(".mask.png");
    if (mask !== undefined) await packView(from, into, view ?? "", body === "spin" ? spin : usual);
  }
}

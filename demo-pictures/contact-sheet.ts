import { access, readFile } from "node:fs/promises";
import path from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import { tint } from "./tint.ts";

/**
 * Lays every body and view on one sheet, `docs/pictures.webp`, a body a row, each in another colour:
 * what to look at after rendering.
 */
const here = import.meta.dirname;
const manifest = JSON.parse(await readFile(path.join(here, "manifest.json"), "utf8")) as {
  palette: Record<string, string>;
  bodies: Record<string, string>;
};
const views = ["front-three-quarter", "side", "rear-three-quarter", "front", "wheel"];
const [tileWidth, tileHeight, gap] = [400, 267, 8];
const colours = Object.values(manifest.palette);

async function tile(body: string, view: string, hex: string): Promise<Buffer | undefined> {
  const original = path.join(here, "originals", body, `${view}.webp`);
  try {
    await access(original);
  } catch {
    return undefined;
  }
  const picture = await tint(original, original.replace(/\.webp$/, ".mask.webp"), hex);
  return sharp(picture).resize(tileWidth, tileHeight).toBuffer();
}

const bodies = Object.keys(manifest.bodies);
const layers: OverlayOptions[] = [];
for (const [row, body] of bodies.entries()) {
  const hex = colours[(row * 5) % colours.length] ?? "#f2f2ef";
  for (const [column, view] of views.entries()) {
    const input = await tile(body, view, hex);
    const left = gap + column * (tileWidth + gap);
    if (input !== undefined) layers.push({ input, left, top: gap + row * (tileHeight + gap) });
  }
}
await sharp({
  create: {
    width: gap + views.length * (tileWidth + gap),
    height: gap + bodies.length * (tileHeight + gap),
    channels: 3,
    background: "#1a1c1f",
  },
})
  .composite(layers)
  .webp({ quality: 80, effort: 6 })
  .toFile(path.join(here, "../docs/pictures.webp"));

import { readFile } from "node:fs/promises";
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
  bodies: Record<string, string[]>;
};
const [tileWidth, tileHeight, gap] = [400, 267, 8];
const colours = Object.values(manifest.palette);

const bodies = Object.entries(manifest.bodies);
const columns = Math.max(...bodies.map(([, views]) => views.length));
const layers: OverlayOptions[] = [];
for (const [row, [body, views]] of bodies.entries()) {
  const hex = colours[(row * 5) % colours.length] ?? "#f2f2ef";
  for (const [column, view] of views.entries()) {
    const original = path.join(here, "originals", body, `${view}.webp`);
    const picture = await tint(original, original.replace(/\.webp$/, ".mask.webp"), hex);
    layers.push({
      input: await sharp(picture).resize(tileWidth, tileHeight).toBuffer(),
      left: gap + column * (tileWidth + gap),
      top: gap + row * (tileHeight + gap),
    });
  }
}
await sharp({
  create: {
    width: gap + columns * (tileWidth + gap),
    height: gap + bodies.length * (tileHeight + gap),
    channels: 3,
    background: "#1a1c1f",
  },
})
  .composite(layers)
  .webp({ quality: 80, effort: 6 })
  .toFile(path.join(here, "../docs/pictures.webp"));

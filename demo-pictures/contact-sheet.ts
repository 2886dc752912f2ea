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

/** What has more views goes on in the next row. */
const COLUMNS = 9;
const rows = Object.entries(manifest.bodies).flatMap(([body, views], place) =>
  Array.from({ length: Math.ceil(views.length / COLUMNS) }, (_, part) => ({
    body,
    views: views.slice(part * COLUMNS, (part + 1) * COLUMNS),
    hex: colours[(place * 5) % colours.length] ?? "#f2f2ef",
  })),
);
const layers: OverlayOptions[] = [];
for (const [row, { body, views, hex }] of rows.entries()) {
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
    width: gap + COLUMNS * (tileWidth + gap),
    height: gap + rows.length * (tileHeight + gap),
    channels: 3,
    background: "#1a1c1f",
  },
})
  .composite(layers)
  .webp({ quality: 80, effort: 6 })
  .toFile(path.join(here, "../docs/pictures.webp"));

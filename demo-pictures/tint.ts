import sharp from "sharp";

const toLinear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const STEPS = 4096;
const toSrgb = Uint8ClampedArray.from({ length: STEPS + 1 }, (_, step) => {
  const linear = step / STEPS;
  return 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);
});
/** How light the paint of the originals is, in linear light. */
const PAINT = 0.62;
/** Where a mask does not tell the gloss: light above this comes from the lacquer. */
const GLOSS_FROM = 0.78;

/**
 * Colours the paint of an original: where the mask is white the light is taken as reflected by the
 * neutral paint and turned into what `hex` (such as `#a3211b`) would reflect. What the lacquer mirrors
 * keeps its own colour: the lower half of a mask twice as tall as its original tells how much that is.
 * Answers a WebP.
 */
export async function tint(originalPath: string, maskPath: string, hex: string): Promise<Buffer> {
  const [original, mask] = await Promise.all([
    sharp(originalPath).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    sharp(maskPath).toColourspace("b-w").raw().toBuffer({ resolveWithObject: true }),
  ]);
  const { data, info } = original;
  const colour = [1, 3, 5].map((at) => toLinear[Number.parseInt(hex.slice(at, at + 2), 16)] ?? 0);
  const step = mask.info.channels;
  const pixels = info.width * info.height;
  const tellsGloss = mask.info.height === 2 * info.height;
  for (let pixel = 0, at = 0; at < data.length; pixel += 1, at += 3) {
    const cover = (mask.data[pixel * step] ?? 0) / 255;
    if (cover === 0) continue;
    // Most edges are against something darker than the paint: more of the light is the paint's there.
    const share = 1 - (1 - cover) ** 2;
    const mirrored = tellsGloss
      ? ((mask.data[(pixels + pixel) * step] ?? 0) / 255) ** 2
      : undefined;
    for (let channel = 0; channel < 3; channel += 1) {
      const light = toLinear[data[at + channel] ?? 0] ?? 0;
      const gloss =
        mirrored === undefined ? Math.max(0, light - GLOSS_FROM) * 0.6 : light * mirrored;
      const painted = Math.min(1, ((light - gloss) / PAINT) * (colour[channel] ?? 0) + gloss);
      const mixed = light + (painted - light) * share;
      data[at + channel] = toSrgb[Math.round(mixed * STEPS)] ?? 0;
    }
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .webp({ quality: 88, effort: 2 })
    .toBuffer();
}

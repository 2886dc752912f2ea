import sharp from "sharp";

/** A picture of a unit as we keep it, with a tiny blurred placeholder as a data URI. */
export interface DecodedOriginal {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
}

export type PictureFormat = "jpeg" | "png" | "webp";

/** Maximum width of originals, in pixels: twice the widest rendition. */
const MAX_ORIGINAL_WIDTH = 2560;
/** Large cameras have 61 megapixels, phones that people photograph papers with at most 25. */
const MAX_ORIGINAL_PIXELS = 80_000_000;
export const MAX_DOCUMENT_PIXELS = 25_000_000;
/** Close to a camera's quality, so that small print stays readable. */
const DOCUMENT_QUALITY = 92;

// Encodes already run in parallel, so threads within each would only compete for cores.
sharp.concurrency(1);
// Allow only these loaders for uploads. Others, such as SVG's, open files and URLs.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
  ],
});
sharp.cache({ memory: 32, files: 0, items: 50 });

/** Turns an uploaded picture upright, and re-encodes it without metadata. */
export async function toOriginal(bytes: Uint8Array): Promise<DecodedOriginal> {
  const { data, info } = await upright(bytes, MAX_ORIGINAL_PIXELS)
    .resize({ width: MAX_ORIGINAL_WIDTH, withoutEnlargement: true })
    .webp({ quality: 90, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return {
    data,
    width: info.width,
    height: info.height,
    placeholder: await placeholderOf(data),
  };
}

/** Turns a document's picture upright, and re-encodes it without metadata in its own format. */
export function toDocument(bytes: Uint8Array, format: PictureFormat): Promise<Buffer> {
  const picture = upright(bytes, MAX_DOCUMENT_PIXELS);
  switch (format) {
    case "jpeg":
      return picture.jpeg({ quality: DOCUMENT_QUALITY }).toBuffer();
    case "png":
      return picture.png().toBuffer();
    case "webp":
      return picture.webp({ quality: DOCUMENT_QUALITY }).toBuffer();
  }
}

// The pipeline writes no metadata unless told to.
const upright = (bytes: Uint8Array, limitInputPixels: number) =>
  sharp(bytes, { limitInputPixels }).autoOrient();

/** Makes a placeholder of about 200 bytes, as a data URI. */
export async function placeholderOf(picture: Buffer | string): Promise<string> {
  const tiny = await sharp(picture)
    .resize({ width: 20 })
    .blur(0.6)
    .webp({ quality: 35, effort: 4, smartSubsample: true })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}

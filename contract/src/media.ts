/** Widths in pixels in which every picture is served; the store makes no other. */
export const mediaWidths = [160, 320, 480, 640, 960, 1280] as const;
export type MediaWidth = (typeof mediaWidths)[number];

/** Formats in which every picture is served, best first. */
export const mediaFormats = ["avif", "webp"] as const;
export type MediaFormat = (typeof mediaFormats)[number];

/** Address of one rendition of a picture of our own store. */
export function mediaUrl(imageId: string, width: MediaWidth, format: MediaFormat): string {
  return `/media/${imageId}/${width}.${format}`;
}

/** A `srcset` with all widths of a picture up to its own, in one format. */
export function mediaSrcSet(imageId: string, ownWidth: number, format: MediaFormat): string {
  return mediaWidths
    .filter((width, index) => width <= ownWidth || index === 0)
    .map((width) => `${mediaUrl(imageId, width, format)} ${width}w`)
    .join(", ");
}

/** Widths of picture renditions, in pixels. */
export const mediaWidths = [160, 320, 480, 640, 960, 1280] as const;
export type MediaWidth = (typeof mediaWidths)[number];

/** Formats of picture renditions, best first. */
export const mediaFormats = ["avif", "webp"] as const;
export type MediaFormat = (typeof mediaFormats)[number];

export function mediaUrl(imageId: string, width: MediaWidth, format: MediaFormat): string {
  return `/media/${imageId}/${width}.${format}`;
}

/** Returns a `srcset` in one format, with the widths up to the picture's own. */
export function mediaSrcSet(
  imageId: string,
  ownWidth: number,
  format: MediaFormat,
  widths: readonly MediaWidth[] = mediaWidths,
): string {
  return widths
    .filter((width, index) => width <= ownWidth || index === 0)
    .map((width) => `${mediaUrl(imageId, width, format)} ${width}w`)
    .join(", ");
}

export const videoTypes = ["video/mp4", "video/webm"] as const;
export type VideoType = (typeof videoTypes)[number];

export const videoUrl = (id: string, type: VideoType): string =>
  `/media/videos/${id}.${type.replace("video/", "")}`;

export const captionsUrl = (id: string): string => `/media/captions/${id}.vtt`;

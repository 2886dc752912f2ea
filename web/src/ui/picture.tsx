import { t } from "@gavelyard/messages/text";
import { writtenLang } from "./text/as-written.tsx";
import type { Image } from "@gavelyard/contract/inventory/inventory";
import { mediaSrcSet, mediaUrl, type MediaWidth } from "@gavelyard/contract/inventory/media";

/** The parts of an image that a picture needs. */
export type Pictured = Pick<Image, "id" | "alt" | "width" | "height" | "placeholder"> & {
  /** Only for a picture from elsewhere, which has no ID. */
  readonly url?: string;
};

/**
 * A 3:2 picture without layout shift: from our own store in the best width, or in one width for
 * browsers without AVIF; from elsewhere unchanged.
 */
export function Picture({
  image,
  sizes,
  widths,
  eager = false,
  blurred = true,
  className = "",
}: {
  image: Pictured | undefined;
  sizes: string;
  /** Widths to choose from; by default all. */
  widths?: readonly MediaWidth[];
  eager?: boolean;
  /** Shows its placeholder while it loads. */
  blurred?: boolean;
  className?: string;
}) {
  if (image === undefined) {
    return (
      <img
        src="/no-picture.svg"
        alt={t("No picture yet")}
        className={`aspect-[3/2] bg-sunken object-cover ${className}`}
      />
    );
  }
  return (
    <picture className={`picture ${className}`}>
      {image.id === "" ? null : (
        <source
          type="image/avif"
          srcSet={mediaSrcSet(image.id, image.width, "avif", widths)}
          sizes={sizes}
        />
      )}
      <img
        src={image.id === "" ? image.url : mediaUrl(image.id, 1280, "webp")}
        lang={writtenLang()}
        alt={image.alt}
        width={image.width || undefined}
        height={image.height || undefined}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
        // The browser hydrates without placeholders, which the HTML already has (api/page-state.ts).
        suppressHydrationWarning
        style={
          !blurred || image.placeholder == null
            ? undefined
            : { backgroundImage: `url(${image.placeholder})` }
        }
      />
    </picture>
  );
}

import type { Image } from "@gavelyard/contract/inventory";
import { mediaSrcSet } from "@gavelyard/contract/media";

/** A picture of our own store in modern formats and the width that fits, 3:2, with no shift. */
export function Picture({
  image,
  sizes,
  eager = false,
  className = "",
}: {
  image: Image | undefined;
  sizes: string;
  eager?: boolean;
  className?: string;
}) {
  if (image === undefined) {
    return (
      <div className={`grid aspect-[3/2] place-items-center bg-sunken text-soft ${className}`}>
        <span className="text-sm">No picture yet</span>
      </div>
    );
  }
  return (
    <picture className={`block aspect-[3/2] overflow-hidden bg-sunken ${className}`}>
      <source type="image/avif" srcSet={mediaSrcSet(image.id, image.width, "avif")} sizes={sizes} />
      <source type="image/webp" srcSet={mediaSrcSet(image.id, image.width, "webp")} sizes={sizes} />
      <img
        src={image.url}
        alt={image.alt}
        width={image.width}
        height={image.height}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        className="size-full object-cover"
        style={
          image.placeholder === null
            ? undefined
            : { backgroundImage: `url(${image.placeholder})`, backgroundSize: "cover" }
        }
      />
    </picture>
  );
}

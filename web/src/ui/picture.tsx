import type { Image } from "@gavelyard/contract/inventory";
import { mediaSrcSet } from "@gavelyard/contract/media";

/** What a picture needs of an image. */
export type Pictured = Pick<Image, "id" | "url" | "alt" | "width" | "height" | "placeholder">;

/**
 * A 3:2 picture without layout shift: from our own store in the best width, or in one width for
 * browsers without AVIF; from elsewhere unchanged.
 */
export function Picture({
  image,
  sizes,
  eager = false,
  className = "",
}: {
  image: Pictured | undefined;
  sizes: string;
  eager?: boolean;
  className?: string;
}) {
  if (image === undefined) {
    return (
      <img
        src="/no-picture.svg"
        alt="Not pictured yet"
        className={`aspect-[3/2] bg-sunken object-cover ${className}`}
      />
    );
  }
  return (
    <picture className={`block aspect-[3/2] overflow-hidden bg-sunken ${className}`}>
      {image.id === "" ? null : (
        <source
          type="image/avif"
          srcSet={mediaSrcSet(image.id, image.width, "avif")}
          sizes={sizes}
        />
      )}
      <img
        src={image.url}
        alt={image.alt}
        width={image.width || undefined}
        height={image.height || undefined}
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

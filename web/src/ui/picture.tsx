import type { Image } from "@gavelyard/contract/inventory";
import { mediaFormats, mediaSrcSet } from "@gavelyard/contract/media";

/**
 * A 3:2 picture without layout shift: from our own store in modern formats and the best width, from
 * elsewhere unchanged.
 */
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
      <img
        src="/no-picture.svg"
        alt="Not pictured yet"
        className={`aspect-[3/2] bg-sunken object-cover ${className}`}
      />
    );
  }
  return (
    <picture className={`block aspect-[3/2] overflow-hidden bg-sunken ${className}`}>
      {image.id === ""
        ? null
        : mediaFormats.map((format) => (
            <source
              key={format}
              type={`image/${format}`}
              srcSet={mediaSrcSet(image.id, image.width, format)}
              sizes={sizes}
            />
          ))}
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

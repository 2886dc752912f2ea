import { t } from "@gavelyard/messages/text";
import avif768 from "./hero-768.avif";
import avif1280 from "./hero-1280.avif";
import avif1920 from "./hero-1920.avif";
import webp768 from "./hero-768.webp";
import webp1280 from "./hero-1280.webp";
import webp1920 from "./hero-1920.webp";

const sizes = "100vw";

/** Above the headline on small screens, next to and behind it on others. */
export function HeroPicture() {
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={`${avif768} 768w, ${avif1280} 1280w, ${avif1920} 1920w`}
        sizes={sizes}
      />
      <source
        type="image/webp"
        srcSet={`${webp768} 768w, ${webp1280} 1280w, ${webp1920} 1920w`}
        sizes={sizes}
      />
      <img
        src={webp1280}
        alt={t("Tractors, a pickup, an excavator and a box truck in a row in the yard")}
        width={1920}
        height={820}
        fetchPriority="high"
        decoding="async"
        className="hero-fade block aspect-[16/6] w-full object-cover object-[60%_50%] sm:aspect-[21/9] lg:absolute lg:inset-y-0 lg:right-0 lg:aspect-auto lg:h-full lg:w-[86%] lg:object-[25%_50%]"
      />
    </picture>
  );
}

import type { Image } from "@gavelyard/contract/inventory";
import { mediaWidths, mediaUrl } from "@gavelyard/contract/media";
import Lightbox from "yet-another-react-lightbox";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";

/** Pictures in full screen, with zoom and swipe. */
export default function FullScreen({
  images,
  at,
  onClose,
}: {
  images: readonly Image[];
  at: number;
  onClose: () => void;
}) {
  return (
    <Lightbox
      open
      close={onClose}
      index={at}
      plugins={[Zoom]}
      slides={images.map((image) => ({
        src: image.url,
        alt: image.alt,
        width: image.width,
        height: image.height,
        srcSet: mediaWidths
          .filter((width) => width <= image.width)
          .map((width) => ({
            src: mediaUrl(image.id, width, "webp"),
            width,
            height: Math.round((width * image.height) / image.width),
          })),
      }))}
    />
  );
}

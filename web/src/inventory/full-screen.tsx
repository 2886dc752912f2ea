import type { Image } from "@gavelyard/contract/inventory/inventory";
import { mediaWidths, mediaUrl } from "@gavelyard/contract/inventory/media";
import Lightbox from "yet-another-react-lightbox";
import Captions from "yet-another-react-lightbox/plugins/captions";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { writtenLang } from "../ui/text/as-written.tsx";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/captions.css";
import "yet-another-react-lightbox/plugins/counter.css";

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
      plugins={images.length > 1 ? [Captions, Counter, Zoom] : [Captions, Zoom]}
      slides={images.map((image) => ({
        src: image.url,
        alt: image.alt,
        description: <span lang={writtenLang()}>{image.alt}</span>,
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

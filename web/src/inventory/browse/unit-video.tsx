import type { Video } from "@gavelyard/contract/inventory/inventory";
import { mediaUrl } from "@gavelyard/contract/inventory/media";
import { languageNames } from "@gavelyard/messages/languages";
import { t } from "@gavelyard/messages/text";
import { useEffect, useRef } from "react";
import { AsWritten } from "../../ui/text/as-written.tsx";
import { videoWords } from "../video-words.ts";

/** A unit's video with its transcript. It plays at once, since the user asked for it. */
export default function UnitVideo({ video, posterId }: { video: Video; posterId: string }) {
  const player = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    player.current?.focus();
    // Some browsers require a press on the player itself.
    player.current?.play().catch(() => {});
  }, []);
  const { kind, captionsUrl, transcript, silent } = video;
  return (
    <figure>
      {/* Not every video has captions; the line below says so. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={player}
        controls
        playsInline
        preload="none"
        src={video.url}
        poster={mediaUrl(posterId, 960, "webp")}
        aria-label={t("Video: {kind}", { kind: videoWords[kind] })}
        className="aspect-[3/2] w-full scroll-mt-20 rounded-lg bg-asphalt"
      >
        {captionsUrl === null ? null : (
          <track default kind="captions" srcLang="en" label={languageNames.en} src={captionsUrl} />
        )}
      </video>
      <figcaption className="mt-1 text-sm text-soft">
        {videoWords[kind]}
        {silent ? `, ${t("without sound")}` : ""}
        {transcript === "" && captionsUrl === null && !silent
          ? `. ${t("This video has no captions and no transcript.")}`
          : ""}
        {transcript === "" ? null : (
          <details className="mt-1">
            <summary className="cursor-pointer py-1 font-semibold">{t("Transcript")}</summary>
            <AsWritten text={transcript} className="max-w-[70ch] whitespace-pre-line" />
          </details>
        )}
      </figcaption>
    </figure>
  );
}

import type { Image, Video } from "@gavelyard/contract/inventory/inventory";
import { mediaUrl } from "@gavelyard/contract/inventory/media";
import { t } from "@gavelyard/messages/text";
import { ChevronLeft, ChevronRight, Maximize2, Play, Rotate3d } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { imageKinds } from "@gavelyard/contract/inventory/inventory-fields";
import { Button } from "../../ui/button.tsx";
import { words } from "../../ui/text/format.ts";
import { Picture } from "../../ui/picture.tsx";
import { writtenLang } from "../../ui/text/as-written.tsx";
import { later } from "../../ui/later.tsx";
import { useHydrated } from "../../ui/page/use-hydrated.ts";
import { playTime, videoWords } from "../video-words.ts";

const FullScreen = later(() => import("../full-screen.tsx"));
const blank = <div className="aspect-[3/2] bg-sunken" />;
const UnitVideo = later(() => import("./unit-video.tsx"), blank);
const UnitSpin = later(() => import("./unit-spin.tsx"), blank);

/** Most pictures that have a small one below. */
const MAX_THUMBNAILS = 10;

// Fingers swipe.
const arrow =
  "pointer-coarse:hidden absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-asphalt text-on-asphalt";

const thumb =
  "block w-full overflow-hidden rounded-md border-2 border-transparent aria-[current=true]:border-ink";

const thumbPlace = "max-lg:w-20 max-lg:shrink-0";

const posterOf = (video: Video, images: readonly Image[]) => video.posterId ?? images[0]?.id ?? "";

export default function Gallery({
  images: all,
  videos,
  spin,
}: {
  images: readonly Image[];
  videos: readonly Video[];
  spin: readonly string[] | null;
}) {
  const [kind, setKind] = useState<Image["kind"] | null>(null);
  const [at, setAt] = useState(0);
  const [full, setFull] = useState(false);
  const [playing, setPlaying] = useState<Video | "spin" | null>(null);
  const images = kind === null ? all : all.filter((image) => image.kind === kind);
  const kinds = imageKinds.filter((each) => all.some((image) => image.kind === each));
  const choose = (next: Image["kind"] | null) => {
    setKind(next);
    setAt(0);
    setPlaying(null);
  };
  const strip = useRef<HTMLUListElement>(null);
  const isLive = useHydrated();
  useEffect(() => {
    const list = strip.current;
    if (list !== null && playing === null && pictureIn(list) !== at)
      list.scrollTo({ left: at * list.clientWidth, behavior: "instant" });
  }, [at, kind, playing]);
  const go = (step: number) => setAt((now) => (now + step + images.length) % images.length);
  const onKey = (event: KeyboardEvent) => {
    // The player uses these keys itself.
    if (playing !== null) return;
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0) return;
    // The strip would scroll by itself too.
    event.preventDefault();
    go(step);
  };
  if (all.length === 0)
    return <Picture image={undefined} sizes="100vw" className="lg:rounded-lg" />;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys are an addition to its buttons
    <section aria-label={t("Pictures")} onKeyDown={onKey}>
      {playing === null ? null : playing === "spin" ? (
        <UnitSpin frames={spin ?? []} />
      ) : (
        <UnitVideo key={playing.id} video={playing} posterId={posterOf(playing, all)} />
      )}
      <div className="relative" hidden={playing !== null}>
        <ul
          ref={strip}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys
          tabIndex={images.length > 1 ? 0 : undefined}
          aria-label={t("Pictures")}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] lg:rounded-lg"
          onScroll={({ currentTarget: list }) => list.clientWidth > 0 && setAt(pictureIn(list))}
        >
          {images.map((image, index) => (
            <li key={image.id} className="w-full shrink-0 snap-center snap-always">
              {/* Of a long row, only what the next swipe can show is loaded. */}
              {index === at || (isLive && Math.abs(index - at) === 1) ? (
                <Picture
                  image={image}
                  eager={index === at}
                  sizes="(min-width: 1024px) 760px, 100vw"
                />
              ) : (
                <div className="picture" />
              )}
            </li>
          ))}
        </ul>
        {images.length > 1 ? (
          <>
            <button
              type="button"
              aria-label={t("Previous picture")}
              className={`${arrow} left-2`}
              onClick={() => go(-1)}
            >
              <ChevronLeft aria-hidden />
            </button>
            <button
              type="button"
              aria-label={t("Next picture")}
              className={`${arrow} right-2`}
              onClick={() => go(1)}
            >
              <ChevronRight aria-hidden />
            </button>
          </>
        ) : null}
        <button
          type="button"
          aria-label={t("Full screen")}
          className="absolute bottom-2 right-2 grid size-11 place-items-center rounded-full bg-asphalt text-on-asphalt"
          onClick={() => setFull(true)}
        >
          <Maximize2 aria-hidden className="size-5" />
        </button>
        <p
          className="figures absolute bottom-2 left-2 rounded-md bg-asphalt px-2 py-1 text-sm text-on-asphalt"
          aria-live="polite"
        >
          {at + 1} / {images.length}
        </p>
      </div>
      {kinds.length > 1 ? (
        <div
          role="group"
          aria-label={t("Show pictures of")}
          className="mt-2 flex gap-2 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:flex-wrap"
        >
          {[null, ...kinds].map((each) => {
            const shown = all.filter((image) => each === null || image.kind === each).length;
            return (
              <Button
                key={each}
                aria-pressed={each === kind}
                className="choice shrink-0 px-3 text-sm"
                onClick={() => choose(each)}
              >
                {each === null ? t("All") : words(each)}{" "}
                <span className="figures font-normal">{shown}</span>
              </Button>
            );
          })}
        </div>
      ) : null}
      <ul className="relative mt-2 flex gap-2 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:grid lg:grid-cols-5">
        {videos.map((video) => (
          <Tile
            key={video.id}
            label={t("Play video: {kind}, {length}", {
              kind: videoWords[video.kind],
              length: playTime(video.durationMs),
            })}
            pictureId={posterOf(video, all)}
            current={video === playing}
            onShow={() => setPlaying(video)}
          >
            <Play aria-hidden className="size-3 shrink-0" /> {playTime(video.durationMs)}
          </Tile>
        ))}
        {spin === null ? null : (
          <Tile
            label={t("Show 360° view")}
            pictureId={spin[0] ?? ""}
            current={playing === "spin"}
            onShow={() => setPlaying("spin")}
          >
            <Rotate3d aria-hidden className="size-3 shrink-0" /> {t("360°")}
          </Tile>
        )}
        {images.slice(0, MAX_THUMBNAILS).map((image, index) => (
          <li key={image.id} className={thumbPlace}>
            <button
              type="button"
              aria-current={index === at && playing === null}
              className={thumb}
              onClick={() => {
                setAt(index);
                setPlaying(null);
              }}
            >
              <span className="sr-only">
                {t("Picture {number}:", { number: index + 1 })}{" "}
                <span lang={writtenLang()}>{image.alt}</span>
              </span>
              <Thumbnail id={image.id} />
            </button>
          </li>
        ))}
        {images.length > MAX_THUMBNAILS ? (
          <li className={`${thumbPlace} grid lg:col-span-full`}>
            <button
              type="button"
              aria-label={t("Show all {n} pictures", { n: images.length })}
              className="figures min-h-11 rounded-md bg-sunken font-semibold"
              onClick={() => setFull(true)}
            >
              +{images.length - MAX_THUMBNAILS}
            </button>
          </li>
        ) : null}
      </ul>
      {full ? <FullScreen images={images} at={at} onClose={() => setFull(false)} /> : null}
    </section>
  );
}

/** Returns which picture of a row is in view. */
const pictureIn = (row: HTMLElement): number => Math.round(row.scrollLeft / row.clientWidth);

function Tile({
  label,
  pictureId,
  current,
  onShow,
  children,
}: {
  label: string;
  pictureId: string;
  current: boolean;
  onShow: () => void;
  children: ReactNode;
}) {
  return (
    <li className={thumbPlace}>
      <button
        type="button"
        aria-label={label}
        aria-current={current}
        className={`relative ${thumb}`}
        onClick={onShow}
      >
        <Thumbnail id={pictureId} />
        <span className="figures absolute inset-x-1 bottom-1 flex items-center gap-1 rounded-sm bg-asphalt px-1 text-xs text-on-asphalt">
          {children}
        </span>
      </button>
    </li>
  );
}

function Thumbnail({ id }: { id: string }) {
  return (
    <img
      src={mediaUrl(id, 160, "webp")}
      alt=""
      width={160}
      height={107}
      loading="lazy"
      className="aspect-[3/2] w-full object-cover"
    />
  );
}

import { mediaUrl, mediaWidths } from "@gavelyard/contract/inventory/media";
import { t } from "@gavelyard/messages/text";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { Button } from "../../ui/button.tsx";

const MAX_PARALLEL = 4;

/** A unit's 360° view, turned by dragging, arrow keys or a slider. */
export default function UnitSpin({ frames }: { frames: readonly string[] }) {
  const total = frames.length;
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  const dragStart = useRef({ x: 0, at: 0 });
  const [at, setAt] = useState(0);
  const [width, setWidth] = useState<number | null>(null);
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const box = slider.current?.closest("figure");
    setWidth((box?.clientWidth ?? 0) * Math.min(devicePixelRatio, 2));
    slider.current?.focus({ preventScroll: true });
  }, []);
  const imageWidth = mediaWidths.find((each) => width !== null && each >= width) ?? 1280;
  const turn = (to: number) => setAt(((to % total) + total) % total);
  const distanceTo = (frame: number) =>
    Math.min(Math.abs(frame - at), total - Math.abs(frame - at));
  // Until the frame itself has loaded, show the nearest one.
  const shown = [...loaded].sort((one, other) => distanceTo(one) - distanceTo(other))[0] ?? 0;
  const missing = loadOrder(total).filter((frame) => !loaded.has(frame) && !failed.has(frame));
  // The first one loads alone, so that it shows sooner.
  const next = width === null ? 0 : loaded.size === 0 ? 1 : MAX_PARALLEL;
  const requested = [...loaded, ...missing.slice(0, next)];
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    turn(at + step);
  };
  const onDragStart = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, at };
    slider.current?.focus({ preventScroll: true });
  };
  // The width of the picture is one turn.
  const onDrag = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const share = (dragStart.current.x - clientX) / currentTarget.clientWidth;
    turn(dragStart.current.at + Math.round(share * total));
  };
  const position = t("Frame {number} of {total}", { number: at + 1, total });
  return (
    <figure aria-label={t("360° view")}>
      <div
        className="relative aspect-[3/2] cursor-grab touch-pan-y select-none overflow-hidden rounded-lg bg-asphalt active:cursor-grabbing"
        onPointerDown={onDragStart}
        onPointerMove={onDrag}
      >
        {requested.map((frame) => (
          <img
            key={frame}
            src={mediaUrl(frames[frame] ?? "", imageWidth, "webp")}
            alt={frame === shown ? position : ""}
            draggable={false}
            className={`absolute size-full object-contain ${frame === shown ? "" : "invisible"}`}
            onLoad={() => setLoaded((now) => new Set(now).add(frame))}
            onError={() => setFailed((now) => new Set(now).add(frame))}
          />
        ))}
      </div>
      <figcaption className="mt-2 text-sm text-soft">
        <div className="flex items-center gap-4">
          <label htmlFor={id}>{t("Rotate the unit")}</label>
          <input
            ref={slider}
            id={id}
            type="range"
            min={1}
            max={total}
            value={at + 1}
            aria-valuetext={position}
            className="h-11 min-w-0 flex-1"
            onChange={({ target }) => turn(Number(target.value) - 1)}
            onKeyDown={onKey}
          />
          <span className="figures">
            {at + 1} / {total}
          </span>
        </div>
        <div role="status">
          {failed.size > 0 ? (
            <>
              <span className="text-outbid">{t("Couldn't load some pictures of this view.")}</span>{" "}
              <Button onClick={() => setFailed(new Set())}>{t("Try again")}</Button>
            </>
          ) : loaded.size < total ? (
            t("Loading...")
          ) : (
            t("Drag the picture, or use the arrow keys.")
          )}
        </div>
      </figcaption>
    </figure>
  );
}

/** Every fourth frame first, so that a slow connection soon shows all sides. */
const loadOrder = (total: number): number[] =>
  [0, 2, 1, 3].flatMap((rest) => [...Array(total).keys()].filter((frame) => frame % 4 === rest));

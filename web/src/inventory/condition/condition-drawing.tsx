import { t } from "@gavelyard/messages/text";
import { FindingNumber, ratingTones, colorOf } from "./finding-number.tsx";
import { GROUND, HEIGHT, WIDTH, type Outline, type Point } from "./outlines.ts";
import type { Finding } from "./findings.ts";

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)}%`;

/** A unit's side view with the numbers of its findings. The list says the same in words. */
export function ConditionDrawing({
  outline,
  findings,
  marks,
  lit,
  onLight,
}: {
  outline: Outline;
  findings: readonly Finding[];
  /** Place of each finding, or null where the drawing has no room. */
  marks: readonly (Point | null)[];
  /** Index of the highlighted finding. */
  lit: number | null;
  onLight: (at: number | null) => void;
}) {
  const tones = ratingTones.filter(({ color }) =>
    findings.some(({ rating }) => colorOf(rating) === color),
  );
  return (
    <figure className="rounded-lg border border-line bg-sheet p-2 sm:p-4">
      <div className="relative mx-auto max-w-2xl">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={t("Drawing of a {name} from its left side", { name: outline.name })}
          className="block w-full fill-none stroke-soft"
          strokeWidth={2}
          strokeLinejoin="round"
        >
          <path d={`M8 ${GROUND}H${WIDTH - 8}`} className="stroke-line" />
          <path d={outline.lines} />
          {outline.wheels.map(([x, radius]) => (
            <g key={x} className="fill-sheet">
              <circle cx={x} cy={GROUND - radius} r={radius} />
              <circle cx={x} cy={GROUND - radius} r={radius / 2} />
            </g>
          ))}
        </svg>
        {findings.map(({ area, item, rating }, at) => {
          const mark = marks[at] ?? null;
          return mark === null ? null : (
            <FindingNumber
              key={at}
              number={at + 1}
              rating={rating}
              place="drawing"
              label={t("{number}: {area}, {item}, {rating} of 5. Show in the list", {
                number: at + 1,
                area,
                item,
                rating,
              })}
              lit={lit === at}
              onLight={(on) => onLight(on ? at : null)}
              className="absolute -translate-1/2"
              style={{ left: percent(mark[0], WIDTH), top: percent(mark[1], HEIGHT) }}
            />
          );
        })}
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
        {findings.length === 0 ? t("No defects to mark.") : null}
        {tones.map(({ name, color }) => (
          <span key={name} className="flex items-center gap-2">
            <span aria-hidden className={`size-3 rounded-full border ${color}`} /> {name}
          </span>
        ))}
        {findings.length === 0 ? null : (
          <span>{t("Numbers show the part of the unit, not the exact spot.")}</span>
        )}
      </figcaption>
    </figure>
  );
}

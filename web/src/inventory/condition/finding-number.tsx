import { t } from "@gavelyard/messages/text";
import type { CSSProperties } from "react";

/** Names of ratings and the colors of their numbers, worst first. */
export const ratingTones = [
  { upTo: 2, name: t("1 or 2 of 5"), color: "border-ink bg-ink text-paper" },
  { upTo: 3, name: t("3 of 5"), color: "border-on-amber bg-amber text-on-amber" },
  { upTo: 5, name: t("4 or 5 of 5"), color: "border-ink bg-sheet text-ink" },
] as const;

export const colorOf = (rating: number): string =>
  ratingTones.find(({ upTo }) => rating <= upTo)?.color ?? "";

/**
 * The number of a finding, in the list or on the drawing. Pressing it moves the focus to the same
 * number in the other place; hovering or focusing highlights both.
 */
export function FindingNumber({
  number,
  rating,
  place,
  label,
  lit,
  onLight,
  className = "",
  style,
}: {
  /** Counted from 1. */
  number: number;
  rating: number;
  place: "list" | "drawing";
  label: string;
  lit: boolean;
  onLight: (on: boolean) => void;
  className?: string;
  style?: CSSProperties;
}) {
  const other = place === "list" ? "drawing" : "list";
  return (
    <button
      type="button"
      id={`${place}-finding-${number}`}
      aria-label={label}
      className={`figures size-6 rounded-full border text-xs font-bold sm:size-7 sm:text-sm ${colorOf(rating)} ${
        lit ? "outline-3 outline-offset-1 outline-amber" : ""
      } ${className}`}
      style={style}
      onClick={() => document.getElementById(`${other}-finding-${number}`)?.focus()}
      onFocus={() => onLight(true)}
      onBlur={() => onLight(false)}
      onPointerEnter={() => onLight(true)}
      onPointerLeave={() => onLight(false)}
    >
      {number}
    </button>
  );
}

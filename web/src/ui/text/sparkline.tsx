import type { ReactNode } from "react";

/** Returns a line through values as the `d` of an SVG path, in a square of 100 with 0 at the bottom. */
export function sparkPath(values: readonly number[]): string {
  const most = Math.max(...values, 1);
  const step = 100 / Math.max(values.length - 1, 1);
  return values
    .map((value, at) => {
      const [x, y] = [at * step, 100 - (100 * value) / most];
      return `${at === 0 ? "M" : "L"}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
    })
    .join("");
}

/** A trend as a small line, oldest value first; `label` says it in words. */
export function Sparkline({
  values,
  label,
  className = "h-6 w-16",
}: {
  values: readonly number[];
  label: string;
  className?: string;
}) {
  const path = sparkPath(values);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="-1 -6 102 112"
      preserveAspectRatio="none"
      className={`inline-block ${className}`}
    >
      <path d={`${path}V100H0Z`} className="fill-sunken" />
      <path
        d={path}
        className="fill-none stroke-ink-soft"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/**
 * A table cell's figure after the line of its trend. No line without a trend or any value in it.
 */
export function Trend({
  values = [],
  label,
  children,
}: {
  values?: readonly number[] | undefined;
  label: string;
  children: ReactNode;
}) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap max-sm:flex-wrap">
      {values.some((value) => value > 0) ? <Sparkline values={values} label={label} /> : null}
      {children}
    </span>
  );
}

import type { Stats } from "@gavelyard/contract/office";
import { spansOf } from "@gavelyard/domain/figures";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { Bars } from "./bars.tsx";
import { ChartFigure } from "./chart-figure.tsx";

/** More days than these are drawn by week, or their bars would be too thin to be seen. */
const MOST_BARS = 92;

/** "Nov 20" of a day. */
export const shortDay = (day: string): string => formatUtcDate(day).split(",")[0] ?? "";

/** A figure of each day of a period, or of each week of a long one. */
export function DayChart({
  title,
  file,
  summary,
  series,
  name,
  value,
  as,
  axis = as,
  empty,
}: {
  /** Without "by day". */
  title: string;
  file: string;
  summary: string;
  series: Stats["series"];
  /** What the figure is called. */
  name: string;
  value: (day: Stats["series"][number]) => number;
  as: (value: number) => string;
  /** Writes a value at the axis, where room is scarce. */
  axis?: (value: number) => string;
  empty: boolean;
}) {
  const rows = spansOf(series, MOST_BARS).map((span) => ({
    day: span[0]?.day ?? "",
    total: span.reduce((sum, day) => sum + value(day), 0),
  }));
  const weekly = rows.length < series.length;
  return (
    <ChartFigure
      title={`${title} by ${weekly ? "week" : "day"}`}
      file={`${file}-by-${weekly ? "week" : "day"}`}
      summary={summary}
      rows={rows}
      columns={[
        { name: weekly ? "Week from" : "Day", value: ({ day }) => day },
        { name, value: ({ total }) => total, shown: ({ total }) => as(total), right: true },
      ]}
      empty={empty}
    >
      <Bars
        rows={rows}
        nameOf={({ day }) => shortDay(day)}
        series={[{ name, value: ({ total }) => total }]}
        as={axis}
      />
    </ChartFigure>
  );
}

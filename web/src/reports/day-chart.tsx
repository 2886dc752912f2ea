import type { Stats } from "@gavelyard/contract/reports";
import { spansOf } from "@gavelyard/domain/figures";
import { formatUtcDay } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { Bars } from "./bars.tsx";
import { ChartFigure } from "./chart-figure.tsx";

/** Maximum bars; longer periods are shown by week, since thinner bars would be illegible. */
const MAX_BARS = 92;

/** Formats a day: "Nov 20". */
export const shortDay = (day: string): string => formatUtcDay(day);

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
  /** Title without "by day". */
  title: string;
  file: string;
  summary: string;
  series: Stats["series"];
  name: string;
  value: (day: Stats["series"][number]) => number;
  as: (value: number) => string;
  /** Formats a value for the axis, where space is limited. */
  axis?: (value: number) => string;
  empty: boolean;
}) {
  const rows = spansOf(series, MAX_BARS).map((span) => ({
    day: span[0]?.day ?? "",
    total: span.reduce((sum, day) => sum + value(day), 0),
  }));
  const weekly = rows.length < series.length;
  return (
    <ChartFigure
      title={weekly ? t("{title} by week", { title }) : t("{title} by day", { title })}
      file={`${file}-by-${weekly ? "week" : "day"}`}
      summary={summary}
      rows={rows}
      columns={[
        { name: weekly ? t("Week from") : t("Day"), value: ({ day }) => day },
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

import type { Stats } from "@gavelyard/contract/reports";
import { sellThroughOf, type OverdueAge } from "@gavelyard/domain/figures";
import { plural, t } from "@gavelyard/messages/text";
import { count, money, words } from "../ui/text/format.ts";
import { Bars } from "./bars.tsx";
import { ChartFigure } from "./chart-figure.tsx";
import { DayChart, shortDay } from "./day-chart.tsx";

const percent = (value: number) => `${count(value)}%`;
const shortMoney = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

const ages: Record<OverdueAge, string> = {
  DAYS_1_7: t("1 to 7 days"),
  DAYS_8_30: t("8 to 30 days"),
  OVER_30: t("Over 30 days"),
};

export function Hammer({ stats: { series, sales } }: { stats: Stats }) {
  const best = series.reduce(
    (top, day) => (day.hammer > (top?.hammer ?? 0) ? day : top),
    series[0],
  );
  const sold = best !== undefined && best.hammer > 0;
  return (
    <DayChart
      title={t("Hammer")}
      file="hammer"
      summary={
        sold
          ? t("{total} total. Best day: {day}, {best}.", {
              total: money(sales.hammerTotal),
              day: shortDay(best.day),
              best: money(best.hammer),
            })
          : t("Nothing sold.")
      }
      series={series}
      name={t("Hammer")}
      value={({ hammer }) => hammer}
      as={money}
      axis={(value) => shortMoney.format(value)}
      empty={!sold}
    />
  );
}

export function SellThrough({ stats: { series, sales } }: { stats: Stats }) {
  const spans = sellThroughOf(series);
  const weekly = spans.length < series.length;
  return (
    <ChartFigure
      title={weekly ? t("Sell-through by week") : t("Sell-through by day")}
      file="sell-through"
      summary={t("{sold} of {offered} lots sold ({percent}). {missed} didn't meet reserve.", {
        sold: count(sales.lotsSold),
        offered: count(sales.lotsOffered),
        percent: percent(sales.sellThroughPct),
        missed: count(sales.reserveMissed),
      })}
      rows={spans}
      columns={[
        { name: weekly ? t("Week from") : t("Day"), value: ({ day }) => day },
        { name: t("Offered"), value: ({ offered }) => offered, right: true },
        { name: t("Sold [lots]"), value: ({ sold }) => sold, right: true },
        {
          name: t("Sell-through (%)"),
          value: (span) => span.percent,
          shown: (span) => (span.percent === null ? t("None offered") : percent(span.percent)),
          right: true,
        },
      ]}
      empty={sales.lotsOffered === 0}
    >
      <Bars
        rows={spans}
        nameOf={({ day }) => shortDay(day)}
        series={[{ name: t("Sell-through"), value: (span) => span.percent }]}
        as={percent}
      />
    </ChartFigure>
  );
}

export function AgainstEstimate({ stats: { estimates } }: { stats: Stats }) {
  const total = (place: "below" | "within" | "above") =>
    estimates.reduce((sum, type) => sum + type[place], 0);
  return (
    <ChartFigure
      title={t("Hammer price vs. estimate")}
      file="hammer-against-estimate"
      summary={t("{below} below, {within} within and {above} above estimate.", {
        below: count(total("below")),
        within: count(total("within")),
        above: count(total("above")),
      })}
      rows={estimates}
      columns={[
        { name: t("Type"), value: ({ inventoryType }) => words(inventoryType) },
        { name: t("Below"), value: ({ below }) => below, right: true },
        { name: t("Within [the estimate]"), value: ({ within }) => within, right: true },
        { name: t("Above"), value: ({ above }) => above, right: true },
      ]}
      empty={estimates.length === 0}
    >
      <Bars
        lying
        rows={estimates}
        nameOf={({ inventoryType }) => words(inventoryType)}
        series={[
          { name: t("Below"), value: ({ below }) => below, color: "var(--ink-soft)" },
          { name: t("Within [the estimate]"), value: ({ within }) => within },
          { name: t("Above"), value: ({ above }) => above, color: "var(--ink)" },
        ]}
        as={count}
      />
    </ChartFigure>
  );
}

export function Overdue({ stats: { overdueAges, money: owed } }: { stats: Stats }) {
  const total = overdueAges.reduce((sum, age) => sum + age.total, 0);
  return (
    <ChartFigure
      title={t("Overdue now, by age")}
      file="overdue-by-age"
      summary={
        owed.overdue === 0
          ? t("Nothing is overdue.")
          : t("{awards} totaling {total}.", {
              awards: plural(owed.overdue, "{n} overdue award", "{n} overdue awards"),
              total: money(total),
            })
      }
      rows={overdueAges}
      columns={[
        { name: t("Overdue for"), value: ({ age }) => ages[age] },
        { name: t("Awards"), value: (row) => row.count, right: true },
        {
          name: t("Amount owed"),
          value: (row) => row.total,
          shown: (row) => money(row.total),
          right: true,
        },
      ]}
      empty={owed.overdue === 0}
    >
      <Bars
        lying
        rows={overdueAges}
        nameOf={({ age }) => ages[age]}
        series={[{ name: t("Amount owed"), value: (row) => row.total }]}
        as={(value) => shortMoney.format(value)}
      />
    </ChartFigure>
  );
}

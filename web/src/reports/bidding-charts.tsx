import type { Stats } from "@gavelyard/contract/reports";
import { percentOf } from "@gavelyard/domain/figures";
import { clockTime } from "@gavelyard/domain/clock-time";
import { formatUtcDate, zoneTitle } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { browserZone } from "../clock.ts";
import { count } from "../ui/text/format.ts";
import { Bars } from "./bars.tsx";
import { ChartFigure } from "./chart-figure.tsx";
import { DayChart } from "./day-chart.tsx";

export function BidsByHour({ stats: { bidHours, bids } }: { stats: Stats }) {
  const rows = bidHours.map((bids, hour) => ({ hour, bids }));
  const busiest = rows.reduce((top, row) => (row.bids > top.bids ? row : top), {
    hour: 0,
    bids: 0,
  });
  return (
    <ChartFigure
      title={t("Bids by hour of the day")}
      file="bids-by-hour"
      summary={
        bids.total === 0
          ? t("No bids.")
          : t("{bids}. Busiest hour: {hour}, with {busiest}. Hours are in {zone}.", {
              bids: plural(bids.total, "{n} bid", "{n} bids"),
              hour: clockTime(busiest.hour),
              busiest: count(busiest.bids),
              zone: zoneTitle(browserZone()),
            })
      }
      rows={rows}
      columns={[
        { name: t("Hour"), value: ({ hour }) => clockTime(hour) },
        {
          name: t("Bids"),
          value: ({ bids }) => bids,
          shown: ({ bids }) => count(bids),
          right: true,
        },
      ]}
      empty={bids.total === 0}
    >
      <Bars
        rows={rows}
        nameOf={({ hour }) => clockTime(hour)}
        series={[{ name: t("Bids"), value: ({ bids }) => bids }]}
        as={count}
      />
    </ChartFigure>
  );
}

export function Registrations({ stats: { series, users } }: { stats: Stats }) {
  return (
    <DayChart
      title={t("Registrations")}
      file="registrations"
      summary={plural(
        users.new,
        "{n} new account in this period.",
        "{n} new accounts in this period.",
      )}
      series={series}
      name={t("Registrations")}
      value={({ signups }) => signups}
      as={count}
      empty={users.new === 0}
    />
  );
}

export function Views({ stats: { series, funnel } }: { stats: Stats }) {
  return (
    <DayChart
      title={t("Unit page views")}
      file="views"
      summary={t("{views} across {units}.", {
        views: plural(funnel.views, "{n} view", "{n} views"),
        units: plural(funnel.unitsViewed, "{n} unit", "{n} units"),
      })}
      series={series}
      name={t("Views")}
      value={({ views }) => views}
      as={count}
      empty={funnel.views === 0}
    />
  );
}

export function Funnel({ stats: { funnel, bids } }: { stats: Stats }) {
  const { unitsViewed, unitsBidOn, unitsWon, views, viewsSince } = funnel;
  const rows = [
    { step: t("Viewed"), units: unitsViewed, detail: plural(views, "{n} view", "{n} views") },
    {
      step: t("Bid on"),
      units: unitsBidOn,
      detail: plural(bids.uniqueBidders, "{n} bidder", "{n} bidders"),
    },
    {
      step: t("Won [units]"),
      units: unitsWon,
      detail: t("{percent}% of units bid on", { percent: percentOf(unitsWon, unitsBidOn) }),
    },
  ];
  const since =
    viewsSince === null
      ? t("No views counted yet.")
      : t("Counting since {date}.", { date: formatUtcDate(viewsSince) });
  return (
    <ChartFigure
      title={t("From view to bid to win")}
      file="view-bid-win"
      summary={`${t("{viewed} viewed {times}, {bidOn} bid on by {bidders}, {won} won.", {
        viewed: plural(unitsViewed, "{n} unit", "{n} units"),
        times: plural(views, "{n} time", "{n} times"),
        bidOn: count(unitsBidOn),
        bidders: plural(bids.uniqueBidders, "{n} bidder", "{n} bidders"),
        won: count(unitsWon),
      })} ${since}`}
      rows={rows}
      columns={[
        { name: t("Step"), value: ({ step }) => step },
        {
          name: t("Units"),
          value: ({ units }) => units,
          shown: ({ units }) => count(units),
          right: true,
        },
        { name: t("Share"), value: ({ detail }) => detail, right: true },
      ]}
      empty={rows.every(({ units }) => units === 0)}
    >
      <Bars
        lying
        rows={rows}
        nameOf={({ step }) => step}
        series={[{ name: t("Units"), value: ({ units }) => units }]}
        as={count}
      />
    </ChartFigure>
  );
}

import type { Stats } from "@gavelyard/contract/reports";
import { changeOf } from "@gavelyard/domain/figures";
import { plural, t } from "@gavelyard/messages/text";
import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { count, money } from "../ui/text/format.ts";
import { Sparkline } from "../ui/text/sparkline.tsx";

const percent = (value: number) => `${count(value)}%`;
const wholeMoney = (dollars: number) => money(Math.round(dollars));

export function Tiles({ stats }: { stats: Stats }) {
  const { sales, bids, users, funnel, before } = stats;
  const daily = (of: (day: Stats["series"][number]) => number) => stats.series.map(of);
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
        <Tile
          title={t("Hammer total")}
          now={sales.hammerTotal}
          was={before.sales.hammerTotal}
          as={money}
          daily={daily(({ hammer }) => hammer)}
        />
        <Tile
          title={t("Buyer's premium")}
          now={sales.premiumTotal}
          was={before.sales.premiumTotal}
          as={money}
        />
        <Tile
          title={t("Collected")}
          now={stats.money.collected}
          was={before.money.collected}
          as={money}
        />
        <Tile
          title={t("Lots sold")}
          now={sales.lotsSold}
          was={before.sales.lotsSold}
          as={count}
          daily={daily(({ sold }) => sold)}
        />
        <Tile
          title={t("Sell-through")}
          now={sales.sellThroughPct}
          was={before.sales.sellThroughPct}
          as={percent}
          daily={daily(({ offered, sold }) => (offered === 0 ? 0 : (100 * sold) / offered))}
        />
        <Tile
          title={t("Average hammer")}
          now={sales.avgHammer}
          was={before.sales.avgHammer}
          as={wholeMoney}
        />
        <Tile
          title={t("Bids")}
          now={bids.total}
          was={before.bids.total}
          as={count}
          daily={daily((day) => day.bids)}
        />
        <Tile
          title={t("Bidders")}
          now={bids.uniqueBidders}
          was={before.bids.uniqueBidders}
          as={count}
        />
        <Tile
          title={t("Registrations")}
          now={users.new}
          was={before.users.new}
          as={count}
          daily={daily(({ signups }) => signups)}
        />
        <Tile
          title={t("Unit page views")}
          now={funnel.views}
          was={before.funnel.views}
          as={count}
          daily={daily(({ views }) => views)}
        />
      </dl>
      <p className="mt-3 text-soft">
        {t(
          "Now: {live}, {upcoming}, {units}, {accounts}, {unpaid} of {owed}, {overdue} of them overdue, {bids} in the last hour.",
          {
            live: plural(stats.auctions.live, "{n} live auction", "{n} live auctions"),
            upcoming: plural(
              stats.auctions.upcoming,
              "{n} upcoming auction",
              "{n} upcoming auctions",
            ),
            units: plural(stats.inventory.total, "{n} unit", "{n} units"),
            accounts: plural(users.active, "{n} active account", "{n} active accounts"),
            unpaid: plural(stats.money.unpaidCount, "{n} unpaid award", "{n} unpaid awards"),
            owed: money(stats.money.unpaidTotal),
            overdue: count(stats.money.overdue),
            bids: plural(bids.lastHour, "{n} bid", "{n} bids"),
          },
        )}
      </p>
    </>
  );
}

const directions = {
  UP: { word: t("up"), share: (percent: string) => t("up {percent}", { percent }), Icon: ArrowUp },
  DOWN: {
    word: t("down"),
    share: (percent: string) => t("down {percent}", { percent }),
    Icon: ArrowDown,
  },
  SAME: { word: t("unchanged"), share: null, Icon: Equal },
} as const;

function Tile({
  title,
  now,
  was,
  as,
  daily = [],
}: {
  title: string;
  now: number;
  was: number;
  as: (value: number) => string;
  /** The figure of each day, if it is a sum of days. */
  daily?: readonly number[];
}) {
  const change = changeOf(now, was);
  const { word, share, Icon } = directions[change.direction];
  return (
    <div className="min-w-0 rounded-lg border border-line bg-sheet p-4">
      <dt className="text-sm text-soft">{title}</dt>
      <dd>
        <span className="figures block text-xl font-bold wrap-anywhere">{as(now)}</span>
        <span className="flex flex-wrap items-center gap-x-1 text-sm">
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="font-semibold">
            {share === null || change.percent === null ? word : share(percent(change.percent))}
          </span>
          <span className="text-soft">
            {was === now ? "" : t("from {value}", { value: as(was) })}
          </span>
        </span>
        {daily.length < 2 ? null : (
          <Sparkline
            values={daily}
            label={t("By day: from {first} to {last}, at most {most}", {
              first: as(daily[0] ?? 0),
              last: as(daily.at(-1) ?? 0),
              most: as(Math.max(...daily)),
            })}
            className="mt-2 h-8 w-full"
          />
        )}
      </dd>
    </div>
  );
}

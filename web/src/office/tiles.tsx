import type { Stats } from "@gavelyard/contract/office";
import { counted } from "@gavelyard/domain/counted";
import { changeOf } from "@gavelyard/domain/figures";
import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { count, money } from "../ui/format.ts";
import { Sparkline } from "../ui/sparkline.tsx";

const percent = (value: number) => `${count(value)}%`;
const wholeMoney = (dollars: number) => money(Math.round(dollars));

/** Figures of a period with their change from the preceding one, then the current totals. */
export function Tiles({ stats }: { stats: Stats }) {
  const { sales, bids, users, funnel, before } = stats;
  const daily = (of: (day: Stats["series"][number]) => number) => stats.series.map(of);
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
        <Tile
          title="Hammer total"
          now={sales.hammerTotal}
          was={before.sales.hammerTotal}
          as={money}
          daily={daily(({ hammer }) => hammer)}
        />
        <Tile
          title="Buyer's premium"
          now={sales.premiumTotal}
          was={before.sales.premiumTotal}
          as={money}
        />
        <Tile
          title="Collected"
          now={stats.money.collected}
          was={before.money.collected}
          as={money}
        />
        <Tile
          title="Lots sold"
          now={sales.lotsSold}
          was={before.sales.lotsSold}
          as={count}
          daily={daily(({ sold }) => sold)}
        />
        <Tile
          title="Sell-through"
          now={sales.sellThroughPct}
          was={before.sales.sellThroughPct}
          as={percent}
          daily={daily(({ offered, sold }) => (offered === 0 ? 0 : (100 * sold) / offered))}
        />
        <Tile
          title="Average hammer"
          now={sales.avgHammer}
          was={before.sales.avgHammer}
          as={wholeMoney}
        />
        <Tile
          title="Bids"
          now={bids.total}
          was={before.bids.total}
          as={count}
          daily={daily((day) => day.bids)}
        />
        <Tile title="Bidders" now={bids.uniqueBidders} was={before.bids.uniqueBidders} as={count} />
        <Tile
          title="Registrations"
          now={users.new}
          was={before.users.new}
          as={count}
          daily={daily(({ signups }) => signups)}
        />
        <Tile
          title="Unit page views"
          now={funnel.views}
          was={before.funnel.views}
          as={count}
          daily={daily(({ views }) => views)}
        />
      </dl>
      <p className="mt-3 text-soft">
        Now: {counted(stats.auctions.live, "live auction")},{" "}
        {counted(stats.auctions.upcoming, "upcoming auction")},{" "}
        {counted(stats.inventory.total, "unit")}, {counted(users.active, "active account")},{" "}
        {counted(stats.money.unpaidCount, "unpaid award")} of {money(stats.money.unpaidTotal)},{" "}
        {count(stats.money.overdue)} of them overdue, {counted(bids.lastHour, "bid")} in the last
        hour.
      </p>
    </>
  );
}

const directions = {
  UP: ["up", ArrowUp],
  DOWN: ["down", ArrowDown],
  SAME: ["unchanged", Equal],
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
  /** The figure of each day, if it is one that days add to. */
  daily?: readonly number[];
}) {
  const change = changeOf(now, was);
  const [word, Icon] = directions[change.direction];
  const share =
    change.direction === "SAME" || change.percent === null ? "" : ` ${percent(change.percent)}`;
  return (
    <div className="min-w-0 rounded-lg border border-line bg-sheet p-4">
      <dt className="text-sm text-soft">{title}</dt>
      <dd>
        <span className="figures block text-xl font-bold wrap-anywhere">{as(now)}</span>
        <span className="flex flex-wrap items-center gap-x-1 text-sm">
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="font-semibold">
            {word}
            {share}
          </span>
          <span className="text-soft">{was === now ? "" : `from ${as(was)}`}</span>
        </span>
        {daily.length < 2 ? null : (
          <Sparkline
            values={daily}
            label={`By day: from ${as(daily[0] ?? 0)} to ${as(daily.at(-1) ?? 0)}, at most ${as(Math.max(...daily))}`}
            className="mt-2 h-8 w-full"
          />
        )}
      </dd>
    </div>
  );
}

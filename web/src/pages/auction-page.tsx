import { AsWritten } from "../ui/text/as-written.tsx";
import type { Auction } from "@gavelyard/contract/auctions/auctions";
import type { LotPrice } from "@gavelyard/contract/realtime";
import { zoneTitle } from "@gavelyard/domain/time-zone";
import type { Answer } from "@gavelyard/client/call";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, useEffect, useEffectEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { refetchSoon } from "../api/refetch-soon.ts";
import { AddToLiveScreen } from "../bidding/live-sales/add-to-live-screen.tsx";
import { OnTheBlock, type LotOfRun } from "../bidding/on-the-block.tsx";
import { isNothingThere } from "@gavelyard/client/call";
import { Head } from "../site/head.tsx";
import { NotFound } from "../site/not-found.tsx";
import { useSite } from "../site/site.ts";
import { LoadFailedPage } from "../site/load-failed-page.tsx";
import { AuctionProofs } from "../lot-proofs/auction-proofs.tsx";
import { Read } from "../api/read.tsx";
import { serverNow } from "../clock.ts";
import { lotNow, useLotPrices, usePollWhileAway } from "../realtime/prices.ts";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Countdown } from "../ui/text/countdown.tsx";
import { count, money, when } from "../ui/text/format.ts";
import { Picture } from "../ui/picture.tsx";
import { ReadersTime } from "../ui/text/readers-time.tsx";
import { unitFacts } from "../ui/unit-facts.ts";
import { EmptyState } from "../ui/states.tsx";
import { AddToCalendar } from "../auctions/add-to-calendar.tsx";
import { auctionQuery } from "../auctions/api.ts";
import { StatusBadge } from "../auctions/auction-card.tsx";
import { useRenderAt } from "../ui/use-render-at.ts";
import { Link, useShown } from "../ui/page/router.tsx";

export function Component() {
  const id = useShown().id;
  const refetchInterval = usePollWhileAway();
  const query = useQuery({ ...auctionQuery(useCall(), id), refetchInterval });
  if (isNothingThere(query.error)) return <NotFound />;
  if (query.error !== null && query.data === undefined) {
    return (
      <LoadFailedPage
        title={t("We couldn't load this auction")}
        error={query.error}
        onRetry={() => unawaited(query.refetch())}
      />
    );
  }
  return (
    <Read query={query} failure={t("Couldn't load the auction.")} className="h-[60vh]">
      {(auction) => <AuctionView auction={auction} />}
    </Read>
  );
}

function AuctionView({ auction }: { auction: Answer<"auctionById"> }) {
  const prices = useLotPrices();
  const units = auction.runList.filter((unit): unit is LotOfRun => unit.lot !== null);
  const run = units.map((unit) => ({ ...unit, lot: lotNow(unit.lot, prices.get(unit.id)) }));
  useStatusOf(auction, run);
  const open = run
    .filter(({ lot }) => lot.status === "OPEN")
    .toSorted((one, other) => Date.parse(one.lot.closesAt) - Date.parse(other.lot.closesAt));
  return (
    <>
      <AuctionHead
        auction={auction}
        closed={run.filter(({ lot }) => lot.status === "CLOSED").length}
      />
      {open[0] === undefined ? null : <OnTheBlock unit={open[0]} next={open.slice(1, 4)} />}
      {auction.status === "EXPIRED" ? (
        <>
          <Results run={run} />
          <AuctionProofs auctionId={auction.id} />
        </>
      ) : null}
      <section>
        <h2 className="mb-4">
          {auction.status === "EXPIRED" ? t("Results by lot") : t("Run list")}
        </h2>
        {run.length === 0 ? (
          <EmptyState title={t("No lots yet")}>
            {t("We're still adding lots to this auction.")}
          </EmptyState>
        ) : (
          <ol className="grid gap-2">
            {units.map((unit) => (
              <RunRow key={unit.lot.lotId} unit={unit} price={prices.get(unit.id)} />
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

/** Reads an auction again when it begins and when its last lot closes. */
function useStatusOf({ id, status, startTime }: Auction, run: readonly LotOfRun[]): void {
  const queries = useQueryClient();
  const { queryKey } = auctionQuery(useCall(), id);
  useRenderAt(status === "UPCOMING" ? startTime : null);
  const isOver =
    status === "UPCOMING"
      ? startTime !== null && serverNow() >= Date.parse(startTime)
      : status === "LIVE" && run.length > 0 && run.every(({ lot }) => lot.status === "CLOSED");
  const over = useEffectEvent(() => refetchSoon(queries, queryKey));
  useEffect(() => {
    if (isOver) over();
  }, [isOver]);
}

function AuctionHead({ auction, closed }: { auction: Auction; closed: number }) {
  const site = useSite();
  const { timeZone: zone } = auction;
  const description =
    auction.description === ""
      ? t("{auctionName}: {lots} of trucks, trailers, vehicles and equipment.", {
          auctionName: auction.auctionName,
          lots: plural(auction.lots, "{n} lot", "{n} lots"),
        })
      : auction.description;
  return (
    <header className="mb-8">
      <Head
        title={t("{auctionName} | Gavelyard", { auctionName: auction.auctionName })}
        description={description}
        image={auction.imageUrl}
        data={
          import.meta.env.SSR && {
            "@type": "SaleEvent",
            name: auction.auctionName,
            description,
            startDate: auction.startTime,
            endDate: auction.endTime,
            eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
            location: {
              "@type": "VirtualLocation",
              url: `${site?.url ?? ""}/auctions/${auction.id}`,
            },
          }
        }
      />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1>{auction.auctionName}</h1>
        <StatusBadge status={auction.status} />
      </div>
      <AsWritten text={auction.description} className="mt-2 max-w-[70ch] text-soft" />
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3">
        <div>
          <dt className="text-sm text-soft">{t("Starts")}</dt>
          <dd className="font-semibold">
            {when(auction.startTime, zone)}
            <ReadersTime at={auction.startTime} zone={zone} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-soft">{t("Last lot closes")}</dt>
          <dd className="font-semibold">
            {when(auction.endTime, zone)}
            <ReadersTime at={auction.endTime} zone={zone} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-soft">{t("Lots")}</dt>
          <dd className="font-semibold">
            {auction.status === "LIVE" && closed > 0
              ? t("{lots}, {closed} closed", { lots: count(auction.lots), closed: count(closed) })
              : count(auction.lots)}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-soft">{t("Time zone")}</dt>
          <dd className="font-semibold first-letter:uppercase">{zoneTitle(zone)}</dd>
        </div>
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton to={`/vehicles?auctionId=${auction.id}`}>{t("Search this auction")}</LinkButton>
        <AddToCalendar auction={auction} />
        <AddToLiveScreen auction={auction} />
      </div>
    </header>
  );
}

function Results({ run }: { run: readonly LotOfRun[] }) {
  const sold = run.filter(({ lot }) => lot.outcome === "SOLD");
  const total = sold.reduce((sum, { lot }) => sum + (lot.price ?? 0), 0);
  const share = run.length === 0 ? 0 : Math.round((100 * sold.length) / run.length);
  return (
    <dl className="mb-8 grid gap-3 sm:grid-cols-3">
      {[
        [
          t("Sold"),
          t("{sold} of {lots}, {share}%", {
            sold: count(sold.length),
            lots: count(run.length),
            share,
          }),
        ],
        [t("Hammer total"), money(total)],
        [t("Highest sale"), money(Math.max(0, ...sold.map(({ lot }) => lot.price ?? 0)))],
      ].map(([name, value]) => (
        <div key={name} className="rounded-lg border border-line bg-sheet p-4">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="figures text-xl font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const outcomes = {
  SOLD: t("Sold"),
  RESERVE_NOT_MET: t("Reserve not met"),
  NO_BIDS: t("No bids"),
} as const;

/** A row of the run list. Others stay as they are when one's price changes. */
const RunRow = memo(function RunRow({
  unit,
  price,
}: {
  unit: LotOfRun;
  price: LotPrice | undefined;
}) {
  const lot = lotNow(unit.lot, price);
  useRenderAt(lot.status === "UPCOMING" ? lot.opensAt : null);
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-sheet p-3 max-sm:grid max-sm:grid-cols-[6rem_1fr_auto]">
      <span className="figures w-12 text-center font-bold max-sm:order-2 max-sm:w-auto sm:text-lg">
        <span className="sm:sr-only">{t("Lot")} </span>
        {lot.lotNumber}
      </span>
      <Picture image={unit.images[0]} sizes="96px" className="w-24 shrink-0 rounded-md" />
      <div className="min-w-40 flex-1 max-sm:order-1 max-sm:col-span-2 max-sm:min-w-0">
        <Link
          to={`/truck/${unit.id}`}
          className="font-semibold text-ink no-underline after:absolute after:inset-0 hover:underline"
        >
          {unit.name}
        </Link>
        <p className="text-sm text-soft max-sm:line-clamp-2 max-sm:leading-6">{unitFacts(unit)}</p>
        <p className="text-sm text-soft">{unit.location}</p>
      </div>
      <p className="max-sm:order-3 sm:text-right">
        <span className="figures block font-bold">{money(lot.price ?? lot.startingPrice)}</span>
        <span className="block text-sm text-soft">
          {lot.bidCount === 0 ? t("No bids") : plural(lot.bidCount, "{n} bid", "{n} bids")}
        </span>
      </p>
      <p className="ml-auto text-right text-sm max-sm:order-4 sm:w-44">
        {lot.status === "CLOSED" ? (
          <Badge>{lot.outcome === null ? t("Closing") : outcomes[lot.outcome]}</Badge>
        ) : lot.status === "OPEN" ? (
          <Countdown
            label={t("Closes in")}
            to={lot.closesAt}
            zone={lot.timeZone}
            className="font-semibold"
          />
        ) : (
          <>
            {t("Closes {closesAt}", { closesAt: when(lot.closesAt, lot.timeZone) })}
            <ReadersTime at={lot.closesAt} zone={lot.timeZone} />
          </>
        )}
      </p>
    </li>
  );
});

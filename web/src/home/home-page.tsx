import type { SiteDetails } from "@gavelyard/contract/site";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { refetchSoon } from "../api/refetch-soon.ts";
import { AuctionCard } from "../auctions/auction-card.tsx";
import { auctionsQuery, previewsQuery } from "../auctions/api.ts";
import { summaryOf } from "../auctions/auctions-state.ts";
import { closingNextQuery, featuredQuery, typesQuery } from "../inventory/api.ts";
import type { ListedUnit } from "../ui/unit-facts.ts";
import { UnitGrid } from "../inventory/browse/unit-card.tsx";
import { lotNow, useLotPrices, usePollWhileAway } from "../realtime/prices.ts";
import { messageOf } from "../api/messages.ts";
import { LinkButton } from "../ui/button.tsx";
import { count, words, when } from "../ui/text/format.ts";
import { Picture } from "../ui/picture.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { Head } from "../site/head.tsx";
import { useSite } from "../site/site.ts";
import { organizationData } from "../site/site-hours.ts";
import { later } from "../ui/later.tsx";
import { HeroPicture } from "./hero-picture.tsx";
import { HeroWords } from "./hero-words.tsx";
import { SearchField } from "../ui/form/search-field.tsx";
import { Link, navigate } from "../ui/page/router.tsx";

const NeedsYou = later(() => import("../dashboard/needs-you.tsx"));

export function Component() {
  const call = useCall();
  const auctionsRead = useQuery(auctionsQuery(call));
  const refetchInterval = usePollWhileAway();
  const featuredRead = useQuery({ ...featuredQuery(call), refetchInterval });
  const nextRead = useQuery({ ...closingNextQuery(call), refetchInterval });
  const { data: previews = [] } = useQuery(previewsQuery(call));
  const typesRead = useQuery(typesQuery(call));
  const { data: types = [] } = typesRead;
  const { data: auctions = [] } = auctionsRead;
  const { data: featured = [] } = featuredRead;
  const { data: next } = nextRead;
  const site = useSite();
  const { isAnyAuctionLive, liveAuctionsCount, nextAuctionStart } = summaryOf(auctions);
  const nextAuction = auctions.find(({ startTime }) => startTime === nextAuctionStart);
  const ahead = auctions.filter((auction) => auction.status !== "EXPIRED").slice(0, 6);
  return (
    <div data-live={isAnyAuctionLive} className="group/home">
      <Head
        title={t("Gavelyard | Trucks, trailers and equipment at live auction")}
        description={t(
          "Live auctions of tractors, trucks, trailers, vehicles and equipment across the US.",
        )}
        data={import.meta.env.SSR && siteData(site)}
      />
      <section className="relative mb-6 bg-asphalt text-on-asphalt group-data-[live=true]/home:border-b-8 group-data-[live=true]/home:border-amber">
        <HeroPicture />
        <div className="relative mx-auto max-w-7xl px-4 pb-6 pt-3 lg:py-10">
          <p className="inline-block font-semibold text-amber group-data-[live=true]/home:rounded-md group-data-[live=true]/home:bg-amber group-data-[live=true]/home:px-3 group-data-[live=true]/home:py-1 group-data-[live=true]/home:text-on-amber">
            {auctionsRead.data === undefined
              ? t("Inspected before listing")
              : isAnyAuctionLive
                ? plural(liveAuctionsCount, "{n} auction is live", "{n} auctions are live")
                : nextAuction === undefined
                  ? t("No auctions are live right now")
                  : t("Next auction: {startTime}", {
                      startTime: when(nextAuction.startTime, nextAuction.timeZone),
                    })}
          </p>
          <h1 className="mt-2 max-w-lg text-[clamp(1.8rem,1.2rem+3vw,3.2rem)] font-extrabold">
            {t("Your next truck is on the block")}
          </h1>
          <HeroWords needs={(userId) => <NeedsYou userId={userId} />} />
          <div className="mt-4 max-w-xl">
            <SearchField
              label={t("Make, model, year, stock number or VIN")}
              value=""
              onSearch={(text) =>
                navigate(
                  text === "" ? "/vehicles" : `/vehicles?${new URLSearchParams({ q: text })}`,
                )
              }
            />
          </div>
          <div className="mt-3 flex flex-wrap gap-3">
            <LinkButton to="/vehicles?auctionStatus=LIVE">{t("Bid now")}</LinkButton>
            <LinkButton to="/auctions">{t("View auctions")}</LinkButton>
          </div>
        </div>
      </section>
      <div className="mx-auto max-w-7xl px-4 pb-6">
        <LoadState reads={[typesRead, auctionsRead, featuredRead, nextRead]} />
        {next === undefined || next.content.length === 0 ? null : (
          <section className="mb-10">
            <h2 className="mb-4">{t("Closing next")}</h2>
            <UnitGrid units={next.content} />
            <RefetchWhenClosed units={next.content} />
          </section>
        )}
        {types.length === 0 ? null : (
          <section className="mb-10">
            <h2 className="mb-4">{t("Find by type")}</h2>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              {types.map(({ inventoryType, count: units, image }) => (
                <li key={inventoryType}>
                  <Link
                    to={`/vehicles?inventoryType=${inventoryType}`}
                    className="group/type grid overflow-hidden rounded-lg border border-line bg-sheet text-ink no-underline"
                  >
                    <Picture
                      // The text next to it says what it is.
                      image={image === null ? undefined : { ...image, alt: "" }}
                      sizes="(min-width: 1280px) 310px, (min-width: 640px) 24vw, 46vw"
                    />
                    <span className="flex flex-wrap items-baseline justify-between gap-x-2 px-3 py-2">
                      <span className="font-semibold group-hover/type:underline">
                        {words(inventoryType)}
                      </span>
                      <span className="figures text-sm text-soft">{count(units)}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        {auctionsRead.data === undefined ? null : (
          <section className="drawn-when-near mb-10 [--height:60rem]">
            <h2 className="mb-4">{t("Auctions")}</h2>
            {ahead.length === 0 ? (
              <EmptyState title={t("No auctions scheduled")}>
                {t("Add units to your watchlist and we'll tell you when they go to auction.")}
              </EmptyState>
            ) : (
              <ul className="grid gap-4 md:grid-cols-2">
                {ahead.map((auction) => (
                  <li key={auction.id} className="grid">
                    <AuctionCard
                      auction={auction}
                      preview={previews.find(({ auctionId }) => auctionId === auction.id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
        )}
        {featured.length === 0 ? null : (
          <section>
            <h2 className="mb-4">{t("Featured")}</h2>
            <UnitGrid units={featured} />
          </section>
        )}
      </div>
    </div>
  );
}

/** Returns structured data for search engines: a schema.org website. */
function siteData(site: SiteDetails | undefined) {
  const origin = site?.url ?? "";
  return {
    "@type": "WebSite",
    name: "Gavelyard",
    url: origin,
    potentialAction: {
      "@type": "SearchAction",
      target: `${origin}/vehicles?q={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
    ...(site === undefined ? {} : { publisher: organizationData(site) }),
  };
}

/** Reads the lots that close next again when one of them has closed. */
function RefetchWhenClosed({ units }: { units: readonly ListedUnit[] }) {
  const queries = useQueryClient();
  const { queryKey } = closingNextQuery(useCall());
  const prices = useLotPrices();
  const isOver = units.some(
    ({ id, lot }) => lot !== null && lotNow(lot, prices.get(id)).status === "CLOSED",
  );
  const over = useEffectEvent(() => refetchSoon(queries, queryKey));
  useEffect(() => {
    if (isOver) over();
  }, [isOver, units]);
  return null;
}

function LoadState({ reads }: { reads: readonly UseQueryResult[] }) {
  const missing = reads.filter(({ data }) => data === undefined);
  const failed = missing.filter(({ error }) => error !== null);
  if (missing.length === 0) return null;
  return (
    <div className="mb-10">
      {failed[0] === undefined ? (
        <Skeleton className="h-48" />
      ) : (
        <ErrorState
          message={messageOf(failed[0].error, t("Couldn't load the listings."))}
          onRetry={() => {
            for (const { refetch } of failed) unawaited(refetch());
          }}
        />
      )}
    </div>
  );
}

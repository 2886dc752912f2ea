import type { Auction, AuctionPreview } from "@gavelyard/contract/auctions/auctions";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Columns2, List } from "lucide-react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { auctionsQuery, previewsQuery, type ListedAuction } from "./api.ts";
import { AuctionCard } from "./auction-card.tsx";
import { summaryOf, useAuctionsState } from "./auctions-state.ts";
import { MonthCalendar } from "./month-calendar.tsx";
import { Head } from "../site/head.tsx";
import { useSearch } from "../ui/page/router.tsx";

const parts = [
  { statuses: ["LIVE"], title: t("Live now"), empty: t("No auctions are live right now.") },
  // Auctions without a date count as upcoming.
  {
    statuses: ["UPCOMING", "UNKNOWN"],
    title: t("Upcoming"),
    empty: t("No upcoming auctions yet. Check back soon."),
  },
  { statuses: ["EXPIRED"], title: t("Ended"), empty: t("No auctions have ended yet.") },
] satisfies readonly { statuses: readonly Auction["status"][]; title: string; empty: string }[];

export function Component() {
  const asCalendar = useSearch()[0].get("view") === "calendar";
  const { data: previews } = useQuery(previewsQuery(useCall()));
  const { data, error, refetch } = useQuery({
    ...auctionsQuery(useCall()),
    refetchInterval: 30_000,
  });
  const { liveAuctionsCount } = summaryOf(data ?? []);
  return (
    <>
      <Head
        title={t("Auctions | Gavelyard")}
        description={t(
          "Live, upcoming and ended auctions of trucks, trailers, vehicles and equipment.",
        )}
      />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1>{t("Auctions")}</h1>
        <div className="flex flex-wrap gap-2">
          {liveAuctionsCount > 1 ? (
            <LinkButton to="/live">
              <Columns2 aria-hidden className="size-4" /> {t("Watch several sales")}
            </LinkButton>
          ) : null}
          <LinkButton to={asCalendar ? "/auctions" : "?view=calendar"}>
            {asCalendar ? (
              <List aria-hidden className="size-4" />
            ) : (
              <CalendarDays aria-hidden className="size-4" />
            )}
            {asCalendar ? t("List") : t("Calendar")}
          </LinkButton>
        </div>
        <StatusLine />
      </div>
      {error !== null && data === undefined ? (
        <ErrorState
          message={messageOf(error, t("Couldn't load the auctions."))}
          onRetry={() => unawaited(refetch())}
        />
      ) : data === undefined ? (
        <Skeleton className="h-64" />
      ) : asCalendar ? (
        <MonthCalendar auctions={data} />
      ) : (
        parts.map((part) => (
          <Part
            key={part.title}
            title={part.title}
            empty={part.empty}
            previews={previews}
            auctions={data.filter(({ status }) => part.statuses.some((each) => each === status))}
          />
        ))
      )}
    </>
  );
}

function StatusLine() {
  const { isAnyAuctionLive, liveAuctionNames, lastChecked, timerActive } = useAuctionsState();
  return (
    <p className="w-full text-soft">
      {isAnyAuctionLive ? t("Live: {auctions}", { auctions: liveAuctionNames.join("; ") }) : null}
      {/* Only the browser knows it; the line is reserved until then, so that nothing moves. */}
      <span className="block min-h-6 text-sm">
        {timerActive && lastChecked !== null
          ? t("Last checked {lastChecked}", {
              lastChecked: formatDateTime(lastChecked, browserZone()),
            })
          : null}
      </span>
    </p>
  );
}

function Part({
  title,
  empty,
  previews = [],
  auctions,
}: {
  title: string;
  empty: string;
  previews: readonly AuctionPreview[] | undefined;
  auctions: readonly ListedAuction[];
}) {
  return (
    <section className="mb-10">
      <h2 className="mb-4">{title}</h2>
      {auctions.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {auctions.map((auction) => (
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
  );
}

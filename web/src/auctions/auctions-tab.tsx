import type { AuctionLine, AuctionTrend } from "@gavelyard/contract/auctions/auctions-staff";
import { trendParts } from "@gavelyard/domain/figures";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState, type Key } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Choices } from "../ui/form/choices.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { count } from "../ui/text/format.ts";
import { Pagination } from "../ui/list/pagination.tsx";
import { SearchField } from "../ui/form/search-field.tsx";
import { Trend } from "../ui/text/sparkline.tsx";
import { Skeleton } from "../ui/states.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { auctionTrendsQuery, staffAuctionsQuery, type AuctionSearch } from "./api.ts";
import { AuctionState } from "./auction-state.tsx";
import { CancelAuctions } from "./cancel-auctions.tsx";
import { TableViews } from "../table-views/table-views.tsx";
import { later } from "../ui/later.tsx";
import { Link } from "../ui/page/router.tsx";

const AuctionDesk = later(() => import("./auction-desk.tsx"), <Skeleton className="h-96" />);

const views = [
  ["all", t("All")],
  ["live", t("Live")],
  ["upcoming", t("Upcoming")],
  ["draft", t("Drafts")],
  ["over", t("Ended")],
  ["unsettled", t("To settle")],
  ["cancelled", t("Canceled [auctions]")],
] as const;
type View = (typeof views)[number][0];

const viewFilters: Readonly<Record<View, Pick<AuctionSearch, "status" | "lifecycle">>> = {
  all: {},
  live: { status: ["LIVE"], lifecycle: ["PUBLISHED"] },
  upcoming: { status: ["UPCOMING"], lifecycle: ["PUBLISHED"] },
  draft: { lifecycle: ["DRAFT"] },
  over: { status: ["EXPIRED"], lifecycle: ["PUBLISHED", "SETTLED"] },
  unsettled: { status: ["EXPIRED"], lifecycle: ["PUBLISHED"] },
  cancelled: { lifecycle: ["CANCELLED"] },
};

export default function AuctionsTab() {
  const open = useAddress().get("auction");
  if (open === "") return <AuctionTable />;
  return <AuctionDesk key={open} auction={open} />;
}

function AuctionTable() {
  const address = useAddress();
  const view = views.find(([value]) => value === address.get("view"))?.[0] ?? "all";
  const q = address.get("q");
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set());
  const call = useCall();
  const query = useQuery(
    staffAuctionsQuery(call, {
      ...(q === "" ? {} : { q }),
      ...viewFilters[view],
      page: numberOf(address.get("page")) ?? 0,
      size: 25,
    }),
  );
  const ids = query.data?.content.map(({ id }) => id) ?? [];
  const trends = useQuery(auctionTrendsQuery(call, ids)).data;
  const shownColumns = [...columns, bidsColumn(trends)];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <Choices
          label={t("Filter auctions")}
          options={views}
          chosen={view}
          to={(value) => address.to({ view: value === "all" ? null : value, page: null })}
        />
        <LinkButton tone="primary" to={address.to({ auction: "new" })}>
          <Plus aria-hidden className="size-4" /> {t("New auction")}
        </LinkButton>
      </div>
      <SearchField
        label={t("Auction name")}
        value={q}
        onSearch={(text) => address.set({ q: text, page: null })}
      />
      <Read query={query} failure={t("Couldn't load the auctions.")} className="mt-4 h-96">
        {({ content, totalElements, totalPages, number }) => (
          <>
            <div className="my-3 flex min-h-11 flex-wrap items-center gap-3">
              <p aria-live="polite" className="mr-auto text-soft">
                {chosen.size === 0
                  ? plural(totalElements, "{n} auction", "{n} auctions")
                  : t("{auctions}, {selected} selected", {
                      auctions: plural(totalElements, "{n} auction", "{n} auctions"),
                      selected: count(chosen.size),
                    })}
              </p>
              <TableViews table="auctions" columns={shownColumns} />
              <CancelAuctions
                auctions={content.filter(({ id }) => chosen.has(id))}
                onDone={() => setChosen(new Set())}
              />
            </div>
            <DataTable
              label={t("Auctions")}
              columns={shownColumns}
              rows={content}
              keyOf={({ id }) => id}
              nameOf={({ auctionName }) => auctionName}
              empty={t("No auctions match.")}
              choice={{ chosen, onChoose: setChosen }}
            />
            <Pagination page={number} totalPages={totalPages} linkTo={address.toPage} />
          </>
        )}
      </Read>
    </>
  );
}

const columns: readonly Column<AuctionLine>[] = [
  { name: t("Auction"), wide: true, render: (auction) => <AuctionLink auction={auction} /> },
  { name: t("Status"), render: (auction) => <AuctionState auction={auction} /> },
  {
    id: "starts",
    name: t("Starts"),
    render: ({ startTime, timeZone }) => formatDateTime(startTime, timeZone),
  },
  {
    id: "ends",
    name: t("Ends"),
    render: ({ endTime, timeZone }) => formatDateTime(endTime, timeZone),
  },
  { id: "lots", name: t("Lots"), right: true, render: ({ lots }) => count(lots) },
  { id: "open", name: t("Open [lots]"), right: true, render: ({ openLots }) => count(openLots) },
  { id: "sold", name: t("Sold [lots]"), right: true, render: ({ soldLots }) => count(soldLots) },
];

/** Bids with their trend, which loads after the table. */
function bidsColumn(trends: readonly AuctionTrend[] = []): Column<AuctionLine> {
  return {
    id: "bids",
    name: t("Bids"),
    right: true,
    render: ({ id, auctionName, bids }) => {
      const values = trends.find((each) => each.id === id)?.bids;
      const label = t("Bids in {auction} over {parts} equal periods: {bids}", {
        auction: auctionName,
        parts: trendParts,
        bids: values?.join(", ") ?? "",
      });
      return (
        <Trend values={values} label={label}>
          {count(bids)}
        </Trend>
      );
    },
  };
}

function AuctionLink({ auction: { id, auctionName } }: { auction: AuctionLine }) {
  const address = useAddress();
  return (
    <Link
      to={address.to({ auction: id })}
      className="inline-flex min-h-9 items-center font-semibold text-ink"
    >
      {auctionName}
    </Link>
  );
}

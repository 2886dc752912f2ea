import type { AuctionLine } from "@gavelyard/contract/auctions/auctions-staff";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { staffAuctionsQuery } from "../api.ts";
import { Read } from "../../api/read.tsx";
import { Countdown } from "../../ui/text/countdown.tsx";
import { DataTable, type Column } from "../../ui/list/data-table.tsx";
import { count } from "../../ui/text/format.ts";
import { numberOf, useAddress } from "../../ui/page/use-address.ts";
import { Room } from "./room.tsx";
import { Link } from "../../ui/page/router.tsx";

export default function ControlTab() {
  const id = numberOf(useAddress().get("auction"));
  return id === null ? <LiveAuctions /> : <Room key={id} auctionId={id} />;
}

function LiveAuctions() {
  const query = useQuery({
    ...staffAuctionsQuery(useCall(), { status: ["LIVE"], lifecycle: ["PUBLISHED"], size: 100 }),
    refetchInterval: 30_000,
  });
  return (
    <Read query={query} failure={t("Couldn't load the auctions.")} className="h-96">
      {({ content }) => (
        <DataTable
          label={t("Live auctions")}
          columns={columns}
          rows={content}
          keyOf={({ id }) => id}
          nameOf={({ auctionName }) => auctionName}
          empty={t("No auctions are live.")}
        />
      )}
    </Read>
  );
}

const columns: readonly Column<AuctionLine>[] = [
  {
    name: t("Auction"),
    render: ({ id, auctionName }) => (
      <Link
        to={`?tab=control&auction=${id}`}
        className="inline-flex min-h-9 items-center font-semibold text-ink"
      >
        {auctionName}
      </Link>
    ),
  },
  { name: t("Lots"), right: true, render: ({ lots }) => count(lots) },
  { name: t("Open [lots]"), right: true, render: ({ openLots }) => count(openLots) },
  { name: t("Bids"), right: true, render: ({ bids }) => count(bids) },
  {
    name: t("Last lot closes in"),
    right: true,
    render: ({ endTime, timeZone }) =>
      endTime === null ? "" : <Countdown to={endTime} zone={timeZone} />,
  },
];

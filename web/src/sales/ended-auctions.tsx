import { t } from "@gavelyard/messages/text";
import type { AuctionLine } from "@gavelyard/contract/auctions/auctions-staff";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useCall } from "../api/api-context.ts";
import { auctionForStaffQuery, expiredAuctionsQuery } from "../auctions/api.ts";
import { Read } from "../api/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { count } from "../ui/text/format.ts";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { Link } from "../ui/page/router.tsx";

type Open = "undecidedLots" | "unpaidLots";

const openTitles = {
  undecidedLots: t("Needs a decision"),
  unpaidLots: t("Unpaid lots"),
} as const satisfies Record<Open, string>;

/**
 * Lets staff choose an ended auction by its `open` lots and shows `children` for it. A running one
 * can be opened by its address.
 */
export function EndedAuctions({
  open,
  children,
}: {
  open: Open;
  children: (auction: AuctionLine) => ReactNode;
}) {
  const id = numberOf(useAddress().get("auction"));
  return id === null ? <Ended open={open} /> : <Chosen id={id}>{children}</Chosen>;
}

function Ended({ open }: { open: Open }) {
  const query = useQuery(expiredAuctionsQuery(useCall()));
  return (
    <Read query={query} failure={t("Couldn't load the auctions.")} className="h-96">
      {(auctions) => <Table auctions={auctions} open={open} />}
    </Read>
  );
}

/** Lots that have closed in a running auction have winners too. */
function Chosen({ id, children }: { id: number; children: (auction: AuctionLine) => ReactNode }) {
  const address = useAddress();
  const query = useQuery(auctionForStaffQuery(useCall(), id));
  return (
    <>
      <LinkButton to={address.to({ auction: null })} className="mb-4">
        <ArrowLeft aria-hidden className="size-4" /> {t("All auctions")}
      </LinkButton>
      <Read query={query} failure={t("Couldn't load the auction.")} className="h-96">
        {(auction) => (
          <>
            <div className="mb-4 flex flex-wrap items-center gap-3">
              <h2>{auction.auctionName}</h2>
              {auction.lifecycle === "PUBLISHED" && auction.status === "LIVE" ? (
                <Badge tone="live">{t("Live")}</Badge>
              ) : (
                <Badge>{auction.lifecycle === "SETTLED" ? t("Settled") : t("Not settled")}</Badge>
              )}
            </div>
            {children(auction)}
          </>
        )}
      </Read>
    </>
  );
}

function Table({ auctions, open }: { auctions: readonly AuctionLine[]; open: Open }) {
  const address = useAddress();
  const columns: readonly Column<AuctionLine>[] = [
    {
      name: t("Auction"),
      render: ({ id, auctionName }) => (
        <Link
          to={address.to({ auction: id })}
          className="inline-flex min-h-9 items-center font-semibold text-ink"
        >
          {auctionName}
        </Link>
      ),
    },
    {
      name: t("Ended [at a time]"),
      render: ({ endTime, timeZone }) => formatDateTime(endTime, timeZone),
    },
    { name: t("Lots"), right: true, render: ({ lots }) => count(lots) },
    { name: t("Sold [lots]"), right: true, render: ({ soldLots }) => count(soldLots) },
    {
      name: openTitles[open],
      right: true,
      render: (auction) => count(auction[open]),
    },
    {
      name: t("Settlement"),
      render: ({ lifecycle }) => (
        <Badge>{lifecycle === "SETTLED" ? t("Settled") : t("Open [not settled]")}</Badge>
      ),
    },
  ];
  return (
    <DataTable
      label={t("Ended auctions")}
      columns={columns}
      rows={auctions}
      keyOf={({ id }) => id}
      nameOf={({ auctionName }) => auctionName}
      empty={t("No auctions have ended yet.")}
    />
  );
}

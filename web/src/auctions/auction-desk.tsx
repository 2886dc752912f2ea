import { t } from "@gavelyard/messages/text";
import type { AuctionForStaff } from "@gavelyard/contract/auctions/auctions-staff";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { settingsQuery } from "../settings/api.ts";
import { LinkButton } from "../ui/button.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { count } from "../ui/text/format.ts";
import { ErrorState } from "../ui/states.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { auctionForStaffQuery } from "./api.ts";
import { AuctionActions } from "./auction-actions.tsx";
import { AuctionEditor } from "./auction-editor.tsx";
import { AuctionPicture } from "./auction-picture.tsx";
import { AuctionState } from "./auction-state.tsx";

/** `auction` is an ID, or "new". */
export default function AuctionDesk({ auction }: { auction: string }) {
  const address = useAddress();
  const id = numberOf(auction);
  return (
    <>
      <LinkButton to={address.to({ auction: null })} className="mb-4">
        <ArrowLeft aria-hidden className="size-4" /> {t("All auctions")}
      </LinkButton>
      {id !== null ? (
        <ExistingAuction id={id} />
      ) : auction === "new" ? (
        <NewAuction />
      ) : (
        <ErrorState
          message={t("Auction not found")}
          onRetry={() => address.set({ auction: null })}
        />
      )}
    </>
  );
}

function NewAuction() {
  const settings = useQuery(settingsQuery(useCall()));
  return (
    <>
      <h2 className="mb-4">{t("New auction")}</h2>
      <Read query={settings} failure={t("Couldn't load settings.")} className="h-96">
        {(known) => <AuctionEditor auction={null} settings={known} />}
      </Read>
    </>
  );
}

function ExistingAuction({ id }: { id: number }) {
  const call = useCall();
  const query = useQuery(auctionForStaffQuery(call, id));
  const settings = useQuery(settingsQuery(call));
  return (
    <Read query={query} failure={t("Couldn't load the auction.")} className="h-96">
      {(auction) => (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <h2>{auction.auctionName}</h2>
            <AuctionState auction={auction} />
          </div>
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid gap-6 xl:order-2 xl:sticky xl:top-4">
              <StatusCard auction={auction} />
              <AuctionPicture auction={auction} />
            </div>
            <Read query={settings} failure={t("Couldn't load settings.")} className="h-96">
              {(known) => <AuctionEditor auction={auction} settings={known} />}
            </Read>
          </div>
        </>
      )}
    </Read>
  );
}

function StatusCard({ auction }: { auction: AuctionForStaff }) {
  const { timeZone, startTime, endTime } = auction;
  return (
    <Card title={t("Status")}>
      <Facts
        rows={[
          [t("Starts"), formatDateTime(startTime, timeZone)],
          [t("Last lot closes"), formatDateTime(endTime, timeZone)],
          [t("Lots"), count(Math.max(auction.lots, auction.runList.length)), "figures"],
          [t("Sold [lots]"), count(auction.soldLots), "figures"],
          [t("Bids"), count(auction.bids), "figures"],
          ...(auction.status === "EXPIRED"
            ? [[t("Needs a decision"), count(auction.undecidedLots), "figures"] as const]
            : []),
          ...(auction.endReason === null ? [] : [[t("Ended early"), auction.endReason] as const]),
        ]}
      />
      <AuctionActions auction={auction} />
    </Card>
  );
}

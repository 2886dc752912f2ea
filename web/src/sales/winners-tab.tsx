import type { AuctionLine } from "@gavelyard/contract/auctions/auctions-staff";
import type { WinningBid } from "@gavelyard/contract/sales/sales";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { ActionButton } from "../api/action-button.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Choices } from "../ui/form/choices.tsx";
import { TextField } from "../ui/form/field.tsx";
import { money, words } from "../ui/text/format.ts";
import { useAddress } from "../ui/page/use-address.ts";
import { Rich } from "../ui/text/rich.tsx";
import { saveCsv } from "../ui/list/save-csv.ts";
import { matches } from "../ui/list/matching.ts";
import { EmptyState } from "../ui/states.tsx";
import { winningBidsQuery } from "./api.ts";
import { DeclareButton } from "./declare-button.tsx";
import { EndedAuctions } from "./ended-auctions.tsx";
import { NegotiationSteps } from "./negotiation-steps.tsx";
import { isToDecide } from "./staged-decisions.ts";
import { Triage } from "./triage.tsx";
import { WinnerActions } from "./winner-actions.tsx";
import { Link } from "../ui/page/router.tsx";

const refresh = [["staff"]] as const;
const tones: Partial<Record<WinningBid["phase"], BadgeTone>> = {
  UNDECIDED: "outbid",
  BIDDER_COUNTERED: "outbid",
  NEGOTIATION_FAILED: "outbid",
  BID_RELEASED: "outbid",
  AWARD_ENDED: "outbid",
  PAID: "winning",
  AWARDED: "attention",
};

/** Winners of an ended auction, and the decisions that are still open (D27, D28). */
export default function WinnersTab() {
  return (
    <EndedAuctions open="undecidedLots">{(auction) => <Winners auction={auction} />}</EndedAuctions>
  );
}

function Winners({ auction }: { auction: AuctionLine }) {
  const query = useQuery(winningBidsQuery(useCall(), auction.id));
  return (
    <Read query={query} failure={t("Couldn't load the winners.")} className="h-96">
      {(bids) =>
        bids.length === 0 ? (
          <EmptyState title={t("No lot in this auction had bids")} />
        ) : (
          <Lots bids={bids} auction={auction} />
        )
      }
    </Read>
  );
}

const views = {
  open: [t("Needs a decision"), ({ phase }: WinningBid) => tones[phase] === "outbid"],
  declare: [t("To declare"), ({ status }: WinningBid) => status === "PENDING"],
  all: [t("All"), () => true],
} as const;
type View = keyof typeof views;

/** The lots that need a decision first; those below their reserve are decided by keys. */
function Lots({ bids, auction }: { bids: readonly WinningBid[]; auction: AuctionLine }) {
  const address = useAddress();
  const [words, setWords] = useState("");
  const actions = useRef<HTMLDivElement>(null);
  const first = (Object.keys(views) as View[]).find((one) => bids.some(views[one][1])) ?? "all";
  const view = (Object.keys(views) as View[]).find((one) => one === address.get("show")) ?? first;
  const shown = bids.filter(
    (bid) =>
      views[view][1](bid) &&
      matches([bid.lotNumber, bid.name, bid.bidderName, bid.bidderEmail].join(" "), words),
  );
  const toDecide = view === "open" ? shown.filter(isToDecide) : [];
  const others = shown.filter((bid) => !toDecide.includes(bid));
  return (
    <>
      <div ref={actions}>
        <AuctionActions auction={auction} bids={bids} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <Choices
          label={t("Lots")}
          options={(Object.keys(views) as View[]).map(
            (one) => [one, `${views[one][0]} (${bids.filter(views[one][1]).length})`] as const,
          )}
          chosen={view}
          to={(one) => address.to({ show: one })}
        />
        <TextField
          label={t("Find a lot")}
          type="search"
          className="mb-4 w-64"
          placeholder={t("Lot, unit or bidder")}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      {view === "open" ? (
        <Triage
          bids={toDecide}
          all={bids.filter(isToDecide)}
          onSent={() => actions.current?.querySelector("button")?.focus()}
        />
      ) : null}
      {shown.length === 0 ? <EmptyState title={t("No lots here.")} /> : null}
      <ul className="grid gap-3">
        {others.map((bid) => (
          <Line key={bid.lotId} bid={bid} auction={auction} />
        ))}
      </ul>
    </>
  );
}

function AuctionActions({ auction, bids }: { auction: AuctionLine; bids: readonly WinningBid[] }) {
  const undeclared = bids.filter(({ status }) => status === "PENDING");
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <DeclareButton auctionId={auction.id} undeclared={undeclared} />
      {auction.lifecycle !== "PUBLISHED" || auction.status !== "EXPIRED" ? null : (
        <ActionButton
          label={t("Settle auction")}
          title={t("Settle {auctionName}?", { auctionName: auction.auctionName })}
          confirmLabel={t("Settle")}
          act={(call) => call("settleAuction", { params: { id: String(auction.id) } })}
          done={t("Auction settled")}
          failed={t("Couldn't settle the auction.")}
          refresh={refresh}
        >
          {t("Every lot needs an outcome. After that, you can't change anything in the auction.")}
        </ActionButton>
      )}
      <ActionButton
        label={t("Clean up bids")}
        title={t("Archive the bids of closed lots?")}
        confirmLabel={t("Clean up")}
        act={(call) => call("cleanUpBidsByPost", { params: { id: String(auction.id) } })}
        done={t("Bids archived and ended holds released")}
        failed={t("Couldn't clean up bids.")}
        refresh={refresh}
      >
        {t("Releases holds that no longer apply. Nothing is deleted.")}
      </ActionButton>
      <Button onClick={() => saveCsv(`winners-auction-${auction.id}.csv`, bids.map(csvRow))}>
        <Download aria-hidden className="size-4" /> {t("CSV")}
      </Button>
    </div>
  );
}

const csvRow = (bid: WinningBid) => ({
  Lot: bid.lotNumber,
  Unit: bid.name,
  "Inventory number": bid.inventoryId,
  Bidder: bid.bidderName,
  Email: bid.bidderEmail,
  "Hammer price": bid.amount,
  Status: bid.status,
  Phase: bid.phase,
  "Payment due": bid.paymentDueAt,
  Invoice: bid.invoiceId,
});

interface TextValues {
  readonly amount: string;
  readonly bidder: string;
  readonly email: string;
}

const highBid = {
  met: (values: TextValues) =>
    t("<amount>{amount}</amount> reserve met, {bidder}, <account>{email}</account>", values),
  below: (values: TextValues) =>
    t("<amount>{amount}</amount> below the reserve, {bidder}, <account>{email}</account>", values),
} as const;

function Line({ bid, auction }: { bid: WinningBid; auction: AuctionLine }) {
  const zone = auction.timeZone;
  return (
    <li
      aria-label={t("Lot {lotNumber}", { lotNumber: bid.lotNumber })}
      className="grid gap-3 rounded-lg border border-line bg-sheet p-4 lg:grid-cols-[1fr_auto] lg:items-center"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="figures text-soft">{bid.lotNumber}</span>
          <Link
            to={`?tab=inventory&unit=${bid.inventoryId}`}
            className="inline-flex min-h-6 items-center font-semibold text-ink"
          >
            {bid.name}
          </Link>
          <Badge tone={tones[bid.phase] ?? "neutral"}>{words(bid.phase)}</Badge>
          {bid.status === "PENDING" ? <Badge>{t("To declare")}</Badge> : null}
        </p>
        <p className="text-sm">
          <Rich
            text={(bid.reserveMet ? highBid.met : highBid.below)({
              amount: money(bid.amount),
              bidder: bid.bidderName,
              email: bid.bidderEmail,
            })}
            amount={(digits) => <span className="figures font-bold">{digits}</span>}
            account={(email) => (
              <Link to={`?tab=users&user=${bid.userId}`} className="wrap-anywhere">
                {email}
              </Link>
            )}
          />
        </p>
        {bid.paymentDueAt === null || bid.phase === "PAID" ? null : (
          <p className="text-sm text-soft">
            {t("Payment due {paymentDueAt}", {
              paymentDueAt: formatDateTime(bid.paymentDueAt, zone),
            })}
          </p>
        )}
        {bid.negotiation === null ? null : (
          <div className="mt-2 max-w-xl">
            <NegotiationSteps
              negotiation={bid.negotiation}
              reader="SELLER"
              bidder={bid.bidderName}
              zone={zone}
            />
          </div>
        )}
        {bid.offer === null || bid.offer.kind === "COUNTER_OFFER" ? null : (
          <p className="text-sm text-soft">
            {t("{kind} of {amount}: {status}, until {time}", {
              kind: words(bid.offer.kind),
              amount: money(bid.offer.amount),
              status: words(bid.offer.status),
              time: formatDateTime(bid.offer.until, zone),
            })}
          </p>
        )}
      </div>
      <WinnerActions bid={bid} auctionId={auction.id} />
    </li>
  );
}

import type { OwnBid } from "@gavelyard/contract/bidding";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleSlash } from "lucide-react";
import { Link } from "react-router";
import { useCall } from "../api/api-context.ts";
import { ownBidsQuery } from "../bidding/api.ts";
import { messageOf } from "../session/messages.ts";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Countdown } from "../ui/countdown.tsx";
import { money } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";

/** One line for each lot: the newest bid that stands for where I am, closing next first. */
function boardOf(bids: readonly OwnBid[]): OwnBid[] {
  const byUnit = new Map<number, OwnBid>();
  for (const bid of bids) {
    const known = byUnit.get(bid.inventoryId);
    if (known === undefined || (bid.status === "WINNING" && known.status !== "WINNING"))
      byUnit.set(bid.inventoryId, bid);
  }
  const rank = ({ inventory: { lot } }: OwnBid) =>
    lot === null || lot.status === "CLOSED" ? 1 : 0;
  return [...byUnit.values()].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (rank(a) === 0
        ? Date.parse(a.inventory.lot?.closesAt ?? "") - Date.parse(b.inventory.lot?.closesAt ?? "")
        : Date.parse(b.placedAt) - Date.parse(a.placedAt)),
  );
}

/** Every lot that I bid on, with where I stand. */
export function BidBoard({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery({
    ...ownBidsQuery(useCall(), userId),
    refetchInterval: 15_000,
  });
  if (error !== null && data === undefined) {
    return (
      <ErrorState
        message={messageOf(error, "Your bids could not be read.")}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Skeleton className="h-48" />;
  const board = boardOf(data);
  if (board.length === 0) {
    return (
      <EmptyState title="You have not bid yet">
        <LinkButton to="/vehicles?auctionStatus=LIVE" tone="primary" className="mt-3">
          See what is live
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-3">
      {board.map((bid) => (
        <BoardRow key={bid.inventoryId} bid={bid} />
      ))}
    </ul>
  );
}

function BoardRow({ bid }: { bid: OwnBid }) {
  const { inventory: unit } = bid;
  const { lot } = unit;
  const open = lot?.status === "OPEN";
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-sheet p-3">
      <Picture image={unit.images[0]} sizes="120px" className="w-28 shrink-0 rounded-md" />
      <div className="min-w-40 flex-1">
        <Link
          to={`/truck/${unit.id}`}
          className="inline-flex min-h-9 items-center font-semibold text-ink"
        >
          {unit.name}
        </Link>
        <p className="figures text-sm text-soft">
          At {money(unit.price)}, your maximum {money(bid.maxAmount ?? bid.amount)}
        </p>
      </div>
      <Standing bid={bid} />
      <p className="w-32 text-right text-sm">
        {lot !== null && open ? (
          <>
            Closes in
            <br />
            <Countdown to={lot.closesAt} zone={lot.timeZone} className="font-semibold" />
          </>
        ) : (
          "Closed"
        )}
      </p>
      {open ? (
        <LinkButton to={`/truck/${unit.id}`}>
          {bid.status === "WINNING" ? "Raise" : "Bid again"}
        </LinkButton>
      ) : null}
    </li>
  );
}

function Standing({ bid }: { bid: OwnBid }) {
  const closed = bid.inventory.lot?.status === "CLOSED";
  if (bid.status === "WINNING") {
    const text = !closed
      ? "Winning"
      : bid.inventory.lot?.outcome === "SOLD"
        ? "You won"
        : "Awaiting the seller";
    return (
      <Badge tone="winning">
        <CircleCheck aria-hidden className="size-4" /> {text}
      </Badge>
    );
  }
  if (bid.status === "OUTBID") {
    return (
      <Badge tone={closed ? "neutral" : "outbid"}>
        <CircleAlert aria-hidden className="size-4" /> {closed ? "Not won" : "Outbid"}
      </Badge>
    );
  }
  return (
    <Badge>
      <CircleSlash aria-hidden className="size-4" />{" "}
      {bid.status === "RETRACTED" ? "Retracted" : "Voided"}
    </Badge>
  );
}

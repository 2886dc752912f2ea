import type { OwnBid } from "@gavelyard/contract/bidding/bidding";
import type { LotPrice } from "@gavelyard/contract/realtime";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useCall } from "../api/api-context.ts";
import { ownBidsQuery } from "../bidding/api.ts";
import type { Lot } from "@gavelyard/contract/inventory/inventory";
import type { ListedUnit } from "../ui/unit-facts.ts";
import { Read } from "../api/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Countdown } from "../ui/text/countdown.tsx";
import { money } from "../ui/text/format.ts";
import { Picture } from "../ui/picture.tsx";
import { EmptyState } from "../ui/states.tsx";
import { wishlistQuery } from "../wishlist/api.ts";
import { lotNow, useLotPrices, usePollWhileAway } from "../realtime/prices.ts";
import { currentBids, statusNow } from "../bidding/current-bids.ts";
import { Link } from "../ui/page/router.tsx";

type BoardUnit = Pick<ListedUnit, "id" | "name" | "picture"> & { readonly lot: Lot | null };

interface BoardLot {
  readonly unit: BoardUnit;
  readonly standing: "LEADING" | "OUTBID" | "WATCHING";
  readonly maxAmount: number | null;
}

/** Returns the open lots where the customer leads, was outbid or watches, next to close first. */
function boardOf(
  bids: readonly OwnBid[],
  watched: readonly BoardUnit[],
  prices: ReadonlyMap<number, LotPrice>,
): BoardLot[] {
  const lots = new Map<number, BoardLot>();
  const unitNow = (unit: BoardUnit) => ({
    ...unit,
    lot: unit.lot && lotNow(unit.lot, prices.get(unit.id)),
  });
  for (const unit of watched) {
    lots.set(unit.id, { unit: unitNow(unit), standing: "WATCHING", maxAmount: null });
  }
  for (const bid of currentBids(bids)) {
    const { inventory, maxAmount } = bid;
    const unit = unitNow({ ...inventory, picture: inventory.images[0] });
    const status = statusNow(bid, prices);
    if (status === "WINNING") lots.set(unit.id, { unit, standing: "LEADING", maxAmount });
    else if (status === "OUTBID") lots.set(unit.id, { unit, standing: "OUTBID", maxAmount: null });
  }
  const closes = ({ unit }: BoardLot) => Date.parse(unit.lot?.closesAt ?? "");
  return [...lots.values()]
    .filter(({ unit }) => unit.lot !== null && unit.lot.status !== "CLOSED")
    .sort((one, other) => closes(one) - closes(other));
}

type BidButton = (of: { unit: BoardUnit; lot: Lot; hasBid: boolean }) => ReactNode;

export function Board({ userId, bidButton }: { userId: number; bidButton: BidButton }) {
  const call = useCall();
  const bids = useQuery({ ...ownBidsQuery(call, userId), refetchInterval: usePollWhileAway() });
  const prices = useLotPrices();
  const { data: watched = [] } = useQuery(wishlistQuery(call, userId));
  return (
    <Read query={bids} failure={t("Couldn't load your bids.")}>
      {(own) => {
        const board = boardOf(own, watched, prices);
        return board.length === 0 ? (
          <EmptyState title={t("No open lots")}>
            <p>{t("Lots you bid on or watch appear here, in closing order.")}</p>
            <LinkButton to="/vehicles?auctionStatus=LIVE" tone="primary" className="mt-3">
              {t("View live auctions")}
            </LinkButton>
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {board.map((lot) => (
              <BoardRow key={lot.unit.id} lot={lot} bidButton={bidButton} />
            ))}
          </ul>
        );
      }}
    </Read>
  );
}

const standings = {
  LEADING: { text: t("Winning"), tone: "winning", Icon: CircleCheck },
  OUTBID: { text: t("Outbid"), tone: "outbid", Icon: CircleAlert },
  WATCHING: { text: t("Watching"), tone: "neutral", Icon: Bookmark },
} as const;

function BoardRow({
  lot: { unit, standing, maxAmount },
  bidButton,
}: {
  lot: BoardLot;
  bidButton: BidButton;
}) {
  const { lot } = unit;
  const { text, tone, Icon } = standings[standing];
  if (lot === null) return null;
  const price =
    lot.price === null
      ? t("Starting at {price}", { price: money(lot.startingPrice) })
      : t("Current bid {price}", { price: money(lot.price) });
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-sheet p-3">
      <Picture image={unit.picture} sizes="120px" className="w-28 shrink-0 rounded-md" />
      <div className="min-w-40 flex-1">
        <Link
          to={`/truck/${unit.id}`}
          className="inline-flex min-h-9 items-center font-semibold text-ink"
        >
          {unit.name}
        </Link>
        <p className="figures text-sm text-soft">
          {maxAmount === null
            ? price
            : t("{price}, your maximum {maximum}", { price, maximum: money(maxAmount) })}
        </p>
      </div>
      <Badge tone={tone}>
        <Icon aria-hidden className="size-4" /> {text}
      </Badge>
      <p className="ml-auto w-32 text-right text-sm">
        <Countdown
          label={lot.status === "OPEN" ? t("Closes in") : t("Opens in")}
          to={lot.status === "OPEN" ? lot.closesAt : lot.opensAt}
          zone={lot.timeZone}
          className="font-semibold"
          ended={lot.status === "OPEN" ? t("Closing…") : t("Opening…")}
        />
      </p>
      {lot.status !== "OPEN" ? null : standing === "LEADING" ? (
        <LinkButton to={`/truck/${unit.id}`}>{t("Raise")}</LinkButton>
      ) : (
        bidButton({ unit, lot, hasBid: standing === "OUTBID" })
      )}
    </li>
  );
}

import type { Lot } from "@gavelyard/contract/inventory/inventory";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { unitQuery } from "../inventory/api.ts";
import { Button } from "../ui/button.tsx";
import { money } from "../ui/text/format.ts";
import { Skeleton } from "../ui/states.tsx";
import { useOwnFees } from "../tax-certificates/api.ts";
import { allIn } from "./placing/all-in.ts";
import { BidConfirm } from "./bid-confirm.tsx";
import { BidOutcome } from "./bid-outcome.tsx";
import type { Order } from "./placing/order.ts";
import { useBidding, type Bidding } from "./placing/use-bidding.ts";
import { useLiveLot } from "./use-live-lot.ts";

interface LotOfList {
  readonly unit: { readonly id: number; readonly name: string };
  readonly lot: Lot;
}

/** The next bid on a lot of a list, by the rule of its own page (D77). */
export function QuickBid({
  unit,
  lot,
  hasBid,
  userId,
}: LotOfList & { hasBid: boolean; userId: number }) {
  const bidding = useBidding({ unit, userId, minNextBid: lot.minNextBid, hasBid });
  const { attempt, asked, isOneTap, press } = bidding;
  // One press needs the costs beside it.
  const { data: detail } = useQuery({ ...unitQuery(useCall(), unit.id), enabled: isOneTap });
  const ownFees = useOwnFees(detail !== undefined && detail.fees.taxPercent > 0);
  const next: Order = { amount: lot.minNextBid, maxAmount: null };
  // The list may be older than the receipt.
  const isOver =
    attempt?.state === "placed" &&
    attempt.receipt.status === "WINNING" &&
    lot.seq <= attempt.receipt.seq;
  return (
    <>
      {asked === null && !isOver ? (
        <div className="grid gap-1 text-center">
          <Button
            tone="primary"
            busy={attempt?.state === "sending"}
            aria-label={t("Bid {amount} on {name}", {
              amount: money(next.amount),
              name: unit.name,
            })}
            onClick={() => press(next, detail !== undefined)}
          >
            {t("Bid {amount}", { amount: money(next.amount) })}
          </Button>
          {isOneTap && detail !== undefined ? (
            <p className="text-sm text-soft">{allIn(next.amount, ownFees(detail.fees, unit.id))}</p>
          ) : null}
        </div>
      ) : null}
      {asked === null ? (
        <div className="grid basis-full gap-2 empty:hidden">
          <BidOutcome attempt={attempt} lot={lot} zone={lot.timeZone} onAgain={bidding.place} />
        </div>
      ) : (
        <div className="basis-full">
          <LiveConfirm asked={asked} bidding={bidding} unit={unit} lot={lot} />
        </div>
      )}
    </>
  );
}

/** The confirmation on the live price; lists are older. */
function LiveConfirm({
  asked,
  bidding,
  unit,
  lot: listed,
}: LotOfList & { asked: Order; bidding: Bidding }) {
  const { lot } = useLiveLot(unit.id, listed);
  const { data: detail } = useQuery(unitQuery(useCall(), unit.id));
  const ownFees = useOwnFees(detail !== undefined && detail.fees.taxPercent > 0);
  if (detail === undefined) return <Skeleton className="h-40" />;
  return (
    <BidConfirm
      asked={asked}
      bidding={bidding}
      unitId={unit.id}
      fees={ownFees(detail.fees, unit.id)}
      lot={lot}
      zone={listed.timeZone}
    />
  );
}

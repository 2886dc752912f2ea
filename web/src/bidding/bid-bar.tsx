import { t } from "@gavelyard/messages/text";
import { useEffect, useState } from "react";
import { browserZone } from "../clock.ts";
import { Button } from "../ui/button.tsx";
import { Countdown } from "../ui/text/countdown.tsx";
import { money } from "../ui/text/format.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { useOwnFees } from "../tax-certificates/api.ts";
import { allIn } from "./placing/all-in.ts";
import { BidForm, type BidFormProps } from "./bid-form.tsx";
import type { Order } from "./placing/order.ts";
import { useBidding } from "./placing/use-bidding.ts";

/**
 * A customer's button in the bar of a phone: it places the next bid, or opens the bid form in a
 * sheet, with the confirmation of a first bid.
 */
export function BidBar({ unit, lot, standing, userId }: BidFormProps) {
  const { minNextBid } = lot;
  const next: Order = { amount: minNextBid, maxAmount: null };
  // The bar's first button was pressed before this one had loaded.
  const [isEarly] = useState(() => window.early?.closest("[data-bid-bar]") != null);
  const [sheet, setSheet] = useState<{ readonly start: Order | null } | null>(() =>
    isEarly ? { start: standing?.leading === true ? null : next } : null,
  );
  useEffect(() => {
    if (isEarly) delete window.early;
  }, [isEarly]);
  const { attempt, isOneTap, press } = useBidding({
    unit,
    userId,
    minNextBid,
    hasBid: standing !== null,
    onAsk: (order) => setSheet({ start: order }),
  });
  const fees = useOwnFees(unit.fees.taxPercent > 0)(unit.fees, unit.id);
  const isSending = attempt?.state === "sending";
  const isFailed = attempt?.state === "refused" || attempt?.state === "unanswered";
  return (
    <>
      {standing?.leading === true ? (
        <Button tone="primary" onClick={() => setSheet({ start: null })}>
          {t("Raise")}
        </Button>
      ) : isFailed || isSending ? (
        <Button tone="primary" busy={isSending} onClick={() => setSheet({ start: null })}>
          {isSending ? t("Sending your bid") : t("Bid not confirmed")}
        </Button>
      ) : (
        <Button tone="primary" className="flex-col gap-0!" onClick={() => press(next)}>
          {t("Bid {minNextBid}", { minNextBid: money(minNextBid) })}
          {isOneTap ? <span className="text-xs font-normal">{allIn(minNextBid, fees)}</span> : null}
        </Button>
      )}
      {sheet === null ? null : (
        <Sheet title={t("Place a bid")} place="bottom" onClose={() => setSheet(null)}>
          <p className="flex items-baseline justify-between gap-3">
            <span>
              {lot.price === null ? t("Starting price") : t("Current bid")}{" "}
              <strong className="figures">{money(lot.price ?? minNextBid)}</strong>
            </span>
            <Countdown
              to={lot.closesAt}
              zone={unit.lot?.timeZone ?? browserZone()}
              className="font-semibold"
            />
          </p>
          <BidForm unit={unit} lot={lot} standing={standing} userId={userId} start={sheet.start} />
        </Sheet>
      )}
    </>
  );
}

import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { defaultIncrements, incrementAt } from "@gavelyard/domain/bidding/bid-increments";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useCall } from "../api/api-context.ts";
import { limitQuery } from "../bid-limits/api.ts";
import { browserZone } from "../clock.ts";
import { priceGuideQuery } from "../inventory/price-guide/api.ts";
import { Button } from "../ui/button.tsx";
import { DollarsField } from "../ui/form/dollars-field.tsx";
import { digits, money } from "../ui/text/format.ts";
import { later } from "../ui/later.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { useOnline } from "../ui/page/use-online.ts";
import { firstShown } from "../ui/page/first-shown.ts";
import { navigate, withinSite } from "../ui/page/router.tsx";
import { LimitGap } from "./limit-gap.tsx";
import { useOwnFees } from "../tax-certificates/api.ts";
import { allIn } from "./placing/all-in.ts";
import { BidConfirm } from "./bid-confirm.tsx";
import { BidOutcome } from "./bid-outcome.tsx";
import { isFarMaximum } from "./placing/far-maximum.ts";
import type { Order } from "./placing/order.ts";
import { raisesOf } from "./placing/raises.ts";
import { useBidding } from "./placing/use-bidding.ts";
import type { LiveLot, LiveLotView } from "./use-live-lot.ts";

export interface BidFormProps {
  readonly unit: Pick<InventoryDetail, "id" | "name" | "fees" | "lot">;
  readonly lot: LiveLot;
  /** Null if the customer hasn't bid on the lot. */
  readonly standing: LiveLotView["standing"];
  readonly userId: number;
  /** An order to ask for at once. */
  readonly start?: Order | null;
}

const PushOffer = later(() => import("../push/push-offer.tsx"));

/** Whether a visitor came back to bid after signing in. */
const cameToBid = () => window.location.hash === "#bid";

/** Returns what was typed, focused and submitted in the unit's first form before this form loaded. */
function earlyBid(unitId: number) {
  const own = `[data-early-bid="${unitId}"]`;
  // A submitted form can have left the page.
  const form = window.early?.form?.matches(own) === true ? window.early.form : null;
  const maximumIn = (place: ParentNode | null) =>
    place?.querySelector<HTMLInputElement>("[data-early-maximum]") ?? null;
  const field = maximumIn(form) ?? document.querySelector<HTMLInputElement>(`${own} input`);
  return {
    maximum: digits(field?.value ?? "", 9),
    isFocused: field !== null && field === document.activeElement,
    sent: form === null ? (cameToBid() ? "next" : null) : maximumIn(form) ? "maximum" : "next",
  };
}

/** Returns the order that was submitted early; null for none, or for a maximum below the next bid. */
function earlyOrder(
  { sent, maximum }: ReturnType<typeof earlyBid>,
  minNextBid: number,
): Order | null {
  if (sent === "next") return { amount: minNextBid, maxAmount: null };
  return sent === "maximum" && Number(maximum) >= minNextBid
    ? { amount: minNextBid, maxAmount: Number(maximum) }
    : null;
}

/** The increment at a lot's price, in dollars. */
const incrementOf = ({ price, minNextBid }: LiveLot): number =>
  price === null
    ? centsToDollars(incrementAt(defaultIncrements, dollarsToCents(minNextBid)))
    : minNextBid - price;

/** A customer's bids on a lot: the next one, or a maximum, with what became of the last one. */
export function BidForm({ unit, lot, standing, userId, start = null }: BidFormProps) {
  const call = useCall();
  const fees = useOwnFees(unit.fees.taxPercent > 0)(unit.fees, unit.id);
  const limit = useQuery(limitQuery(call, userId));
  const online = useOnline();
  const [early] = useState(() => earlyBid(unit.id));
  const [maximum, setMaximum] = useState(early.maximum);
  const maximumForm = useRef<HTMLFormElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const { minNextBid } = lot;
  const next: Order = { amount: minNextBid, maxAmount: null };
  const bidding = useBidding({
    unit,
    userId,
    minNextBid,
    hasBid: standing !== null,
    start: start ?? earlyOrder(early, minNextBid),
  });
  const askForLate = useEffectEvent(() => {
    // Submitted while this form was drawn, before it was on the page.
    const order = early.sent === null ? earlyOrder(earlyBid(unit.id), minNextBid) : null;
    if (order !== null) bidding.ask(order);
    if (early.sent !== null || order !== null) delete window.early;
  });
  useEffect(() => {
    askForLate();
    if (early.isFocused) maximumForm.current?.querySelector("input")?.focus();
  }, [early]);
  useEffect(() => {
    if (!cameToBid()) return;
    // Neither a reload nor Back asks again.
    navigate(withinSite(window.location.pathname) + window.location.search, { replace: true });
    firstShown("[data-bidding]")?.scrollIntoView({ block: "center" });
  }, []);
  const { attempt, asked, isOneTap, press } = bidding;
  const [cleared, clear] = useState(attempt);
  if (attempt?.state === "placed" && attempt !== cleared) {
    clear(attempt);
    setMaximum("");
  }
  const wasAsked = useRef(asked !== null);
  useEffect(() => {
    // The confirmation had the focus.
    if (asked === null && wasAsked.current && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>("button, input")?.focus({ preventScroll: true });
    wasAsked.current = asked !== null;
  }, [asked]);

  const leading = standing?.leading ?? false;
  const maxAmount = standing?.maxAmount ?? null;
  const { data: guide } = useQuery({ ...priceGuideQuery(call, unit.id), enabled: maximum !== "" });
  const typed = maximum === "" ? null : Number(maximum);
  const maximumError =
    typed === null
      ? t("Enter whole dollars, like 12250.")
      : leading && maxAmount !== null && typed <= maxAmount
        ? t("Your maximum is already {maxAmount}. Enter a higher amount.", {
            maxAmount: money(maxAmount),
          })
        : typed < minNextBid
          ? t("Your maximum is below the next bid of {minNextBid}.", {
              minNextBid: money(minNextBid),
            })
          : null;
  const isSending = attempt?.state === "sending";
  const zone = unit.lot?.timeZone ?? browserZone();
  if (asked !== null && !(leading && asked.maxAmount === null && !isSending)) {
    return (
      <BidConfirm
        asked={asked}
        bidding={bidding}
        unitId={unit.id}
        fees={fees}
        lot={lot}
        zone={zone}
      />
    );
  }
  if (limit.data?.ownUnits?.includes(unit.id) === true) {
    return (
      <p role="status" className="mt-4 rounded-md bg-sunken p-3">
        {t("You can't bid on this unit, because your account acts for its seller.")}
      </p>
    );
  }
  if (!online && attempt === null) {
    return (
      <p role="status" className="mt-4 rounded-md bg-sunken p-3">
        {t("You're offline, so this price may be out of date. Reconnect to bid.")}
      </p>
    );
  }
  const from = typed ?? Math.max(minNextBid, maxAmount ?? 0);
  const { add, to } = raisesOf(from, incrementOf(lot));
  return (
    <div ref={form} className="mt-4 grid gap-3">
      {leading && maxAmount !== null ? (
        <p>
          <Rich
            text={t("Your maximum is <amount>{amount}</amount>. Only you see it.", {
              amount: money(maxAmount),
            })}
            amount={(words) => <strong className="figures">{words}</strong>}
          />
        </p>
      ) : (
        <div className="grid gap-1">
          <Button
            tone="primary"
            className="text-lg"
            busy={isSending}
            disabled={!online}
            onClick={() => press(next)}
          >
            {t("Bid {minNextBid}", { minNextBid: money(minNextBid) })}
          </Button>
          {isOneTap ? (
            <p className="text-center text-sm text-soft">{allIn(minNextBid, fees)}</p>
          ) : null}
        </div>
      )}
      <BidOutcome attempt={attempt} lot={lot} zone={zone} onAgain={bidding.place} />
      <form
        ref={maximumForm}
        className="grid grid-cols-[1fr_auto] gap-x-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (maximumError !== null || typed === null) return;
          const isFar = isFarMaximum(typed, minNextBid, guide?.range?.high ?? null);
          press({ amount: minNextBid, maxAmount: typed }, !isFar);
        }}
      >
        <DollarsField
          className="contents [&>label]:col-span-2 [&>p]:order-last [&>p]:col-span-2"
          label={leading ? t("Raise your maximum ($)") : t("Or set a maximum bid ($)")}
          value={maximum}
          error={maximum !== "" && maximumError !== null ? maximumError : undefined}
          hint={
            isOneTap && typed !== null && maximumError === null
              ? t("At most {costs}", { costs: allIn(typed, fees) })
              : undefined
          }
          onDigits={setMaximum}
        />
        <Button type="submit" busy={isSending} disabled={maximumError !== null || !online}>
          {leading ? t("Raise maximum") : t("Set maximum")}
        </Button>
      </form>
      <div role="group" aria-label={t("Raise the amount")} className="flex flex-wrap gap-2">
        {add.map((more) => (
          <Button
            key={more}
            className="figures px-3"
            onClick={() => setMaximum(String(from + more))}
          >
            +{money(more)}
          </Button>
        ))}
        <Button className="figures px-3" onClick={() => setMaximum(String(to))}>
          {t("To {amount}", { amount: money(to) })}
        </Button>
      </div>
      {limit.data === undefined ? null : (
        <LimitGap
          amount={Math.max(typed ?? 0, lot.minNextBid)}
          status={limit.data}
          inventoryId={unit.id}
        />
      )}
      {limit.data === undefined ? null : (
        <p className="text-sm text-soft">
          <Rich
            text={t("Buying power: <figures>{available}</figures> of {limit}", {
              available: money(limit.data.available),
              limit: money(limit.data.limit),
            })}
            figures={(words) => <span className="figures">{words}</span>}
          />
        </p>
      )}
      {attempt?.state === "placed" ? <PushOffer userId={userId} after="bid" /> : null}
    </div>
  );
}

/** What became of a customer's bid on a lot that has closed since. */
export function LastBid({ unit, lot, userId }: Pick<BidFormProps, "unit" | "lot" | "userId">) {
  const { attempt, place } = useBidding({ unit, userId, minNextBid: lot.minNextBid, hasBid: true });
  if (attempt === null || attempt.state === "placed") return null;
  return (
    <div className="mt-4 grid gap-3">
      <BidOutcome
        attempt={attempt}
        lot={lot}
        zone={unit.lot?.timeZone ?? browserZone()}
        onAgain={place}
      />
    </div>
  );
}

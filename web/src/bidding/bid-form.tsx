import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import type { BidReceipt } from "@gavelyard/contract/bidding/bidding";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { formatTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { CostLines } from "../ui/text/cost-lines.tsx";
import { TextField } from "../ui/form/field.tsx";
import { digits, money } from "../ui/text/format.ts";
import { Rich } from "../ui/text/rich.tsx";
import { useOnline } from "../ui/page/use-online.ts";
import { estimatesQuery } from "../inventory/delivery/api.ts";
import { priceGuideQuery } from "../inventory/price-guide/api.ts";
import { useReaderZip } from "../session/reader-zip.ts";
import { limitQuery } from "../bid-limits/api.ts";
import { sendWithRetry } from "./send-with-retry.ts";
import type { LiveLot } from "./use-live-lot.ts";
import { later } from "../ui/later.tsx";

const PushOffer = later(() => import("../push/push-offer.tsx"));

interface Order {
  readonly amount: number;
  readonly maxAmount: number | null;
}

/** Returns what was typed, focused and submitted in the unit's first form before this form loaded. */
function earlyBid(unitId: number) {
  const panel = `[data-bidding="${unitId}"]`;
  const field = document.querySelector<HTMLInputElement>(`${panel} [data-early-maximum]`);
  const form = window.early?.closest(panel) ? window.early.form : undefined;
  const maximum = digits(field?.value ?? "", 9);
  return {
    maximum,
    isFocused: field !== null && field === document.activeElement,
    sent: form === undefined ? null : form === field?.form ? "maximum" : "next",
  };
}

export function BidForm({
  unit,
  lot,
  leading,
  maxAmount,
  userId,
}: {
  unit: Pick<InventoryDetail, "id" | "fees" | "lot">;
  lot: LiveLot;
  leading: boolean;
  maxAmount: number | null;
  userId: number;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const limit = useQuery(limitQuery(call, userId));
  const online = useOnline();
  const [early] = useState(() => earlyBid(unit.id));
  const [maximum, setMaximum] = useState(early.maximum);
  const maximumForm = useRef<HTMLFormElement>(null);
  const [order, setOrder] = useState<Order | null>(() => {
    const max = early.sent === "maximum" ? Number(maximum) : null;
    if (early.sent === null || (max !== null && max < lot.minNextBid)) return null;
    return { amount: lot.minNextBid, maxAmount: max };
  });
  useEffect(() => {
    if (early.sent !== null) delete window.early;
    if (early.isFocused) maximumForm.current?.querySelector("input")?.focus();
  }, [early]);
  const [isRetrying, setRetrying] = useState(false);
  const bid = useMutation({
    mutationFn: ({ amount, maxAmount: max }: Order): Promise<BidReceipt> =>
      sendWithRetry(
        () =>
          call("placeBid", {
            params: { inventoryId: String(unit.id), userId: String(userId) },
            body: { amount, ...(max === null ? {} : { maxAmount: max }) },
          }),
        () => setRetrying(true),
        bid.error,
      ),
    onSuccess: () => {
      setOrder(null);
      setMaximum("");
    },
    onSettled: async () => {
      setRetrying(false);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["bids", unit.id] }),
        queries.invalidateQueries({ queryKey: ["me"] }),
      ]);
    },
  });
  const typed = /^\d{1,9}$/.test(maximum) ? Number(maximum) : null;
  const ask = (amount: number, max: number | null) => {
    bid.reset();
    setOrder({ amount, maxAmount: max });
  };
  const maximumError =
    typed === null
      ? t("Enter whole dollars, like 12250.")
      : leading && maxAmount !== null && typed <= maxAmount
        ? t("Your maximum is already {maxAmount}. Enter a higher amount.", {
            maxAmount: money(maxAmount),
          })
        : typed < lot.minNextBid
          ? t("Your maximum is below the next bid of {minNextBid}.", {
              minNextBid: money(lot.minNextBid),
            })
          : null;

  if (!online) {
    return (
      <p role="status" className="mt-4 rounded-md bg-sunken p-3">
        {t("You're offline, so this price may be out of date. Reconnect to bid.")}
      </p>
    );
  }
  if (order !== null) {
    return (
      <Confirm
        order={order}
        unit={unit}
        busy={bid.isPending}
        isRetrying={isRetrying}
        failure={bid.error}
        onBack={() => setOrder(null)}
        onConfirm={() => bid.mutate(order)}
      />
    );
  }
  return (
    <div className="mt-4 grid gap-3">
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
        <Button tone="primary" className="text-lg" onClick={() => ask(lot.minNextBid, null)}>
          {t("Bid {minNextBid}", { minNextBid: money(lot.minNextBid) })}
        </Button>
      )}
      <form
        ref={maximumForm}
        className="grid grid-cols-[1fr_auto] gap-x-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (maximumError === null && typed !== null) ask(lot.minNextBid, typed);
        }}
      >
        <TextField
          className="contents [&>label]:col-span-2 [&>p]:order-last [&>p]:col-span-2"
          label={leading ? t("Raise your maximum ($)") : t("Or set a maximum bid ($)")}
          inputMode="numeric"
          value={maximum}
          error={maximum !== "" && maximumError !== null ? maximumError : undefined}
          onChange={(event) => setMaximum(digits(event.target.value, 9))}
        />
        <Button type="submit" disabled={maximumError !== null}>
          {leading ? t("Raise maximum") : t("Set maximum")}
        </Button>
      </form>
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
      {bid.data === undefined ? null : (
        <>
          <Receipt receipt={bid.data} zone={unit.lot?.timeZone ?? browserZone()} />
          <PushOffer userId={userId} after="bid" />
        </>
      )}
    </div>
  );
}

function Confirm({
  order,
  unit: { id, fees },
  busy,
  isRetrying,
  failure,
  onBack,
  onConfirm,
}: {
  order: Order;
  unit: Pick<InventoryDetail, "id" | "fees">;
  busy: boolean;
  isRetrying: boolean;
  failure: Error | null;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const call = useCall();
  const { data: guide } = useQuery(priceGuideQuery(call, id));
  const zip = useReaderZip();
  const { data: [delivery] = [] } = useQuery(estimatesQuery(call, zip, [id]));
  const highest = order.maxAmount ?? order.amount;
  return (
    <div
      className="mt-4 grid gap-3 rounded-md border border-amber bg-paper p-4"
      role="group"
      aria-label={t("Confirm your bid")}
    >
      <p className="font-semibold">
        {order.maxAmount === null
          ? t("Bid {amount}?", { amount: money(order.amount) })
          : t("Set a maximum bid of {maxAmount}?", { maxAmount: money(order.maxAmount) })}
      </p>
      <CostLines label={t("Maximum hammer price")} amount={highest} fees={fees}>
        {(total) =>
          delivery === undefined ? null : (
            <>
              <dt>{t("Delivery to {zip} (estimate)", { zip })}</dt>
              <dd className="text-right">{money(delivery.total)}</dd>
              <dt className="font-bold">
                {fees.taxPercent > 0
                  ? t("Delivered cost (estimate)")
                  : t("Delivered cost before tax (estimate)")}
              </dt>
              <dd className="text-right font-bold">
                {money(centsToDollars(dollarsToCents(total) + dollarsToCents(delivery.total)))}
              </dd>
            </>
          )
        }
      </CostLines>
      {guide === undefined || guide.range === null ? null : (
        <p className="text-sm text-soft">
          {t("Half of similar units sold here for {low} to {high}, before fees.", {
            low: money(guide.range.low),
            high: money(guide.range.high),
          })}
        </p>
      )}
      {failure === null ? null : (
        <p role="alert" className="rounded-md bg-outbid-bg p-2 text-outbid">
          {messageOf(
            failure,
            t("We can't confirm your bid yet. Submit it again; it won't be placed twice."),
          )}
        </p>
      )}
      {/* Rendered empty at first, so that screen readers announce its text. */}
      <p role="status" className="text-sm text-soft empty:hidden">
        {isRetrying
          ? t("Our server hasn't answered. Still sending your bid; it won't be placed twice.")
          : null}
      </p>
      <div className="flex gap-2">
        <Button tone="primary" className="flex-1" busy={busy} onClick={onConfirm}>
          {failure === null ? t("Confirm bid") : t("Try again")}
        </Button>
        <Button onClick={onBack} disabled={busy}>
          {t("Back")}
        </Button>
      </div>
    </div>
  );
}

function Receipt({ receipt, zone }: { receipt: BidReceipt; zone: string }) {
  return (
    <p
      role="status"
      className={`rounded-md p-2 text-sm ${receipt.status === "WINNING" ? "bg-winning-bg text-winning" : "bg-outbid-bg text-outbid"}`}
    >
      {t("{message} Received {placedAt}, bid {seq} on this lot.", {
        message: receipt.message,
        placedAt: formatTime(receipt.placedAt, zone),
        seq: receipt.seq,
      })}
    </p>
  );
}

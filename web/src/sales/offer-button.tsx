import type { WinningBid } from "@gavelyard/contract/sales/sales";
import { endedEarly, leastOffer } from "@gavelyard/domain/sales/sale-phase";
import { plural, t } from "@gavelyard/messages/text";
import { useState, type FormEvent } from "react";
import { serverNow } from "../clock.ts";
import { isWaiting } from "../api/messages.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { digits, money } from "../ui/text/format.ts";
import { ReasonField } from "../ui/form/reason-field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { priceShown } from "./staged-decisions.ts";

const refresh = [["staff"]] as const;
const DAY_MS = 86_400_000;

export function OfferButton({
  bid,
  kind,
}: {
  bid: WinningBid;
  kind: "COUNTER_OFFER" | "SECOND_CHANCE";
}) {
  const [open, setOpen] = useState(false);
  const title =
    kind === "COUNTER_OFFER"
      ? t("Make counteroffer")
      : bid.awardId === null
        ? t("Make another offer")
        : t("Make second-chance offer");
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open ? (
        <Sheet title={`${title}: ${bid.name}`} place="right" onClose={() => setOpen(false)}>
          <OfferForm bid={bid} kind={kind} onDone={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </>
  );
}

/** Returns the high bidder's last offer: the bid, or their last counteroffer. */
const lastOfBidder = ({ amount, negotiation }: WinningBid) =>
  negotiation?.steps.findLast(({ side, kind }) => side === "BIDDER" && kind === "COUNTER")
    ?.amount ?? amount;

function OfferForm({
  bid,
  kind,
  onDone,
}: {
  bid: WinningBid;
  kind: "COUNTER_OFFER" | "SECOND_CHANCE";
  onDone: () => void;
}) {
  const [chosen, setChosen] = useState(bid.runnersUp[0]?.bidId ?? bid.bidId);
  const runnerUp = bid.runnersUp.find(({ bidId }) => bidId === chosen);
  const counter = bid.negotiation?.counter ?? null;
  const [amount, setAmount] = useState(
    String(
      kind === "COUNTER_OFFER"
        ? (counter?.max ?? bid.amount)
        : (bid.nextBidder?.offer ?? runnerUp?.amount ?? bid.amount),
    ),
  );
  const [days, setDays] = useState("2");
  const [reason, setReason] = useState("");
  // Nobody gets it for less than a better bidder would pay, unless two people agree (D38).
  const least = Math.max(
    leastOffer(bid.runnersUp, bid.offer),
    bid.awardId === null ? lastOfBidder(bid) : 0,
  );
  const below = kind === "SECOND_CHANCE" && Number(amount) < least;
  const early = kind === "SECOND_CHANCE" && bid.awardId !== null && endedEarly(bid, serverNow());
  const offer = useAction(
    (call) => {
      const lot = { id: String(bid.lotId) };
      if (kind === "COUNTER_OFFER") {
        const body = { decision: kind, amount: Number(amount), price: priceShown(bid) } as const;
        return call("decideLot", { params: lot, body });
      }
      const until = new Date(serverNow() + Number(days) * DAY_MS).toISOString();
      const why = below ? { reason } : {};
      const body = { bidId: chosen, amount: Number(amount), until, ...why };
      return bid.awardId === null
        ? call("offerNextBidder", { params: lot, body })
        : call("offerSecondChance", { params: { id: String(bid.awardId) }, body });
    },
    { done: t("Offer sent"), failed: t("Couldn't send the offer."), refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    offer.mutate(null, {
      onSuccess: onDone,
      onError: (error) => (isWaiting(error) ? onDone() : undefined),
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {kind === "SECOND_CHANCE" ? (
        <SelectField
          label={t("To [bidder]")}
          value={chosen}
          onChange={({ target }) => {
            const next = bid.runnersUp.find(({ bidId }) => String(bidId) === target.value);
            if (next === undefined) return;
            setChosen(next.bidId);
            setAmount(String(Math.max(next.amount, bid.nextBidder?.offer ?? 0)));
          }}
        >
          {bid.runnersUp.map(({ bidId, name, amount: bidden }) => (
            <option key={bidId} value={bidId}>
              {t("{name}, bid {amount}", { name, amount: money(bidden) })}
            </option>
          ))}
        </SelectField>
      ) : (
        <p>
          {t("To {bidderName}, who bid {amount}.", {
            bidderName: bid.bidderName,
            amount: money(bid.amount),
          })}
        </p>
      )}
      <TextField
        label={t("Amount ($)")}
        inputMode="numeric"
        value={amount}
        hint={
          kind === "COUNTER_OFFER" && counter !== null && counter.max !== null
            ? t("{min} to {max}", { min: money(counter.min), max: money(counter.max) })
            : undefined
        }
        onChange={(event) => setAmount(digits(event.target.value, 9))}
      />
      {kind === "COUNTER_OFFER" ? null : (
        <SelectField
          label={t("Open for")}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        >
          {["1", "2", "3", "5", "7"].map((value) => (
            <option key={value} value={value}>
              {plural(Number(value), "{n} day", "{n} days")}
            </option>
          ))}
        </SelectField>
      )}
      {below ? (
        <>
          <p>
            {t("This is below {least}, so a second person has to confirm the offer.", {
              least: money(least),
            })}
          </p>
          <ReasonField value={reason} onChange={setReason} />
        </>
      ) : early ? (
        <p>
          {t(
            "The sale ended before the payment was due, so a second person has to confirm the offer.",
          )}
        </p>
      ) : null}
      <Button type="submit" tone="primary" busy={offer.isPending}>
        {t("Send offer")}
      </Button>
    </form>
  );
}

import type { WinningBid } from "@gavelyard/contract/sales";
import { counted } from "@gavelyard/domain/counted";
import { phaseAfter, type SaleAct } from "@gavelyard/domain/sale-phase";
import { useState, type FormEvent } from "react";
import { serverNow } from "../clock.ts";
import { isWaiting } from "../session/messages.ts";
import { useAction } from "../session/use-action.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Button } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { digits, money } from "../ui/format.ts";
import { ReasonField } from "../ui/reason-field.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { InvoiceButton } from "./invoice-sheet.tsx";
import { ReleaseButton } from "./release-form.tsx";

const refresh = [["staff"]] as const;
const DAY_MS = 86_400_000;

/** Actions on a lot that closed with a bid; the server decides what is allowed. */
export function WinnerActs({ bid, auctionId }: { bid: WinningBid; auctionId: number }) {
  const { phase, status, awardId } = bid;
  const may = (act: SaleAct) => phaseAfter(phase, act) !== null;
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {may("ACCEPT") || may("DECLINE") || may("END_NEGOTIATION") ? (
        <Decisions bid={bid} may={may} />
      ) : null}
      {may("COUNTER_OFFER") && bid.negotiation?.counter !== null ? (
        <OfferButton bid={bid} kind="COUNTER_OFFER" />
      ) : null}
      {bid.nextBidder === null ? null : <NextBidderButton bid={bid} next={bid.nextBidder} />}
      {may("SECOND_CHANCE") && bid.runnersUp.length > 0 ? (
        <OfferButton bid={bid} kind="SECOND_CHANCE" />
      ) : null}
      {may("OVERRIDE") && status === "PENDING" && bid.runnersUp.length > 0 ? (
        <OverrideButton bid={bid} auctionId={auctionId} />
      ) : null}
      {may("END_AWARD") && awardId !== null ? <AwardEnds bid={bid} awardId={awardId} /> : null}
      {bid.invoiceId === null ? null : (
        <InvoiceButton
          userId={bid.userId}
          invoiceId={bid.invoiceId}
          number={`of lot ${bid.lotNumber}`}
        />
      )}
      {phase === "PAID" && awardId !== null && bid.invoiceId !== null ? (
        <ReleaseButton
          awardId={awardId}
          invoiceId={bid.invoiceId}
          userId={bid.userId}
          name={bid.name}
        />
      ) : null}
    </div>
  );
}

function Decisions({ bid, may }: { bid: WinningBid; may: (act: SaleAct) => boolean }) {
  const decide = useAction(
    (call, given: { decision: "ACCEPT" | "DECLINE" | "END_NEGOTIATION"; reason: string }) =>
      call("decideLot", { params: { id: String(bid.lotId) }, body: given }),
    { done: "Decision saved", failed: "Couldn't save the decision.", refresh },
  );
  const isOffered = bid.phase === "BIDDER_COUNTERED";
  const last = bid.negotiation?.steps.at(-1)?.amount ?? null;
  const price = isOffered && last !== null ? last : bid.amount;
  const end = isOffered ? "Decline counteroffer" : "Withdraw counteroffer";
  return (
    <>
      {may("ACCEPT") ? (
        <ConfirmButton
          label={`Accept ${money(price)}`}
          title={`Sell to ${bid.bidderName} for ${money(price)}?`}
          act="Accept"
          tone="primary"
          reason
          busy={decide.isPending}
          onConfirm={(reason) => decide.mutate({ decision: "ACCEPT", reason })}
        >
          The reserve was not met. The bidder becomes the winner, and we tell them.
        </ConfirmButton>
      ) : null}
      {may("END_NEGOTIATION") ? (
        <ConfirmButton
          label={end}
          title={`${end}?`}
          act={end}
          tone="danger"
          reason
          busy={decide.isPending}
          onConfirm={(reason) => decide.mutate({ decision: "END_NEGOTIATION", reason })}
        >
          The negotiation ends, and we tell {bid.bidderName}. You can then accept the bid of{" "}
          {money(bid.amount)}, offer the lot to the next bidder or leave it unsold.
        </ConfirmButton>
      ) : null}
      {may("DECLINE") ? (
        <ConfirmButton
          label="Decline"
          title={`Leave ${bid.name} unsold?`}
          act="Decline"
          tone="danger"
          reason
          busy={decide.isPending}
          onConfirm={(reason) => decide.mutate({ decision: "DECLINE", reason })}
        >
          We tell the bidder. You can then put the unit into another auction.
        </ConfirmButton>
      ) : null}
    </>
  );
}

/** Offers the lot to the next bidder at the seller's last amount, in one step (D63). */
function NextBidderButton({
  bid,
  next,
}: {
  bid: WinningBid;
  next: NonNullable<WinningBid["nextBidder"]>;
}) {
  const offer = useAction(
    (call) =>
      call("offerNextBidder", {
        params: { id: String(bid.lotId) },
        body: { bidId: next.bidId, amount: next.offer },
      }),
    { done: "Offer sent", failed: "Couldn't send the offer.", refresh },
  );
  return (
    <ConfirmButton
      label={`Offer to ${next.name} for ${money(next.offer)}`}
      title={`Offer ${bid.name} to ${next.name} for ${money(next.offer)}?`}
      act="Send offer"
      tone={bid.phase === "NEGOTIATION_FAILED" ? "plain" : "primary"}
      busy={offer.isPending}
      onConfirm={() => offer.mutate(null)}
    >
      {next.name} bid {money(next.amount)}.{" "}
      {bid.phase === "NEGOTIATION_FAILED"
        ? `We tell ${bid.bidderName} that the bid was not accepted, and release its hold.`
        : null}
    </ConfirmButton>
  );
}

function AwardEnds({ bid, awardId }: { bid: WinningBid; awardId: number }) {
  const params = { id: String(awardId) };
  const fail = useAction(
    (call, reason: string) => call("defaultAward", { params, body: { reason } }),
    { done: "Default recorded", failed: "Couldn't record the default.", refresh },
  );
  const take = useAction(
    (call, reason: string) => call("voidAward", { params, body: { reason } }),
    {
      done: "Award voided",
      failed: "Couldn't void the award.",
      refresh,
    },
  );
  return (
    <>
      {bid.status === "DECLARED" ? (
        <ConfirmButton
          label="Record default"
          title={`Record that ${bid.bidderName} defaulted?`}
          act="Record default"
          tone="danger"
          reason
          busy={fail.isPending}
          onConfirm={(reason) => fail.mutate(reason)}
        >
          This voids the invoice and releases the hold on the bid limit. You can then offer the lot
          to the next bidder.
        </ConfirmButton>
      ) : null}
      <ConfirmButton
        label="Void award"
        title="Void this award?"
        act="Void award"
        tone="danger"
        reason
        busy={take.isPending}
        onConfirm={(reason) => take.mutate(reason)}
      >
        {bid.bidderName} will be told. This voids the invoice and releases the hold on the bid
        limit.
      </ConfirmButton>
    </>
  );
}

/** Offers a lot at a price with a deadline: a counteroffer, or a second chance to a runner-up. */
function OfferButton({ bid, kind }: { bid: WinningBid; kind: "COUNTER_OFFER" | "SECOND_CHANCE" }) {
  const [open, setOpen] = useState(false);
  const title =
    kind === "COUNTER_OFFER"
      ? "Counteroffer"
      : bid.awardId === null
        ? "Another offer"
        : "Second-chance offer";
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

/** Returns what the high bidder offered last: the bid, or their last counteroffer. */
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
  // After a failed negotiation, nobody gets it for less than the high bidder would have paid.
  const least = Math.max(runnerUp?.amount ?? 0, bid.awardId === null ? lastOfBidder(bid) : 0);
  const below = kind === "SECOND_CHANCE" && Number(amount) < least;
  const offer = useAction(
    (call) => {
      const lot = { id: String(bid.lotId) };
      if (kind === "COUNTER_OFFER") {
        const body = { decision: kind, amount: Number(amount) } as const;
        return call("decideLot", { params: lot, body });
      }
      const until = new Date(serverNow() + Number(days) * DAY_MS).toISOString();
      const why = below ? { reason } : {};
      const body = { bidId: chosen, amount: Number(amount), until, ...why };
      return bid.awardId === null
        ? call("offerNextBidder", { params: lot, body })
        : call("offerSecondChance", { params: { id: String(bid.awardId) }, body });
    },
    { done: "Offer sent", failed: "Couldn't send the offer.", refresh },
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
          label="To"
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
              {name}, bid {money(bidden)}
            </option>
          ))}
        </SelectField>
      ) : (
        <p>
          To {bid.bidderName}, who bid {money(bid.amount)}.
        </p>
      )}
      <TextField
        label="Amount ($)"
        inputMode="numeric"
        value={amount}
        hint={
          kind === "COUNTER_OFFER" && counter !== null && counter.max !== null
            ? `${money(counter.min)} to ${money(counter.max)}`
            : undefined
        }
        onChange={(event) => setAmount(digits(event.target.value, 9))}
      />
      {kind === "COUNTER_OFFER" ? null : (
        <SelectField
          label="Open for"
          value={days}
          onChange={(event) => setDays(event.target.value)}
        >
          {["1", "2", "3", "5", "7"].map((value) => (
            <option key={value} value={value}>
              {counted(Number(value), "day")}
            </option>
          ))}
        </SelectField>
      )}
      {below ? (
        <>
          <p>This is below {money(least)}, so a second person has to confirm the offer.</p>
          <ReasonField value={reason} onChange={setReason} />
        </>
      ) : null}
      <Button type="submit" tone="primary" busy={offer.isPending}>
        Send offer
      </Button>
    </form>
  );
}

function OverrideButton({ bid, auctionId }: { bid: WinningBid; auctionId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Override winner
      </Button>
      {open ? (
        <Sheet title={`Override winner: ${bid.name}`} place="right" onClose={() => setOpen(false)}>
          <OverrideForm bid={bid} auctionId={auctionId} onDone={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </>
  );
}

function OverrideForm({
  bid,
  auctionId,
  onDone,
}: {
  bid: WinningBid;
  auctionId: number;
  onDone: () => void;
}) {
  const [chosen, setChosen] = useState(bid.runnersUp[0]?.bidId ?? bid.bidId);
  const [reason, setReason] = useState("");
  const declare = useAction(
    (call) => {
      const winner = bid.runnersUp.find(({ bidId }) => bidId === chosen);
      return call("declareWinners", {
        params: { auctionId: String(auctionId) },
        body: [{ inventoryId: bid.inventoryId, bidId: chosen, userId: winner?.userId, reason }],
      });
    },
    { done: "Winner declared", failed: "Couldn't declare the winner.", refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    declare.mutate(null, {
      onSuccess: onDone,
      onError: (error) => (isWaiting(error) ? onDone() : undefined),
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p>
        The highest bid is {money(bid.amount)} of {bid.bidderName}. Unless the two-person rule is
        off, a second person has to confirm another winner.
      </p>
      <SelectField
        label="New winner"
        value={chosen}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        {bid.runnersUp.map(({ bidId, name, amount }) => (
          <option key={bidId} value={bidId}>
            {name}, {money(amount)}
          </option>
        ))}
      </SelectField>
      <ReasonField value={reason} onChange={setReason} />
      <Button type="submit" tone="primary" busy={declare.isPending}>
        Declare
      </Button>
    </form>
  );
}

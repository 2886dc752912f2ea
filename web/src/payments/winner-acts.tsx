import type { WinningBid } from "@gavelyard/contract/sales";
import { counted } from "@gavelyard/domain/counted";
import { phaseAfter } from "@gavelyard/domain/sale-phase";
import { useState, type FormEvent } from "react";
import { serverNow } from "../clock.ts";
import { useAct } from "../session/use-act.ts";
import { Ask } from "../ui/ask.tsx";
import { Button } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { digits, money } from "../ui/format.ts";
import { ReasonField } from "../ui/reason-field.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { InvoiceButton } from "./invoice-sheet.tsx";
import { ReleaseButton } from "./release-form.tsx";

const refresh = [["staff"]] as const;
const DAY_MS = 86_400_000;

/** What may be done with one lot that closed with a bid; the server decides. */
export function WinnerActs({ bid, auctionId }: { bid: WinningBid; auctionId: number }) {
  const { phase, status, awardId } = bid;
  const may = (act: Parameters<typeof phaseAfter>[1]) => phaseAfter(phase, act) !== null;
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {may("ACCEPT") || may("DECLINE") ? <Decisions bid={bid} accept={may("ACCEPT")} /> : null}
      {may("COUNTER_OFFER") ? <OfferButton bid={bid} kind="COUNTER_OFFER" /> : null}
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

function Decisions({ bid, accept }: { bid: WinningBid; accept: boolean }) {
  const decide = useAct(
    (call, given: { decision: "ACCEPT" | "DECLINE"; reason: string }) =>
      call("decideLot", { params: { id: String(bid.lotId) }, body: given }),
    { done: "The decision is kept", failed: "It could not be decided.", refresh },
  );
  return (
    <>
      {accept ? (
        <Ask
          label={`Accept ${money(bid.amount)}`}
          title={`Sell to ${bid.bidderName} for ${money(bid.amount)}?`}
          act="Accept"
          tone="primary"
          reason
          busy={decide.isPending}
          onConfirm={(reason) => decide.mutate({ decision: "ACCEPT", reason })}
        >
          The reserve was not met. The bidder is told, and becomes the winner.
        </Ask>
      ) : null}
      <Ask
        label="Decline"
        title={`Leave ${bid.name} unsold?`}
        act="Decline"
        tone="danger"
        reason
        busy={decide.isPending}
        onConfirm={(reason) => decide.mutate({ decision: "DECLINE", reason })}
      >
        The bidder is told, and the unit can be put into another auction.
      </Ask>
    </>
  );
}

function AwardEnds({ bid, awardId }: { bid: WinningBid; awardId: number }) {
  const params = { id: String(awardId) };
  const fail = useAct(
    (call, reason: string) => call("defaultAward", { params, body: { reason } }),
    { done: "The default is on record", failed: "It could not be recorded.", refresh },
  );
  const take = useAct((call, reason: string) => call("voidAward", { params, body: { reason } }), {
    done: "The award is taken back",
    failed: "It could not be taken back.",
    refresh,
  });
  return (
    <>
      {bid.status === "DECLARED" ? (
        <Ask
          label="Did not pay"
          title={`Record that ${bid.bidderName} did not pay?`}
          act="Record it"
          tone="danger"
          reason
          busy={fail.isPending}
          onConfirm={(reason) => fail.mutate(reason)}
        >
          The invoice is void and the limit is free. The lot can be offered to the next bidder.
        </Ask>
      ) : null}
      <Ask
        label="Take back"
        title="Take this award back?"
        act="Take it back"
        tone="danger"
        reason
        busy={take.isPending}
        onConfirm={(reason) => take.mutate(reason)}
      >
        {bid.bidderName} is told, the invoice is void and the limit is free.
      </Ask>
    </>
  );
}

/** Offers a lot at a price, with a deadline: to its highest bidder, or to one after a fallen award. */
function OfferButton({ bid, kind }: { bid: WinningBid; kind: "COUNTER_OFFER" | "SECOND_CHANCE" }) {
  const [open, setOpen] = useState(false);
  const title = kind === "COUNTER_OFFER" ? "Counter-offer" : "Second chance";
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
  const [amount, setAmount] = useState(
    String(kind === "COUNTER_OFFER" ? bid.amount : (runnerUp?.amount ?? bid.amount)),
  );
  const [days, setDays] = useState("2");
  const offer = useAct(
    (call) => {
      const until = new Date(serverNow() + Number(days) * DAY_MS).toISOString();
      return kind === "COUNTER_OFFER"
        ? call("decideLot", {
            params: { id: String(bid.lotId) },
            body: { decision: "COUNTER_OFFER", amount: Number(amount), until },
          })
        : call("offerSecondChance", {
            params: { id: String(bid.awardId) },
            body: { bidId: chosen, amount: Number(amount), until },
          });
    },
    { done: "The offer is sent", failed: "The offer could not be made.", refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    offer.mutate(null, { onSuccess: onDone });
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
            setAmount(String(next.amount));
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
        label="For, $"
        inputMode="numeric"
        value={amount}
        onChange={(event) => setAmount(digits(event.target.value, 9))}
      />
      <SelectField label="Open for" value={days} onChange={(event) => setDays(event.target.value)}>
        {["1", "2", "3", "5", "7"].map((value) => (
          <option key={value} value={value}>
            {counted(Number(value), "day")}
          </option>
        ))}
      </SelectField>
      <Button type="submit" tone="primary" busy={offer.isPending}>
        Send the offer
      </Button>
    </form>
  );
}

function OverrideButton({ bid, auctionId }: { bid: WinningBid; auctionId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Another winner
      </Button>
      {open ? (
        <Sheet title={`Another winner: ${bid.name}`} place="right" onClose={() => setOpen(false)}>
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
  const declare = useAct(
    (call) => {
      const winner = bid.runnersUp.find(({ bidId }) => bidId === chosen);
      return call("declareWinners", {
        params: { auctionId: String(auctionId) },
        body: [{ inventoryId: bid.inventoryId, bidId: chosen, userId: winner?.userId, reason }],
      });
    },
    { done: "The winner is declared", failed: "The winner could not be declared.", refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    declare.mutate(null, { onSuccess: onDone });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p>
        The highest bid is {money(bid.amount)} of {bid.bidderName}.
      </p>
      <SelectField
        label="Declare instead"
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

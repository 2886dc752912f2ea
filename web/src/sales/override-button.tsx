import { t } from "@gavelyard/messages/text";
import type { WinningBid } from "@gavelyard/contract/sales/sales";
import { useState, type FormEvent } from "react";
import { isWaiting } from "../api/messages.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/form/field.tsx";
import { money } from "../ui/text/format.ts";
import { ReasonField } from "../ui/form/reason-field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";

const refresh = [["staff"]] as const;

export function OverrideButton({ bid, auctionId }: { bid: WinningBid; auctionId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("Override winner")}
      </Button>
      {open ? (
        <Sheet
          title={t("Override winner: {name}", { name: bid.name })}
          place="right"
          onClose={() => setOpen(false)}
        >
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
    { done: t("Winner declared"), failed: t("Couldn't declare the winner."), refresh },
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
        {t(
          "{bidderName} has the highest bid, {amount}. Unless the two-person rule is off, a second person has to confirm another winner.",
          { amount: money(bid.amount), bidderName: bid.bidderName },
        )}
      </p>
      <SelectField
        label={t("New winner")}
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
      <p className="text-sm text-soft">
        {t("We notify {bidderName} that the sale to them is canceled, with your reason.", {
          bidderName: bid.bidderName,
        })}
      </p>
      <Button type="submit" tone="primary" busy={declare.isPending}>
        {t("Declare")}
      </Button>
    </form>
  );
}

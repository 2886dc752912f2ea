import type { Offer } from "@gavelyard/contract/sales";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { useCall } from "../api/api-context.ts";
import type { Answer } from "@gavelyard/client/call";
import { browserZone } from "../clock.ts";
import { messageOf } from "../session/messages.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Countdown } from "../ui/countdown.tsx";
import { Failure } from "../ui/failure.tsx";
import { money } from "../ui/format.ts";
import { toast } from "../ui/toast-store.ts";
import { offersQuery } from "./api.ts";

const words = {
  COUNTER_OFFER: "Counteroffer: the seller will accept",
  SECOND_CHANCE: "The winner didn't buy. You can have it for",
} as const satisfies Record<Offer["kind"], string>;

/** Offers that wait for the customer's answer; nothing when there are none. */
export function Offers({ userId }: { userId: number }) {
  const { data = [] } = useQuery(offersQuery(useCall(), userId));
  const open = data.filter(({ status }) => status === "OPEN");
  if (open.length === 0) return null;
  return (
    <Card title="Offers to you">
      <ul className="grid gap-4">
        {open.map((offer) => (
          <OfferRow key={offer.id} offer={offer} />
        ))}
      </ul>
    </Card>
  );
}

function OfferRow({ offer }: { offer: Answer<"offersOfUser">[number] }) {
  const call = useCall();
  const queries = useQueryClient();
  const zone = offer.inventory.lot?.timeZone ?? browserZone();
  const answer = useMutation({
    mutationFn: (given: "ACCEPT" | "DECLINE") =>
      call("answerOffer", {
        params: { id: String(offer.id) },
        body: { answer: given },
      }),
    onSuccess: ({ status }) =>
      toast({
        type: status === "ACCEPTED" ? "success" : "info",
        title: status === "ACCEPTED" ? "You bought this lot" : "Offer declined",
        message: offer.inventory.name,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["me"] }),
  });
  return (
    <li className="grid gap-2 border-b border-line pb-4 last:border-0 last:pb-0">
      <p>
        {words[offer.kind]} <strong className="figures">{money(offer.amount)}</strong> for{" "}
        <Link to={`/truck/${offer.inventoryId}`} className="font-semibold underline">
          {offer.inventory.name}
        </Link>
        .
      </p>
      <p className="text-sm text-soft">
        Answer by {formatDateTime(offer.until, zone)}, <Countdown to={offer.until} zone={zone} />{" "}
        left.
      </p>
      <Failure
        message={
          answer.error === null ? null : messageOf(answer.error, "Couldn't send your answer.")
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={answer.isPending} onClick={() => answer.mutate("ACCEPT")}>
          Accept {money(offer.amount)}
        </Button>
        <Button busy={answer.isPending} onClick={() => answer.mutate("DECLINE")}>
          Decline
        </Button>
      </div>
    </li>
  );
}

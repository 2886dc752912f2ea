import type { NegotiationView } from "@gavelyard/contract/sales";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { Countdown } from "../ui/countdown.tsx";
import { money } from "../ui/format.ts";

type Step = NegotiationView["steps"][number];
type Side = NonNullable<Step["side"]>;

const acts = {
  COUNTER: "offered",
  ACCEPT: "accepted",
  DECLINE: "declined",
  WITHDRAW: "withdrew the offer",
} as const;

function wordsOf({ kind, side, amount }: Step, reader: Side, bidder: string): string {
  if (kind === "EXPIRE" || side === null) return "No answer in time";
  const seller = reader === "SELLER" ? "We" : "The seller";
  const who = side === "SELLER" ? seller : reader === "BIDDER" ? "You" : bidder;
  return `${who} ${acts[kind]}${amount === null ? "" : ` ${money(amount)}`}`;
}

/** What both sides of a negotiation did so far, and how long the side in turn has (D63). */
export function NegotiationSteps({
  negotiation: { bid, steps, turn, until, round, rounds },
  reader,
  bidder = "You",
  zone,
}: {
  negotiation: NegotiationView;
  reader: Side;
  /** Name of the bidder, for the seller's side. */
  bidder?: string;
  zone: string;
}) {
  const waits =
    turn === reader ? "Answer" : reader === "SELLER" ? `${bidder} answers` : "The seller answers";
  return (
    <div className="text-sm">
      <ol aria-label="Negotiation" className="grid gap-x-4 border-l-2 border-line pl-3">
        <li>
          {reader === "SELLER" ? bidder : "You"} bid {money(bid)}, below the reserve
        </li>
        {steps.map((step) => (
          <li key={step.seq} className="flex flex-wrap justify-between gap-x-4">
            <span>{wordsOf(step, reader, bidder)}</span>
            <time dateTime={step.at} className="text-soft">
              {formatDateTime(step.at, zone)}
            </time>
          </li>
        ))}
      </ol>
      {until === null ? null : (
        <p className="mt-2">
          Round {round} of {rounds}. {waits} by {formatDateTime(until, zone)},{" "}
          <Countdown to={until} zone={zone} className="font-semibold" /> left.
        </p>
      )}
    </div>
  );
}

import type { NegotiationView } from "@gavelyard/contract/sales/sales";
import { t } from "@gavelyard/messages/text";
import { Countdown } from "../ui/text/countdown.tsx";
import { duration, money, when } from "../ui/text/format.ts";
import { Rich } from "../ui/text/rich.tsx";

type Step = NegotiationView["steps"][number];
type Side = NonNullable<Step["side"]>;

interface TextValues {
  readonly name: string;
  readonly amount: string;
}

/** Texts by actor: `we` are the seller's side, `you` is the reader as the bidder. */
const stepTexts = {
  COUNTER: {
    we: (values: TextValues) => t("We offered {amount}", values),
    you: (values: TextValues) => t("You offered {amount}", values),
    other: (values: TextValues) => t("{name} offered {amount}", values),
  },
  ACCEPT: {
    we: () => t("We accepted"),
    you: () => t("You accepted"),
    other: (values: TextValues) => t("{name} accepted", values),
  },
  DECLINE: {
    we: () => t("We declined"),
    you: () => t("You declined"),
    other: (values: TextValues) => t("{name} declined", values),
  },
  WITHDRAW: {
    we: () => t("We withdrew the offer"),
    you: () => t("You withdrew the offer"),
    other: (values: TextValues) => t("{name} withdrew the offer", values),
  },
} as const;

function wordsOf({ kind, side, amount }: Step, reader: Side, bidder: string): string {
  if (kind === "EXPIRE" || side === null) return t("No answer in time");
  const who = side !== reader ? "other" : reader === "SELLER" ? "we" : "you";
  return stepTexts[kind][who]({
    name: side === "SELLER" ? t("The seller") : bidder,
    amount: money(amount ?? 0),
  });
}

/** The steps of a negotiation so far, and the time left for the side whose turn it is (D63). */
export function NegotiationSteps({
  negotiation: { bid, steps, turn, until, round, rounds },
  reader,
  bidder = "",
  zone,
}: {
  negotiation: NegotiationView;
  reader: Side;
  bidder?: string;
  zone: string;
}) {
  return (
    <div className="text-sm">
      <ol aria-label={t("Negotiation")} className="grid gap-x-4 border-l-2 border-line pl-3">
        <li>
          {reader === "SELLER"
            ? t("{name} bid {amount}, below the reserve", { name: bidder, amount: money(bid) })
            : t("You bid {amount}, below the reserve", { amount: money(bid) })}
        </li>
        {steps.map((step) => (
          <li key={step.seq} className="flex flex-wrap justify-between gap-x-4">
            <span>{wordsOf(step, reader, bidder)}</span>
            <time dateTime={step.at} className="text-soft">
              {when(step.at, zone)}
            </time>
          </li>
        ))}
      </ol>
      {until === null ? null : (
        <p className="mt-2">
          {t("Round {round} of {rounds}.", { round, rounds })}{" "}
          <Rich
            text={
              turn === reader
                ? t("Answer by {time}, <countdown></countdown> left.", {
                    time: when(until, zone),
                  })
                : t("{name} must answer by {time}, <countdown></countdown> left.", {
                    name: reader === "SELLER" ? bidder : t("The seller"),
                    time: when(until, zone),
                  })
            }
            countdown={() => (
              <Countdown to={until} zone={zone} className="font-semibold" ended={duration(0)} />
            )}
          />
        </p>
      )}
    </div>
  );
}

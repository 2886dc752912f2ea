import type { WinningBid } from "@gavelyard/contract/sales/sales";
import { plural, t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState, type RefObject } from "react";
import { useCall } from "../api/api-context.ts";
import { unitQuery } from "../inventory/api.ts";
import { priceGuideQuery } from "../inventory/price-guide/api.ts";
import { settingsQuery } from "../settings/api.ts";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { money } from "../ui/text/format.ts";
import { KeyList, neighborOf, type ListKeys } from "../ui/key-list.tsx";
import { Picture } from "../ui/picture.tsx";
import { Link } from "../ui/page/router.tsx";
import {
  declineOf,
  gapToReserve,
  lotsByShare,
  mayCounter,
  priceToDecide,
  shareOfReserve,
  sumToDecide,
  type StagedDecision,
} from "./staged-decisions.ts";
import { dollarsOf } from "./typed-money.ts";
import { useDecisions } from "./use-decisions.ts";

const names: Readonly<Record<StagedDecision["decision"], string>> = {
  ACCEPT: t("Accept"),
  DECLINE: t("Decline"),
  COUNTER_OFFER: t("Counter"),
  END_NEGOTIATION: t("Decline counteroffer"),
};

/**
 * Decides lots below their reserve by keys: a, d and c choose and go to the next lot, 1 to 9 give
 * the last choice another reason, u takes it back, Enter sends all. Nothing is sent before (D74).
 */
export function Triage({
  bids,
  all,
  onSent,
}: {
  bids: readonly WinningBid[];
  /** Every lot that needs a decision; `bids` may be only those that a search found. */
  all: readonly WinningBid[];
  onSent: () => void;
}) {
  const apply = useRef<HTMLDivElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const [lotId, setLotId] = useState(bids[0]?.lotId);
  const [last, setLast] = useState<WinningBid | null>(null);
  const { staged, answers, stage, send, sent } = useDecisions(all);
  const reasons = useQuery(settingsQuery(useCall())).data?.reasons.value.decisions ?? [];
  const [reasonOf, setReasonOf] = useState({ ACCEPT: 0, DECLINE: 1 });
  const current = bids.find((bid) => bid.lotId === lotId) ?? bids[0];
  if (current === undefined) return null;

  const reasonFor = (decision: StagedDecision["decision"]) => {
    const accepts = decision === "ACCEPT" || decision === "COUNTER_OFFER";
    return reasons[accepts ? reasonOf.ACCEPT : reasonOf.DECLINE] ?? reasons[0] ?? "";
  };
  const decide = (decision: StagedDecision["decision"], offer?: number) => {
    stage([current], () => ({
      decision,
      reason: reasonFor(decision),
      ...(offer === undefined ? {} : { amount: offer }),
    }));
    setLast(current);
    setLotId(neighborOf(bids, current, 1)?.lotId);
  };
  const counter = () => {
    const offer = dollarsOf(amount.current?.value ?? "");
    // Counteroffers are whole dollars.
    if (!Number.isInteger(offer) || offer <= 0) return;
    decide("COUNTER_OFFER", offer);
    amount.current?.closest("section")?.querySelector<HTMLElement>("[role=listbox]")?.focus();
  };
  const accept = () => decide("ACCEPT");
  const decline = () => decide(declineOf(current));
  const keys: ListKeys = {
    a: accept,
    d: decline,
    c: () => (mayCounter(current) ? amount.current?.select() : undefined),
    u: () => {
      if (last !== null) stage([last], () => null);
    },
    Enter: () => apply.current?.querySelector("button")?.click(),
    ...Object.fromEntries(
      reasons.map((reason, index) => [
        String(index + 1),
        () => {
          const before = last === null ? undefined : staged.get(last.lotId);
          if (last !== null && before !== undefined) stage([last], () => ({ ...before, reason }));
        },
      ]),
    ),
  };
  const count = (...decisions: StagedDecision["decision"][]) =>
    [...staged.values()].filter(({ decision }) => decisions.includes(decision)).length;
  const accepted = all.filter((bid) => staged.get(bid.lotId)?.decision === "ACCEPT");
  return (
    <section aria-label={t("Needs a decision")} className="mb-6 grid gap-4">
      <Rules
        reasons={reasons}
        reasonOf={reasonOf}
        onReason={setReasonOf}
        onRule={(side, percent) =>
          stage(lotsByShare(bids, side, percent), (bid) => {
            const decision = side === "below" ? declineOf(bid) : "ACCEPT";
            return { decision, reason: reasonFor(decision) };
          })
        }
      />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <KeyList
          label={t("Lots below their reserve")}
          rows={bids}
          chosen={current}
          keyOf={(bid) => bid.lotId}
          onChoose={(bid) => setLotId(bid.lotId)}
          keys={keys}
          height="h-[60vh] max-lg:h-64"
          rowClass={() =>
            "grid-cols-[2.5rem_minmax(0,1fr)_5rem_3.5rem] sm:grid-cols-[3rem_minmax(0,1fr)_5.5rem_3.5rem_minmax(0,14rem)]"
          }
        >
          {(bid) => {
            const share = shareOfReserve(bid);
            const answer = stagedWords(staged.get(bid.lotId)) ?? answers.get(bid.lotId) ?? "";
            return (
              <>
                <span className="text-soft">{bid.lotNumber}</span>
                <span className="truncate">{bid.name}</span>
                <span className="figures text-right">{money(priceToDecide(bid))}</span>
                <span className="figures text-right text-soft">
                  {share === null ? "" : `${share} %`}
                </span>
                <span className="truncate max-sm:hidden">{answer}</span>
              </>
            );
          }}
        </KeyList>
        <Panel
          key={current.lotId}
          bid={current}
          answer={stagedWords(staged.get(current.lotId)) ?? answers.get(current.lotId) ?? ""}
          amount={amount}
          onAccept={accept}
          onDecline={decline}
          onCounter={counter}
        />
      </div>
      {staged.size === 0 && sent === null ? null : (
        <div ref={apply}>
          <ConfirmButton
            tone="primary"
            busy={sent !== null}
            label={
              sent === null
                ? plural(staged.size, "Apply {n} decision", "Apply {n} decisions")
                : t("{done} of {of} decided", { done: sent, of: staged.size })
            }
            title={plural(staged.size, "Apply {n} decision?", "Apply {n} decisions?")}
            confirmLabel={t("Apply")}
            onConfirm={() => unawaited(send().then(onSent))}
          >
            {t(
              "Accept {accepted} for {sum} in all, decline {declined}, counter {countered}. We notify the bidders.",
              {
                accepted: accepted.length,
                sum: money(sumToDecide(accepted)),
                declined: count("DECLINE", "END_NEGOTIATION"),
                countered: count("COUNTER_OFFER"),
              },
            )}
          </ConfirmButton>
        </div>
      )}
    </section>
  );
}

function stagedWords(staged: StagedDecision | undefined): string | null {
  if (staged === undefined) return null;
  const { decision, amount, reason } = staged;
  const what = amount === undefined ? names[decision] : `${names[decision]} ${money(amount)}`;
  return `${what}: ${reason}`;
}

interface ReasonChoice {
  readonly ACCEPT: number;
  readonly DECLINE: number;
}

function Rules({
  reasons,
  reasonOf,
  onReason,
  onRule,
}: {
  reasons: readonly string[];
  reasonOf: ReasonChoice;
  onReason: (choice: ReasonChoice) => void;
  onRule: (side: "below" | "from", percent: number) => void;
}) {
  const [percent, setPercent] = useState("80");
  const share = Number(percent);
  const isShare = share >= 1 && share <= 100;
  const choice = (kind: "ACCEPT" | "DECLINE", label: string) => (
    <SelectField
      label={label}
      value={reasonOf[kind]}
      onChange={({ target }) => onReason({ ...reasonOf, [kind]: Number(target.value) })}
    >
      {reasons.map((reason, index) => (
        <option key={reason} value={index}>
          {`${index + 1} ${reason}`}
        </option>
      ))}
    </SelectField>
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      {choice("ACCEPT", t("Reason to accept"))}
      {choice("DECLINE", t("Reason to decline"))}
      <TextField
        label={t("Share of the reserve (%)")}
        inputMode="numeric"
        className="w-44"
        maxLength={3}
        value={percent}
        onChange={({ target }) => setPercent(target.value.replaceAll(/\D/g, ""))}
      />
      <Button disabled={!isShare} onClick={() => onRule("below", share)}>
        {t("Decline all below {share} %", { share: percent })}
      </Button>
      <Button disabled={!isShare} onClick={() => onRule("from", share)}>
        {t("Accept all from {share} %", { share: percent })}
      </Button>
    </div>
  );
}

/** What a decision depends on: picture, bid, reserve, guide and bidder. */
function Panel({
  bid,
  answer,
  amount,
  onAccept,
  onDecline,
  onCounter,
}: {
  bid: WinningBid;
  /** What is staged for it, or why it was refused. */
  answer: string;
  amount: RefObject<HTMLInputElement | null>;
  onAccept: () => void;
  onDecline: () => void;
  onCounter: () => void;
}) {
  const call = useCall();
  const unit = useQuery(unitQuery(call, bid.inventoryId)).data;
  const range = useQuery(priceGuideQuery(call, bid.inventoryId)).data?.range ?? null;
  const price = priceToDecide(bid);
  const { reserve } = bid;
  const gap = gapToReserve(bid);
  return (
    <div className="grid content-start gap-3 rounded-lg border border-line bg-sheet p-4">
      <Picture image={unit?.images[0]} sizes="288px" className="rounded-md" />
      <Link to={`?tab=inventory&unit=${bid.inventoryId}`} className="font-semibold text-ink">
        {bid.name}
      </Link>
      <Facts
        rows={[
          [
            bid.phase === "BIDDER_COUNTERED" ? t("Counteroffer") : t("High bid"),
            money(price),
            "figures",
          ],
          [t("Reserve"), reserve === null ? t("None") : money(reserve), "figures"],
          ...(gap === null ? [] : [[t("Below the reserve"), money(gap), "figures"] as const]),
          [
            t("Price guide"),
            range === null
              ? t("Too few sales")
              : t("{low} to {high}", { low: money(range.low), high: money(range.high) }),
            "figures",
          ],
          [t("Bidder"), bid.bidderName],
        ]}
      />
      {answer === "" ? null : <p role="status">{answer}</p>}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" onClick={onAccept}>
          {t("Accept")} <kbd>a</kbd>
        </Button>
        <Button onClick={onDecline}>
          {t("Decline")} <kbd>d</kbd>
        </Button>
      </div>
      {mayCounter(bid) ? (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            onCounter();
          }}
        >
          <CounterField
            amount={amount}
            suggested={bid.negotiation?.counter?.max ?? reserve ?? price}
          />
          <Button type="submit">
            {t("Counter")} <kbd>c</kbd>
          </Button>
        </form>
      ) : null}
    </div>
  );
}

function CounterField({
  amount,
  suggested,
}: {
  amount: RefObject<HTMLInputElement | null>;
  suggested: number;
}) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {t("Counteroffer ($)")}
      </label>
      <input
        id={id}
        ref={amount}
        inputMode="numeric"
        defaultValue={String(Math.floor(suggested))}
        className="input figures w-full"
      />
    </div>
  );
}

import type { WinningBid } from "@gavelyard/contract/sales/sales";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { isWaiting, messageOf } from "../api/messages.ts";
import { toast } from "../ui/toast-store.ts";
import { priceToDecide, type StagedDecision } from "./staged-decisions.ts";

/** Decisions on many lots: staged one by one or by a rule, then sent together. */
export function useDecisions(bids: readonly WinningBid[]) {
  const call = useCall();
  const queries = useQueryClient();
  const [staged, setStaged] = useState<ReadonlyMap<number, StagedDecision>>(new Map());
  const [answers, setAnswers] = useState<ReadonlyMap<number, string>>(new Map());
  const [sent, setSent] = useState<number | null>(null);
  // Others may have decided a lot meanwhile.
  const standing = new Map([...staged].filter(([id]) => bids.some(({ lotId }) => lotId === id)));
  const stage = (lots: readonly WinningBid[], make: (bid: WinningBid) => StagedDecision | null) =>
    setStaged((before) => {
      const next = new Map(before);
      for (const bid of lots) {
        const decision = make(bid);
        if (decision === null) next.delete(bid.lotId);
        else next.set(bid.lotId, decision);
      }
      return next;
    });
  /** Sends what is staged, one lot after the other. What is refused stays, with the answer. */
  const send = async () => {
    const due = bids.filter(({ lotId }) => staged.has(lotId));
    const refused = new Map<number, string>();
    for (const [index, bid] of due.entries()) {
      setSent(index);
      const decision = staged.get(bid.lotId);
      if (decision === undefined) continue;
      const { amount = 0, reason, ...what } = decision;
      // Without the house's reasons, none is sent.
      const rest = { ...what, price: priceToDecide(bid), ...(reason === "" ? {} : { reason }) };
      const body =
        rest.decision === "COUNTER_OFFER"
          ? { ...rest, decision: rest.decision, amount }
          : { ...rest, decision: rest.decision };
      try {
        await call("decideLot", { params: { id: String(bid.lotId) }, body });
      } catch (error) {
        refused.set(
          bid.lotId,
          isWaiting(error)
            ? t("Waits for a second person")
            : messageOf(error, t("Couldn't save the decision.")),
        );
      }
    }
    setSent(null);
    // What was decided while these were sent stays.
    setStaged((now) => new Map([...now].filter(([id]) => !due.some(({ lotId }) => lotId === id))));
    setAnswers(refused);
    const done = due.length - refused.size;
    if (done > 0)
      toast({ type: "success", title: t("{done} of {of} decided", { done, of: due.length }) });
    await queries.invalidateQueries({ queryKey: ["staff"] });
  };
  return { staged: standing, answers, stage, send, sent };
}

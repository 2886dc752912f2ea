import { ApiError } from "@gavelyard/client/call";
import type { DeclaredBid, WinningBid } from "@gavelyard/contract/sales/sales";
import { plural, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { winningBidsQuery } from "./api.ts";

/** Lots in one call, so that the progress moves and a lost connection stops little. */
const LOTS_IN_A_CALL = 25;
const refresh = [["staff"]] as const;

/**
 * Declares all winners that aren't yet, some lots at a time. After a reload, the button has the
 * rest. Lists the lots that were refused.
 */
export function DeclareButton({
  auctionId,
  undeclared,
}: {
  auctionId: number;
  undeclared: readonly WinningBid[];
}) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState({ done: 0, of: 0 });
  const [refused, setRefused] = useState<readonly DeclaredBid[]>([]);
  const declare = useAction(
    async (call, winners: readonly WinningBid[]) => {
      setRefused([]);
      const failures: unknown[] = [];
      for (let done = 0; done < winners.length; done += LOTS_IN_A_CALL) {
        setProgress({ done, of: winners.length });
        const body = winners
          .slice(done, done + LOTS_IN_A_CALL)
          .map(({ inventoryId, bidId, userId }) => ({ inventoryId, bidId, userId }));
        try {
          const bids = await call("declareWinners", {
            params: { auctionId: String(auctionId) },
            body,
          });
          queries.setQueryData(winningBidsQuery(call, auctionId).queryKey, bids);
          const more = bids.filter(({ refusal }) => refusal !== undefined);
          setRefused((before) => [...before, ...more]);
        } catch (error) {
          // Every lot of this call was refused; the next ones may not be.
          if (!(error instanceof ApiError) || error.status !== 409) throw error;
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
    { done: t("Winners declared"), failed: t("Couldn't declare the winners."), refresh },
  );
  const winners = plural(undeclared.length, "{n} winner", "{n} winners");
  return (
    <>
      {undeclared.length === 0 ? null : (
        <ConfirmButton
          label={
            declare.isPending
              ? t("{done} of {of} declared", progress)
              : t("Declare {winners}", { winners })
          }
          title={t("Declare {winners}?", { winners })}
          confirmLabel={t("Declare")}
          tone="primary"
          busy={declare.isPending}
          onConfirm={() => declare.mutate(undeclared)}
        >
          {t("Each winner gets an invoice and an email. We also notify the other bidders.")}
        </ConfirmButton>
      )}
      {refused.length === 0 ? null : (
        <div role="alert" className="w-full rounded-md bg-outbid-bg p-3 text-outbid">
          <p className="font-semibold">
            {plural(refused.length, "{n} winner wasn't declared", "{n} winners weren't declared")}
          </p>
          <ul>
            {refused.map(({ lotId, refusal }) => (
              <li key={lotId}>{refusal?.message}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

import type { AuctionLine } from "@gavelyard/contract/auctions/auctions-staff";
import { plural, t } from "@gavelyard/messages/text";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";

/** Cancels several auctions at once and reports the result of each (D12). */
export function CancelAuctions({
  auctions,
  onDone,
}: {
  auctions: readonly AuctionLine[];
  onDone: () => void;
}) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const cancel = useAction(
    (call, auctionIds: number[]) => call("bulkDeleteAuctions", { body: { auctionIds } }),
    {
      done: t("Done"),
      failed: t("Couldn't cancel the auctions."),
      refresh: [["staff"], ["auctions"]],
    },
  );
  const run = () => {
    setNames(new Map(auctions.map(({ id, auctionName }) => [id, auctionName])));
    cancel.mutate(
      auctions.map(({ id }) => id),
      { onSuccess: onDone },
    );
  };
  return (
    <>
      {auctions.length === 0 ? null : (
        <ConfirmButton
          label={t("Cancel")}
          title={plural(auctions.length, "Cancel {n} auction?", "Cancel {n} auctions?")}
          confirmLabel={t("Cancel auctions")}
          tone="danger"
          busy={cancel.isPending}
          onConfirm={run}
        >
          {t(
            "Auctions that are live or have bids won't be canceled. Units in the others become available.",
          )}
        </ConfirmButton>
      )}
      {cancel.data === undefined ? null : (
        <Sheet title={t("Results")} place="right" onClose={() => cancel.reset()}>
          <ul className="grid gap-3">
            {cancel.data.map(({ auctionId, deleted, message }) => (
              <li key={auctionId} className="rounded-md border border-line p-3">
                <p className="font-semibold">{names.get(auctionId)}</p>
                <p className={deleted ? "" : "text-outbid"}>{message}</p>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

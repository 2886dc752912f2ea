import type { OwnBid } from "@gavelyard/contract/bidding/bidding";
import {
  NO_RETRACTION_BEFORE_CLOSE_MS,
  RETRACTION_WINDOW_MS,
} from "@gavelyard/domain/bidding/bidding";
import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { ownBidsQuery } from "../bidding/api.ts";
import { browserZone, serverNow } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { alias } from "../ui/page/alias.ts";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { money, words, when } from "../ui/text/format.ts";
import { EmptyState } from "../ui/states.tsx";
import { toast } from "../ui/toast-store.ts";
import { Link } from "../ui/page/router.tsx";

/** Returns whether a bid can probably still be retracted (D23); the server decides. */
function mayRetract({ status, placedAt, inventory: { lot } }: OwnBid): boolean {
  const now = serverNow();
  return (
    (status === "WINNING" || status === "OUTBID") &&
    lot?.status === "OPEN" &&
    now - Date.parse(placedAt) < RETRACTION_WINDOW_MS &&
    Date.parse(lot.closesAt) - now > NO_RETRACTION_BEFORE_CLOSE_MS
  );
}

const tones: Partial<Record<OwnBid["status"], BadgeTone>> = {
  WINNING: "winning",
  WON: "winning",
  PAID: "winning",
  OUTBID: "outbid",
};

/** Returns the ids of bids that a later valid bid of the same customer on the same lot replaced. */
function replacedBids(bids: readonly OwnBid[]): ReadonlySet<number> {
  const lots = new Set<string>();
  const replaced = new Set<number>();
  for (const { id, status, inventoryId, auctionId } of bids) {
    if (status === "RETRACTED" || status === "VOIDED") continue;
    const lot = `${auctionId} ${inventoryId}`;
    if (lots.has(lot) && (status === "OUTBID" || status === "NOT_WON")) replaced.add(id);
    lots.add(lot);
  }
  return replaced;
}

export function MyBids({ userId }: { userId: number }) {
  const query = useQuery(ownBidsQuery(useCall(), userId));
  return (
    <Read query={query} failure={t("Couldn't load your bids.")}>
      {(bids) => {
        const replaced = replacedBids(bids);
        return bids.length === 0 ? (
          <EmptyState title={t("You haven't placed a bid yet")}>
            <LinkButton to="/vehicles?auctionStatus=LIVE" tone="primary" className="mt-3">
              {t("View live auctions")}
            </LinkButton>
          </EmptyState>
        ) : (
          <ul className="grid gap-2">
            {bids.map((bid) => (
              <BidRow key={bid.id} bid={bid} isReplaced={replaced.has(bid.id)} userId={userId} />
            ))}
          </ul>
        );
      }}
    </Read>
  );
}

function BidRow({ bid, isReplaced, userId }: { bid: OwnBid; isReplaced: boolean; userId: number }) {
  const call = useCall();
  const queries = useQueryClient();
  const retract = useMutation({
    mutationFn: (reason: string) =>
      call("retractBid", {
        params: { id: String(bid.id) },
        query: { userId: String(userId), reason },
      }),
    onSuccess: ({ message }) =>
      toast({
        type: "info",
        title: t("Bid retracted"),
        message: `${bid.inventory.name}: ${message}`,
      }),
    onError: (error) =>
      toast({
        type: "error",
        title: t("Bid not retracted"),
        message: messageOf(error, t("Couldn't retract the bid.")),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["me"] }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-sheet px-4 py-3">
      <div className="min-w-48 flex-1">
        <Link
          to={`/truck/${bid.inventoryId}`}
          className="inline-flex min-h-9 items-center font-semibold text-ink"
        >
          {bid.inventory.name}
        </Link>
        <p className="text-sm text-soft">
          {t("{time}, bid {seq} on the lot, as {alias}", {
            time: when(bid.placedAt, bid.inventory.lot?.timeZone ?? browserZone()),
            seq: bid.seq,
            alias: alias(bid.bidderAlias),
          })}
        </p>
      </div>
      <p className="figures ml-auto text-right">
        {money(bid.amount)}
        {bid.maxAmount === null || bid.maxAmount === bid.amount ? null : (
          <span className="block text-sm text-soft">
            {t("up to {amount}", { amount: money(bid.maxAmount) })}
          </span>
        )}
      </p>
      {isReplaced ? (
        <Badge>{t("Earlier bid")}</Badge>
      ) : (
        <Badge tone={tones[bid.status] ?? "neutral"}>{words(bid.status)}</Badge>
      )}
      {mayRetract(bid) ? (
        <ConfirmButton
          label={t("Retract bid")}
          title={t("Retract your bid of {amount}?", { amount: money(bid.amount) })}
          confirmLabel={t("Retract bid")}
          tone="danger"
          reason
          busy={retract.isPending}
          onConfirm={(reason) => retract.mutate(reason)}
        >
          {t(
            "You can retract one bid per lot. It stays in the lot's history, and our staff can see your reason.",
          )}
        </ConfirmButton>
      ) : null}
    </li>
  );
}

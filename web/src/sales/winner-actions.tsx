import type { WinningBid } from "@gavelyard/contract/sales/sales";
import { phaseAfter, type SaleAct } from "@gavelyard/domain/sales/sale-phase";
import { t } from "@gavelyard/messages/text";
import { useAction } from "../api/use-action.ts";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { ActionButton } from "../api/action-button.tsx";
import { money } from "../ui/text/format.ts";
import { InvoiceButton } from "./invoice-button.tsx";
import { GateLink } from "./gate-link.tsx";
import { OfferButton } from "./offer-button.tsx";
import { OverrideButton } from "./override-button.tsx";
import { priceShown } from "./staged-decisions.ts";

const refresh = [["staff"]] as const;

/** Actions on a lot that closed with a bid; the server decides what is allowed. */
export function WinnerActions({ bid, auctionId }: { bid: WinningBid; auctionId: number }) {
  const { phase, status, awardId } = bid;
  const may = (action: SaleAct) => phaseAfter(phase, action) !== null;
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {may("ACCEPT") || may("DECLINE") || may("END_NEGOTIATION") ? (
        <Decisions bid={bid} may={may} />
      ) : null}
      {may("COUNTER_OFFER") && bid.negotiation?.counter !== null ? (
        <OfferButton bid={bid} kind="COUNTER_OFFER" />
      ) : null}
      {bid.nextBidder === null ? null : <NextBidderButton bid={bid} next={bid.nextBidder} />}
      {may("SECOND_CHANCE") && bid.runnersUp.length > 0 ? (
        <OfferButton bid={bid} kind="SECOND_CHANCE" />
      ) : null}
      {may("OVERRIDE") && status === "PENDING" && bid.runnersUp.length > 0 ? (
        <OverrideButton bid={bid} auctionId={auctionId} />
      ) : null}
      {may("END_AWARD") && awardId !== null ? (
        <EndAwardButtons bid={bid} awardId={awardId} />
      ) : null}
      {bid.invoiceId === null ? null : (
        <InvoiceButton
          userId={bid.userId}
          invoiceId={bid.invoiceId}
          title={t("Invoice for lot {number}", { number: bid.lotNumber })}
        />
      )}
      {phase === "PAID" && awardId !== null ? (
        <GateLink awardId={awardId} label={t("Release unit")} />
      ) : null}
    </div>
  );
}

function Decisions({ bid, may }: { bid: WinningBid; may: (action: SaleAct) => boolean }) {
  const decide = useAction(
    (call, given: { decision: "ACCEPT" | "DECLINE" | "END_NEGOTIATION"; reason: string }) => {
      const body = { ...given, price: priceShown(bid) };
      return call("decideLot", { params: { id: String(bid.lotId) }, body });
    },
    { done: t("Decision saved"), failed: t("Couldn't save the decision."), refresh },
  );
  const isOffered = bid.phase === "BIDDER_COUNTERED";
  const price = isOffered ? (priceShown(bid) ?? bid.amount) : bid.amount;
  const accept = t("Accept {price}", { price: money(price) });
  const [end, endQuestion] = isOffered
    ? [t("Decline counteroffer"), t("Decline counteroffer?")]
    : [t("Withdraw counteroffer"), t("Withdraw counteroffer?")];
  return (
    <>
      {may("ACCEPT") ? (
        <ConfirmButton
          label={accept}
          title={t("Sell to {bidderName} for {price}?", {
            bidderName: bid.bidderName,
            price: money(price),
          })}
          confirmLabel={accept}
          tone="primary"
          reason
          busy={decide.isPending}
          onConfirm={(reason) => decide.mutate({ decision: "ACCEPT", reason })}
        >
          {t("The reserve was not met. The bidder becomes the winner and is notified.")}
        </ConfirmButton>
      ) : null}
      {may("END_NEGOTIATION") ? (
        <ConfirmButton
          label={end}
          title={endQuestion}
          confirmLabel={end}
          tone="danger"
          reason
          busy={decide.isPending}
          onConfirm={(reason) => decide.mutate({ decision: "END_NEGOTIATION", reason })}
        >
          {t(
            "The negotiation ends, and we notify {bidderName}. You can then accept the {amount} bid, offer the lot to the next bidder or leave it unsold.",
            { bidderName: bid.bidderName, amount: money(bid.amount) },
          )}
        </ConfirmButton>
      ) : null}
      {may("DECLINE") ? (
        <ConfirmButton
          label={t("Decline bid")}
          title={t("Decline the bid on {name}?", { name: bid.name })}
          confirmLabel={t("Decline bid")}
          tone="danger"
          reason
          busy={decide.isPending}
          onConfirm={(reason) => decide.mutate({ decision: "DECLINE", reason })}
        >
          {t("We notify the bidder. You can then put the unit in another auction.")}
        </ConfirmButton>
      ) : null}
    </>
  );
}

/** Offers the lot to the next bidder at the seller's last amount, in one step (D63). */
function NextBidderButton({
  bid,
  next,
}: {
  bid: WinningBid;
  next: NonNullable<WinningBid["nextBidder"]>;
}) {
  return (
    <ActionButton
      label={t("Offer to {bidder} for {amount}", {
        bidder: next.name,
        amount: money(next.offer),
      })}
      title={t("Offer {unit} to {bidder} for {amount}?", {
        unit: bid.name,
        bidder: next.name,
        amount: money(next.offer),
      })}
      confirmLabel={t("Send offer")}
      tone={bid.phase === "NEGOTIATION_FAILED" ? "plain" : "primary"}
      act={(call) =>
        call("offerNextBidder", {
          params: { id: String(bid.lotId) },
          body: { bidId: next.bidId, amount: next.offer },
        })
      }
      done={t("Offer sent")}
      failed={t("Couldn't send the offer.")}
      refresh={refresh}
    >
      {t("{name} bid {amount}.", { name: next.name, amount: money(next.amount) })}{" "}
      {bid.phase === "NEGOTIATION_FAILED"
        ? t("We notify {bidderName} that the bid was not accepted and release the hold.", {
            bidderName: bid.bidderName,
          })
        : null}
    </ActionButton>
  );
}

function EndAwardButtons({ bid, awardId }: { bid: WinningBid; awardId: number }) {
  const params = { id: String(awardId) };
  return (
    <>
      {bid.status === "DECLARED" ? (
        <ActionButton
          label={t("Record default")}
          title={t("Record that {bidderName} defaulted?", { bidderName: bid.bidderName })}
          confirmLabel={t("Record default")}
          tone="danger"
          reason
          act={(call, reason) => call("defaultAward", { params, body: { reason } })}
          done={t("Default recorded")}
          failed={t("Couldn't record the default.")}
          refresh={refresh}
        >
          {t(
            "This voids the invoice and releases the hold on the bid limit. You can then offer the lot to the next bidder.",
          )}
        </ActionButton>
      ) : null}
      <ActionButton
        label={t("Void award")}
        title={t("Void this award?")}
        confirmLabel={t("Void award")}
        tone="danger"
        reason
        act={(call, reason) => call("voidAward", { params, body: { reason } })}
        done={t("Award voided")}
        failed={t("Couldn't void the award.")}
        refresh={refresh}
      >
        {t("We notify {bidderName}, void the invoice and release the hold on the bid limit.", {
          bidderName: bid.bidderName,
        })}
      </ActionButton>
    </>
  );
}

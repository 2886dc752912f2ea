import { t } from "@gavelyard/messages/text";
import type { BidReceipt } from "@gavelyard/contract/bidding/bidding";
import { aliasName, lotMinNextBidCents, reserveState } from "@gavelyard/domain/bidding/bidding";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { instantText } from "./instant-text.ts";
import { type LotTerms } from "./lot-messages.ts";

/** An accepted bid from the ledger. `proxyCents` is the proxy bid that answered it. */
export interface AcceptedBid {
  readonly id: number;
  readonly seq: number;
  readonly userId: number;
  readonly aliasNo: number;
  readonly amountCents: number;
  readonly requestedCents: number;
  readonly maxCents: number;
  readonly bidCount: number;
  readonly placedAtMs: number;
  readonly closesAtMs: number;
  readonly extended: boolean;
  readonly proxyCents: number | null;
  readonly stepHash: string | null;
  readonly maxSalt: string | null;
}

export type Receipt = Omit<BidReceipt, "message">;

/** Builds the receipt of an accepted bid; a retry gets the same one (D14). */
export function receiptOf(bid: AcceptedBid, terms: LotTerms): Receipt {
  const priceCents = bid.proxyCents ?? bid.amountCents;
  const leads = bid.proxyCents === null;
  const minNextBidCents = lotMinNextBidCents({
    priceCents,
    startingCents: terms.startingCents,
    increments: terms.increments,
  });
  const placedAt = instantText(bid.placedAtMs);
  return {
    id: bid.id,
    bidId: bid.id,
    seq: bid.seq,
    inventoryId: terms.inventoryId,
    userId: bid.userId,
    amount: centsToDollars(bid.requestedCents),
    maxAmount: bid.maxCents > bid.requestedCents ? centsToDollars(bid.maxCents) : null,
    placedAt,
    status: leads ? "WINNING" : "OUTBID",
    bidderAlias: aliasName(bid.aliasNo),
    price: centsToDollars(priceCents),
    minNextBid: centsToDollars(minNextBidCents),
    bidCount: bid.bidCount,
    reserveState: reserveState(terms.reserveCents, priceCents),
    closesAt: instantText(bid.closesAtMs),
    extended: bid.extended,
    serverTime: placedAt,
    stepHash: bid.stepHash,
    maxSalt: bid.maxSalt,
  };
}

/** Words a receipt in the language of the request. */
export function worded(receipt: Receipt): BidReceipt {
  const price = formatDollars(dollarsToCents(receipt.price));
  const next = formatDollars(dollarsToCents(receipt.minNextBid));
  const message =
    receipt.status === "WINNING"
      ? t("You're the high bidder at {price}.", { price })
      : t(
          "Your bid was accepted, but another bidder's maximum is as high or higher. Current bid: {price}. Next bid: {next}.",
          { price, next },
        );
  return { ...receipt, message };
}

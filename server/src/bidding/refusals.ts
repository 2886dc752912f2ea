import type { BidRefusal, RetractionRefusal } from "@gavelyard/domain/bidding";
import { formatDollars } from "@gavelyard/domain/money";
import { badRequest, conflict, forbidden, HttpError, notFound } from "../http/errors.ts";
import { instantText } from "./instant-text.ts";

/** A refused bid in the words that the bidder reads, with what to do next. */
export function refusedBid(refusal: BidRefusal, arrivedAtMs: number): HttpError {
  switch (refusal.reason) {
    case "LOT_CLOSED":
      return conflict(
        `Bidding on this lot closed at ${instantText(refusal.closedAtMs)}; your bid arrived at ${instantText(arrivedAtMs)}.`,
      );
    case "NOT_OPEN":
      return conflict(`Bidding on this lot opens at ${instantText(refusal.opensAtMs)}.`);
    case "NOT_STANDING":
      return notStanding();
    case "INVALID_AMOUNT":
      return badRequest("Bids are whole dollars, such as 12250.", [
        { path: "amount", message: "Must be a whole number of dollars" },
      ]);
    case "MAX_BELOW_AMOUNT":
      return badRequest("Your maximum is below your bid. Raise it, or leave it out.", [
        { path: "maxAmount", message: "Must not be below the bid" },
      ]);
    case "BELOW_MINIMUM":
      return conflict(
        `Your bid is below the next bid of ${formatDollars(refusal.minNextBidCents)}.`,
      );
    case "ALREADY_LEADING":
      return conflict(
        `You lead already, with a maximum of ${formatDollars(refusal.maxCents)}. A maximum may rise, never fall.`,
      );
    case "LIMIT_EXCEEDED":
      return conflict(
        `This bid needs ${formatDollars(refusal.neededCents)} of your bid limit and ${formatDollars(Math.max(0, refusal.availableCents))} is available. Bid less, or ask for a higher limit.`,
      );
  }
}

const notStanding = () => conflict("This bid no longer stands.");
export const noSuchLot = () => notFound("This vehicle is not in an auction.");
export const mayNotBid = () => forbidden("Your account may not bid.");

/** A refused retraction in words (D23). */
export function refusedRetraction(refusal: RetractionRefusal): HttpError {
  switch (refusal.reason) {
    case "LOT_CLOSED":
      return conflict(
        `Bidding on this lot closed at ${instantText(refusal.closedAtMs)}; bids stand.`,
      );
    case "NOT_STANDING":
      return notStanding();
    case "TOO_LATE_AFTER_BID":
      return conflict("A bid may be retracted within 5 minutes of placing it.");
    case "TOO_CLOSE_TO_END":
      return conflict("No bid may be retracted in the last hour before the lot closes.");
  }
}

import type { BidRefusal, RetractionRefusal } from "@gavelyard/domain/bidding";
import { counted } from "@gavelyard/domain/counted";
import { formatDollars } from "@gavelyard/domain/money";
import { badRequest, conflict, forbidden, HttpError, notFound } from "../http/errors.ts";

export function refusedBid(refusal: BidRefusal, arrivedAtMs: number): HttpError {
  switch (refusal.reason) {
    case "LOT_CLOSED":
      return conflict(
        `Bidding on this lot closed ${secondsText(arrivedAtMs - refusal.closedAtMs)} before your bid arrived.`,
      );
    case "NOT_OPEN":
      return conflict(`Bidding on this lot hasn't opened yet.`);
    case "NOT_STANDING":
      return notStanding();
    case "INVALID_AMOUNT":
      return badRequest("Enter whole dollars, like 12250.", [
        { path: "amount", message: "Must be a whole number of dollars" },
      ]);
    case "MAX_BELOW_AMOUNT":
      return badRequest("Your maximum is below your bid. Raise it or leave it blank.", [
        { path: "maxAmount", message: "Must not be below the bid" },
      ]);
    case "BELOW_MINIMUM":
      return conflict(
        `Your bid is too low. The next bid is ${formatDollars(refusal.minNextBidCents)}.`,
      );
    case "ALREADY_LEADING":
      return conflict(
        `You're already the high bidder. You can raise your maximum of ${formatDollars(refusal.maxCents)}, not lower it.`,
      );
    case "LIMIT_EXCEEDED":
      return conflict(
        `This bid needs ${formatDollars(refusal.neededCents)} of your bid limit; you have ${formatDollars(Math.max(0, refusal.availableCents))} available. Bid less, or request a higher limit.`,
      );
  }
}

/** Formats a duration, to a tenth of a second below a minute: 0.4 seconds, 2 minutes. */
function secondsText(ms: number): string {
  const seconds = Math.max(0.1, Math.round(ms / 100) / 10);
  return seconds < 60
    ? `${seconds} second${seconds === 1 ? "" : "s"}`
    : counted(Math.floor(seconds / 60), "minute");
}

const notStanding = () => conflict("This bid no longer stands. The lot has moved on.");
export const noSuchLot = () => notFound("This vehicle is not in an auction.");
export const mayNotBid = () => forbidden("Your account can't place bids.");

/** Returns the error for a refused retraction (D23). */
export function refusedRetraction(refusal: RetractionRefusal): HttpError {
  switch (refusal.reason) {
    case "LOT_CLOSED":
      return conflict("Bidding on this lot has closed. Its bids stand.");
    case "NOT_STANDING":
      return notStanding();
    case "ALREADY_RETRACTED":
      return conflict("You already retracted a bid on this lot. Your other bids stand.");
    case "TOO_LATE_AFTER_BID":
      return conflict("You can only retract a bid within 5 minutes of placing it.");
    case "TOO_CLOSE_TO_END":
      return conflict("You can't retract a bid in the last hour before the lot closes.");
  }
}

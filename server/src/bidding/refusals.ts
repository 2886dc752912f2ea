import { msg, pluralMsg, type Message } from "@gavelyard/messages/text";
import type { BidRefusal, RetractionRefusal } from "@gavelyard/domain/bidding/bidding";
import { formatDollars } from "@gavelyard/domain/money";
import { badRequest, Refusal, notFound } from "../refusal.ts";

export function refusedBid(refusal: BidRefusal, arrivedAtMs: number): Refusal {
  switch (refusal.reason) {
    case "LOT_CLOSED":
      return new Refusal(
        "lot-closed",
        msg("Bidding on this lot closed {ago} before your bid arrived.", {
          ago: durationOf(arrivedAtMs - refusal.closedAtMs),
        }),
      );
    case "NOT_OPEN":
      return new Refusal("lot-not-open", msg("Bidding on this lot hasn't opened yet."));
    case "NOT_STANDING":
      return bidEnded();
    case "INVALID_AMOUNT":
      return badRequest(msg("Enter whole dollars, like 12250."), [
        { path: "amount", message: msg("Must be a whole number of dollars") },
      ]);
    case "MAX_BELOW_AMOUNT":
      return badRequest(msg("Your maximum is below your bid. Raise it or leave it blank."), [
        { path: "maxAmount", message: msg("Must not be below the bid") },
      ]);
    case "BELOW_MINIMUM":
      return new Refusal(
        "bid-too-low",
        msg("Your bid is too low. The next bid is {minNextBidCents}.", {
          minNextBidCents: formatDollars(refusal.minNextBidCents),
        }),
      );
    case "ALREADY_LEADING":
      return new Refusal(
        "maximum-too-low",
        msg(
          "You're already the high bidder. You can raise your maximum of {maxCents}, not lower it.",
          { maxCents: formatDollars(refusal.maxCents) },
        ),
      );
    case "LIMIT_EXCEEDED":
      return new Refusal(
        "bid-limit-exceeded",
        msg(
          "This bid needs {neededCents} of your bid limit, but you have only {max} available. Bid less, or request a higher limit.",
          {
            neededCents: formatDollars(refusal.neededCents),
            max: formatDollars(Math.max(0, refusal.availableCents)),
          },
        ),
      );
  }
}

/** Formats a duration, to a tenth of a second below a minute: 0.4 seconds, 2 minutes. */
function durationOf(ms: number): Message {
  const seconds = Math.max(0.1, Math.round(ms / 100) / 10);
  return seconds < 60
    ? pluralMsg(seconds, "{n} second", "{n} seconds")
    : pluralMsg(Math.floor(seconds / 60), "{n} minute", "{n} minutes");
}

const bidEnded = () =>
  new Refusal("bid-ended", msg("This bid no longer counts. Check the lot for the current bid."));
export const noSuchLot = () => notFound(msg("This vehicle is not in an auction."));
export const mayNotBid = () => new Refusal("role-forbidden", msg("Your account can't place bids."));

export const ownUnit = () =>
  new Refusal(
    "own-unit",
    msg("You can't bid on this unit, because your account acts for its seller."),
  );

/** Returns the error for a refused retraction (D23). */
export function refusedRetraction(refusal: RetractionRefusal): Refusal {
  switch (refusal.reason) {
    case "LOT_CLOSED":
      return new Refusal("lot-closed", msg("Bidding on this lot has closed. Its bids are final."));
    case "NOT_STANDING":
      return bidEnded();
    case "ALREADY_RETRACTED":
      return new Refusal(
        "limit-reached",
        msg("You already retracted a bid on this lot. Your other bids stand."),
      );
    case "TOO_LATE_AFTER_BID":
      return new Refusal(
        "too-late",
        msg("You can only retract a bid within 5 minutes of placing it."),
      );
    case "TOO_CLOSE_TO_END":
      return new Refusal(
        "too-late",
        msg("You can't retract a bid in the last hour before the lot closes."),
      );
  }
}

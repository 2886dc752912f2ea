import { msg, type Message } from "@gavelyard/messages/text";
import type { ProposalKind } from "./proposals.ts";

/** Title of each kind of proposal, and why it takes two people (D38). */
export const proposalWords: Readonly<
  Record<ProposalKind, readonly [title: Message, why: Message]>
> = {
  WINNER_OVERRIDE: [msg("Override winner"), msg("The lot goes to a bid that isn't the highest.")],
  SECOND_CHANCE: [
    msg("Second-chance offer"),
    msg(
      "The offer is below the best bid left or far below the reserve, or the sale ended before the payment was due.",
    ),
  ],
  PAYMENT_REVERSAL: [
    msg("Reverse payment"),
    msg("It takes back the payment of a paid invoice, and with it the gate PIN."),
  ],
  CREDIT_REFUND: [msg("Refund credit"), msg("Money leaves the house.")],
  UNIT_RELEASE: [msg("Release unit"), msg("The same person recorded the payment.")],
  BID_LIMIT: [
    msg("Set bid limit"),
    msg(
      "The limit is above what one administrator can set alone, or lower while the bidder's lot closes within the hour.",
    ),
  ],
  LIMIT_REQUEST: [
    msg("Approve limit request"),
    msg(
      "The limit is above what one administrator can set alone, or the same person reviewed the request.",
    ),
  ],
  BID_VOID: [msg("Void bid"), msg("The lot closes within the hour.")],
  LOT_CLOSE: [msg("Close lot"), msg("The lot closes early, at its current bid.")],
  AUCTION_END: [msg("End auction"), msg("Its open lots close early, at their current bids.")],
  TWO_PERSON_RULE: [
    msg("Relax two-person rule"),
    msg("One person alone could do more than now, a day after this is confirmed."),
  ],
  SETTING: [msg("Change setting"), msg("It could lead buyers' money elsewhere.")],
  RESERVE_WAIVER: [
    msg("Waive reserve"),
    msg("The price is further below the reserve than one person can waive."),
  ],
  USAGE_FORGIVEN: [
    msg("Release holds"),
    msg("Unpaid lots and high bids together are above what one administrator can allow alone."),
  ],
  BIDDER_SUSPENSION: [msg("Suspend bidder"), msg("They bid on a lot that closes within the hour.")],
  BIDDER_SIGN_OUT: [msg("Sign out bidder"), msg("They bid on a lot that closes within the hour.")],
  ADMINISTRATOR_ACCESS: [
    msg("Take an administrator's access"),
    msg("It leaves fewer people who can confirm or object."),
  ],
};

import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { negotiationKinds } from "@gavelyard/domain/sales/negotiation";
import { salePhases } from "@gavelyard/domain/sales/sale-phase";
import { auctionForStaff } from "../auctions/auctions-staff.ts";
import { dollars, exactDollars, id, idParam, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { ownFeeTable } from "../fees.ts";
import { inventoryCard } from "../inventory/inventory.ts";
import { refusalCode } from "../refusals.ts";
import { routes } from "../routes.ts";
import { laterRoutes } from "../later-routes.ts";
import { awardStatus } from "../users/users.ts";

const wholeDollars = z
  .int(t("Must be a whole number of dollars"))
  .positive(t("Must be more than 0"))
  .max(999_999_999);
const reason = text(3, 500);
const params = z.object({ id: idParam });
const staffTag = "Winners by staff";

/** One bidder's best active bid, which could win the lot instead. */
export const runnerUp = z.object({
  bidId: id,
  userId: id,
  name: z.string(),
  amount: dollars,
});

export const offerSchema = z
  .object({
    id,
    /** COUNTER_OFFER: the seller's price for a bid below the reserve. */
    kind: z.enum(["COUNTER_OFFER", "SECOND_CHANCE"]),
    status: z.enum(["OPEN", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"]),
    userId: id,
    lotId: id,
    auctionId: id,
    auctionName: z.string(),
    inventoryId: id,
    amount: dollars,
    until: instant,
    madeAt: instant,
    answeredAt: instant.nullable(),
  })
  .meta({ id: "Offer" });
export type Offer = z.infer<typeof offerSchema>;

const side = z.enum(["SELLER", "BIDDER"]);

/** The negotiation of a bid below the reserve, as its two sides see it (D63). */
export const negotiationSchema = z
  .object({
    /** Binding until staff accept or decline it. */
    bid: dollars,
    /** Who has to answer by `until`; null when it's over. */
    turn: side.nullable(),
    until: instant.nullable(),
    /** How many amounts the seller has named, of at most `rounds`. */
    round: z.int(),
    rounds: z.int(),
    /** Amounts that the side in turn can name; null when it can't counter. */
    counter: z.object({ min: dollars, max: dollars.nullable() }).nullable(),
    end: z.enum(["ACCEPT", "DECLINE", "WITHDRAW", "EXPIRE"]).nullable(),
    /** The price agreed on; null without an agreement. */
    agreed: dollars.nullable(),
    steps: z.array(
      z.object({
        seq: z.int(),
        kind: z.enum(negotiationKinds),
        /** Null for an expiry. */
        side: side.nullable(),
        amount: dollars.nullable(),
        at: instant,
        until: instant.nullable(),
        /** Hash of the lot's record up to this step (docs/verifiable-lots.md). */
        hash: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "Negotiation" });
export type NegotiationView = z.infer<typeof negotiationSchema>;

export const winningBid = z
  .object({
    inventoryId: id,
    bidId: id,
    userId: id,
    /** The hammer price, or the highest bid while there is no award. */
    amount: dollars,
    reserve: dollars.nullable(),
    reserveMet: z.boolean(),
    /** Status of the award; PENDING_DECISION or DECLINED for a bid below the reserve. */
    status: z.enum([...awardStatus.options, "PENDING_DECISION", "DECLINED"]),
    phase: z.enum(salePhases),
    lotId: id,
    lotNumber: z.string(),
    name: z.string(),
    bidderName: z.string(),
    bidderEmail: z.string(),
    awardId: id.nullable(),
    basis: z.enum(["AUTO", "OVERRIDE", "OFFER_ACCEPTED", "BUY_NOW"]).nullable(),
    declaredAt: instant.nullable(),
    paymentDueAt: instant.nullable(),
    invoiceId: id.nullable(),
    /** Whatever its status. */
    offer: offerSchema.nullable(),
    /** Null until staff make a counteroffer. */
    negotiation: negotiationSchema.nullable(),
    /** Whom to offer the lot next after a failed negotiation. */
    nextBidder: runnerUp.extend({ offer: dollars }).nullable(),
    /** Highest first, at most five. */
    runnersUp: z.array(runnerUp),
  })
  .meta({ id: "WinningBid" });
export type WinningBid = z.infer<typeof winningBid>;

export const winningBids = endpoint(laterRoutes.winningBids, {
  scope: "sales:read",
  tag: staffTag,
  summary: "An auction's lots that closed with a bid, by lot number (D27)",
  access: "staff",
  permission: "auctions",
  people: "list",
  params: z.object({ auctionId: idParam }),
  response: z.array(winningBid),
  errors: [404],
});

/** A bid other than the winning one needs a reason. */
const declaration = z.object({
  inventoryId: id,
  bidId: id,
  /** If given, must be the bid's bidder. */
  userId: id.optional(),
  reason: reason.optional(),
});
export type Declaration = z.infer<typeof declaration>;
const declarations = z.array(declaration).min(1, t("Choose at least one lot")).max(1_000);

const declaredBid = winningBid
  .extend({
    /** Why this call didn't declare the lot's winner; only for lots in the list. */
    refusal: z.object({ code: refusalCode, message: z.string() }).optional(),
  })
  .meta({ id: "DeclaredBid" });
export type DeclaredBid = z.infer<typeof declaredBid>;

export const declareWinners = endpoint(laterRoutes.declareWinners, {
  secondPerson: ["WINNER_OVERRIDE"],
  tag: staffTag,
  summary:
    "Declare winners, each lot by itself; winners and runners-up are notified. A lot that can't be declared has a `refusal`; if none can, the call is refused",
  access: "staff",
  permission: "auctions",
  params: z.object({ auctionId: idParam }),
  /** A list as `winningBids` returns it, or an object with that list. */
  body: z
    .union(
      [declarations, z.object({ winningBids: declarations })],
      t("Send a list of winning bids with their lots"),
    )
    .transform((body) => (Array.isArray(body) ? body : body.winningBids)),
  response: z.array(declaredBid),
  errors: [404, 409, 422],
});

const decided = z.object({
  reason: reason.optional(),
  /**
   * The amount that was shown: the open counteroffer, or the highest bid. If it has changed, nothing
   * is decided.
   */
  price: exactDollars.optional(),
});

export const decideLot = endpoint(laterRoutes.decideLot, {
  secondPerson: ["RESERVE_WAIVER"],
  tag: staffTag,
  summary:
    "Accept, counter or decline the highest bid of a lot that missed its reserve, or end its negotiation; DECLINE also gives up a lot whose award ended (D27, D28, D63)",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: z.discriminatedUnion("decision", [
    decided.extend({ decision: z.literal("ACCEPT") }),
    decided.extend({ decision: z.literal("COUNTER_OFFER"), amount: wholeDollars }),
    /** Withdraws our counteroffer or declines the bidder's. */
    decided.extend({ decision: z.literal("END_NEGOTIATION") }),
    decided.extend({ decision: z.literal("DECLINE") }),
  ]),
  response: winningBid,
  errors: [404, 409, 422],
});

export const defaultAward = endpoint(laterRoutes.defaultAward, {
  tag: staffTag,
  summary: "Record that a declared winner defaulted; releases the hold and voids the invoice (D28)",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: z.object({ reason }),
  response: winningBid,
  errors: [404, 409, 422],
});

export const voidAward = endpoint(laterRoutes.voidAward, {
  tag: staffTag,
  summary: "Void an unpaid award; releases the hold and voids the invoice (D27)",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: z.object({ reason }),
  response: winningBid,
  errors: [404, 409, 422],
});

const secondChance = z.object({
  bidId: id.optional(),
  amount: wholeDollars.optional(),
  until: instant,
  /** Required for an amount below the bid, which a second person has to confirm (D38). */
  reason: reason.optional(),
});

export const offerSecondChance = endpoint(laterRoutes.offerSecondChance, {
  secondPerson: ["SECOND_CHANCE"],
  tag: staffTag,
  summary:
    "Offer a lot whose award ended to a runner-up, by default the highest at their own bid (D28)",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: secondChance,
  response: winningBid,
  errors: [404, 409, 422],
});

export const offerNextBidder = endpoint(laterRoutes.offerNextBidder, {
  secondPerson: ["SECOND_CHANCE"],
  tag: staffTag,
  summary:
    "Release the high bid after a failed negotiation and offer the lot to the next bidder, by default at the seller's last amount (D63)",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  /** `until` defaults to the time to answer a counteroffer. */
  body: secondChance.partial({ until: true }),
  response: winningBid,
  errors: [404, 409, 422],
});

export const answerOffer = endpoint(routes.answerOffer, {
  tag: "Offers",
  summary:
    "Accept or decline a counteroffer or second-chance offer, or counter a counteroffer, once and in time (D63)",
  access: "customer",
  input: "anywhere",
  params,
  body: z.discriminatedUnion("answer", [
    z.object({ answer: z.literal("ACCEPT") }),
    z.object({ answer: z.literal("DECLINE") }),
    z.object({ answer: z.literal("COUNTER"), amount: wholeDollars }),
  ]),
  response: offerSchema,
  errors: [404, 409, 422],
});

export const offersOfUser = endpoint(routes.offersOfUser, {
  scope: "account:read",
  tag: "Offers",
  summary: "Offers made to a user, newest first, up to 100",
  access: "self",
  permission: "users",
  subject: "id",
  params,
  response: z.array(
    offerSchema.extend({
      inventory: inventoryCard,
      /** Fees on top of the amount. */
      fees: ownFeeTable,
      /** Only on the newest counteroffer for a lot. */
      negotiation: negotiationSchema.nullable(),
    }),
  ),
});

export const settleAuction = endpoint(laterRoutes.settleAuction, {
  tag: staffTag,
  summary: "Settle an auction once every lot has its outcome; nothing can change afterward (D28)",
  access: "staff",
  permission: "auctions",
  params,
  response: auctionForStaff,
  errors: [404, 409],
});

const cleanUp = {
  tag: staffTag,
  summary:
    "Archive the bids of an auction's closed lots and release ended holds; deletes nothing, safe to repeat (D9)",
  access: "staff",
  permission: "auctions",
  params,
  response: z.object({
    auctionId: id,
    lotsArchived: z.int(),
    bidsArchived: z.int(),
    /** Bidders whose limit had a stale hold. */
    holdsFreed: z.int(),
    freed: dollars,
    message: z.string(),
  }),
  errors: [404],
} as const;

export const cleanUpBids = endpoint(laterRoutes.cleanUpBids, {
  ...cleanUp,
  changes: true,
  people: null,
});
export const cleanUpBidsByPost = endpoint(laterRoutes.cleanUpBidsByPost, cleanUp);

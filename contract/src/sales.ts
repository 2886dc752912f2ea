import { z } from "zod";
import { salePhases } from "@gavelyard/domain/sale-phase";
import { auctionForStaff } from "./auctions-staff.ts";
import { dollars, id, idParam, instant, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryCard } from "./inventory.ts";
import { routes } from "./routes.ts";
import { awardStatus } from "./users.ts";

/** Whole dollars in a body, as bids are (D13). */
const wholeDollars = z
  .int("Must be a whole number of dollars")
  .positive("Must be more than 0")
  .max(999_999_999);
const reason = text(3, 500);
const params = z.object({ id: idParam });
const staffTag = "Winners by staff";

/** A bid that could win a lot in place of its winner: the best that stands of one bidder. */
export const runnerUp = z.object({
  bidId: id,
  userId: id,
  name: z.string(),
  amount: dollars,
});

export const offerSchema = z
  .object({
    id,
    /** COUNTER_OFFER: the price that the seller asks when the reserve was not met. */
    kind: z.enum(["COUNTER_OFFER", "SECOND_CHANCE"]),
    status: z.enum(["OPEN", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"]),
    userId: id,
    lotId: id,
    auctionId: id,
    auctionName: z.string(),
    inventoryId: id,
    amount: dollars,
    /** The last moment to take it. */
    until: instant,
    madeAt: instant,
    answeredAt: instant.nullable(),
  })
  .meta({ id: "Offer" });
export type Offer = z.infer<typeof offerSchema>;

/** A lot that closed with a bid, and what became of it (D27). */
export const winningBid = z
  .object({
    inventoryId: id,
    bidId: id,
    userId: id,
    /** The hammer price, or the highest bid as long as nothing is awarded. */
    amount: dollars,
    reserveMet: z.boolean(),
    /** Of the award; PENDING_DECISION and DECLINED of a bid below the reserve. */
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
    /** The newest offer, whatever became of it. */
    offer: offerSchema.nullable(),
    /** The next bidders after the one named, at most five, the highest first. */
    runnersUp: z.array(runnerUp),
  })
  .meta({ id: "WinningBid" });
export type WinningBid = z.infer<typeof winningBid>;

export const winningBids = endpoint(routes.winningBids, {
  tag: staffTag,
  summary: "An auction's lots that closed with a bid, by lot number (D27)",
  access: "staff",
  params: z.object({ auctionId: idParam }),
  response: z.array(winningBid),
  errors: [404],
});

/** A lot whose winner staff confirm; another bid of the lot in its place needs a reason. */
const declaration = z.object({
  inventoryId: id,
  bidId: id,
  /** Held against the bid when it is given. */
  userId: id.optional(),
  reason: reason.optional(),
});
export type Declaration = z.infer<typeof declaration>;
const declarations = z.array(declaration).min(1, "Choose at least one lot").max(1_000);

export const declareWinners = endpoint(routes.declareWinners, {
  tag: staffTag,
  summary: "Declare winners, all in the list or none; winners and runners-up are notified",
  access: "staff",
  params: z.object({ auctionId: idParam }),
  /** The list, as `winningBids` gives it, or that in an object. */
  body: z
    .union([declarations, z.object({ winningBids: declarations })])
    .transform((given) => (Array.isArray(given) ? given : given.winningBids)),
  response: z.array(winningBid),
  errors: [404, 409, 422],
});

export const decideLot = endpoint(routes.decideLot, {
  tag: staffTag,
  summary:
    "Accept, counter or decline the highest bid of a lot that missed its reserve; DECLINE also gives up a lot whose award ended (D27, D28)",
  access: "staff",
  input: "anywhere",
  params,
  body: z.discriminatedUnion("decision", [
    z.object({ decision: z.literal("ACCEPT"), reason: reason.optional() }),
    z.object({
      decision: z.literal("COUNTER_OFFER"),
      amount: wholeDollars,
      until: instant,
      reason: reason.optional(),
    }),
    z.object({ decision: z.literal("DECLINE"), reason: reason.optional() }),
  ]),
  response: winningBid,
  errors: [404, 409, 422],
});

export const defaultAward = endpoint(routes.defaultAward, {
  tag: staffTag,
  summary: "Record that a declared winner defaulted; releases the hold and voids the invoice (D28)",
  access: "staff",
  input: "anywhere",
  params,
  body: z.object({ reason }),
  response: winningBid,
  errors: [404, 409, 422],
});

export const voidAward = endpoint(routes.voidAward, {
  tag: staffTag,
  summary: "Void an unpaid award; releases the hold and voids the invoice (D27)",
  access: "staff",
  input: "anywhere",
  params,
  body: z.object({ reason }),
  response: winningBid,
  errors: [404, 409, 422],
});

export const offerSecondChance = endpoint(routes.offerSecondChance, {
  tag: staffTag,
  summary:
    "Offer a lot whose award ended to a runner-up, by default the highest at their own bid (D28)",
  access: "staff",
  input: "anywhere",
  params,
  body: z.object({
    bidId: id.optional(),
    amount: wholeDollars.optional(),
    until: instant,
  }),
  response: winningBid,
  errors: [404, 409, 422],
});

export const answerOffer = endpoint(routes.answerOffer, {
  tag: "Offers",
  summary: "Accept or decline a counteroffer or second-chance offer, once and in time",
  access: "customer",
  input: "anywhere",
  params,
  body: z.object({ answer: z.enum(["ACCEPT", "DECLINE"]) }),
  response: offerSchema,
  errors: [404, 409, 422],
});

export const offersOfUser = endpoint(routes.offersOfUser, {
  tag: "Offers",
  summary: "Offers made to a user, newest first, up to 100",
  access: "self",
  subject: "id",
  params,
  response: z.array(offerSchema.extend({ inventory: inventoryCard })),
});

export const settleAuction = endpoint(routes.settleAuction, {
  tag: staffTag,
  summary: "Settle an auction once every lot has its outcome; nothing can change afterward (D28)",
  access: "staff",
  params,
  response: auctionForStaff,
  errors: [404, 409],
});

const cleanUp = {
  tag: staffTag,
  summary:
    "Archive the bids of an auction's closed lots and release ended holds; deletes nothing, safe to repeat (D9)",
  access: "staff",
  params,
  response: z.object({
    auctionId: id,
    lotsArchived: z.int(),
    bidsArchived: z.int(),
    /** Bidders whose limit was held by something that is over. */
    holdsFreed: z.int(),
    freed: dollars,
    message: z.string(),
  }),
  errors: [404],
} as const;

export const cleanUpBids = endpoint(routes.cleanUpBids, { ...cleanUp, changes: true });
export const cleanUpBidsByPost = endpoint(routes.cleanUpBidsByPost, cleanUp);

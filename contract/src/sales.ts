import { z } from "zod";
import { salePhases } from "@gavelyard/domain/sale-phase";
import { auctionForStaff } from "./auctions-staff.ts";
import { dollars, id, idParam, instant, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryCard } from "./inventory.ts";
import { routes } from "./routes.ts";
import { staffRoutes } from "./staff-routes.ts";
import { awardStatus } from "./users.ts";

/** Whole dollars in a body, as bids are (D13). */
const wholeDollars = z
  .int("Must be a whole number of dollars")
  .positive("Must be more than 0")
  .max(999_999_999);
const reason = text(3, 500);
const params = z.object({ id: idParam });
const staffTag = "Winners by staff";

/** A bid that could win the lot instead: one bidder's best active bid. */
export const runnerUp = z.object({
  bidId: id,
  userId: id,
  name: z.string(),
  amount: dollars,
});

export const offerSchema = z
  .object({
    id,
    /** COUNTER_OFFER: the seller's price when the reserve was not met. */
    kind: z.enum(["COUNTER_OFFER", "SECOND_CHANCE"]),
    status: z.enum(["OPEN", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"]),
    userId: id,
    lotId: id,
    auctionId: id,
    auctionName: z.string(),
    inventoryId: id,
    amount: dollars,
    /** Deadline for accepting it. */
    until: instant,
    madeAt: instant,
    answeredAt: instant.nullable(),
  })
  .meta({ id: "Offer" });
export type Offer = z.infer<typeof offerSchema>;

/** A lot that closed with a bid, and its result (D27). */
export const winningBid = z
  .object({
    inventoryId: id,
    bidId: id,
    userId: id,
    /** The hammer price, or the highest bid while there is no award. */
    amount: dollars,
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
    /** The newest offer, whatever its status. */
    offer: offerSchema.nullable(),
    /** The next bidders after this one, highest first; at most five. */
    runnersUp: z.array(runnerUp),
  })
  .meta({ id: "WinningBid" });
export type WinningBid = z.infer<typeof winningBid>;

export const winningBids = endpoint(routes.winningBids, {
  scope: "sales:read",
  tag: staffTag,
  summary: "An auction's lots that closed with a bid, by lot number (D27)",
  access: "staff",
  permission: "auctions",
  params: z.object({ auctionId: idParam }),
  response: z.array(winningBid),
  errors: [404],
});

/** A lot whose winner staff confirm; a bid other than the winning one needs a reason. */
const declaration = z.object({
  inventoryId: id,
  bidId: id,
  /** If given, must be the bid's bidder. */
  userId: id.optional(),
  reason: reason.optional(),
});
export type Declaration = z.infer<typeof declaration>;
const declarations = z.array(declaration).min(1, "Choose at least one lot").max(1_000);

export const declareWinners = endpoint(routes.declareWinners, {
  tag: staffTag,
  summary: "Declare winners, all in the list or none; winners and runners-up are notified",
  access: "staff",
  permission: "auctions",
  params: z.object({ auctionId: idParam }),
  /** The list as `winningBids` returns it, or an object with that list. */
  body: z
    .union(
      [declarations, z.object({ winningBids: declarations })],
      "Send a list of winning bids with their lots",
    )
    .transform((given) => (Array.isArray(given) ? given : given.winningBids)),
  response: z.array(winningBid),
  errors: [404, 409, 422],
});

export const decideLot = endpoint(staffRoutes.decideLot, {
  tag: staffTag,
  summary:
    "Accept, counter or decline the highest bid of a lot that missed its reserve; DECLINE also gives up a lot whose award ended (D27, D28)",
  access: "staff",
  permission: "auctions",
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

export const defaultAward = endpoint(staffRoutes.defaultAward, {
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

export const voidAward = endpoint(staffRoutes.voidAward, {
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

export const offerSecondChance = endpoint(staffRoutes.offerSecondChance, {
  tag: staffTag,
  summary:
    "Offer a lot whose award ended to a runner-up, by default the highest at their own bid (D28)",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: z.object({
    bidId: id.optional(),
    amount: wholeDollars.optional(),
    until: instant,
    /** Required for an amount below the bid, which a second person has to confirm (D38). */
    reason: reason.optional(),
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
  scope: "account:read",
  tag: "Offers",
  summary: "Offers made to a user, newest first, up to 100",
  access: "self",
  permission: "users",
  subject: "id",
  params,
  response: z.array(offerSchema.extend({ inventory: inventoryCard })),
});

export const settleAuction = endpoint(staffRoutes.settleAuction, {
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
    /** Number of bidders whose limit had a stale hold. */
    holdsFreed: z.int(),
    freed: dollars,
    message: z.string(),
  }),
  errors: [404],
} as const;

export const cleanUpBids = endpoint(routes.cleanUpBids, { ...cleanUp, changes: true });
export const cleanUpBidsByPost = endpoint(routes.cleanUpBidsByPost, cleanUp);

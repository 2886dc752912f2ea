import { languages } from "@gavelyard/messages/languages";
import { z } from "zod";
import { dollars, id, instant } from "./common.ts";
import { auctionStatuses, lotOutcomes, lotStatuses, reserveStates } from "./inventory-fields.ts";

/** Public message of a lot's topic; it never names a person or a maximum (D24). */
export const lotMessage = z.object({
  v: z.literal(1),
  type: z.enum(["BID", "RETRACTED", "EXTENDED", "STATE", "CLOSED"]),
  /**
   * Number of the ledger row that it publishes; a STATE covers all rows up to it. Gapless (D22).
   */
  seq: z.int().nonnegative(),
  inventoryId: id,
  bidId: id.nullable(),
  /** The visible price; null when there is no active bid. */
  amount: dollars.nullable(),
  bidderAlias: z.string().nullable(),
  minNextBid: dollars,
  bidCount: z.int().nonnegative(),
  reserveState: z.enum(reserveStates),
  closesAt: instant,
  extended: z.boolean(),
  status: z.enum(lotStatuses),
  serverTime: instant,
  /** Start of bidding, or its resumption after a pause; only before that time. */
  opensAt: instant.optional(),
  /** Only once the lot is closed. */
  outcome: z.enum(lotOutcomes).optional(),
  /** Set on a STATE that replaces more rows than can be published one by one. */
  resync: z.literal(true).optional(),
});
export type LotMessage = z.infer<typeof lotMessage>;

/** Public message about auctions: a lot closed, or a status changed. */
export const auctionMessage = z.object({
  v: z.literal(1),
  type: z.enum(["LOT_CLOSED", "STATUS"]),
  auctionId: id,
  inventoryId: id.optional(),
  outcome: z.enum(lotOutcomes).optional(),
  status: z.enum(auctionStatuses).optional(),
  serverTime: instant,
});
export type AuctionMessage = z.infer<typeof auctionMessage>;

/** Message that something changed in an auction's control room, or in the answers about a unit. */
export const changeMessage = z.object({ v: z.literal(1), type: z.literal("CHANGED") });
export type ChangeMessage = z.infer<typeof changeMessage>;

/** The message of an event in languages other than English; a page shows its own. */
const messageIn = z.partialRecord(z.enum(languages), z.string()).optional();

const aboutLot = { inventoryId: id, title: z.string(), amount: dollars, at: instant };

/** Event for a single user; `amount` is the lot's price when it happened. */
export const userEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("OUTBID"), ...aboutLot }),
  /** The user is high bidder again because a higher bid was retracted or voided. */
  z.object({ type: z.literal("LEADING"), ...aboutLot }),
  z.object({ type: z.literal("WON"), ...aboutLot }),
  z.object({ type: z.literal("LOST"), ...aboutLot }),
  /** Staff set the bid limit; `limit` is the new one (D25). */
  z.object({ type: z.literal("LIMIT_CHANGED"), limit: dollars, at: instant }),
  /** A bid limit request was decided; `limit` is the limit granted (D26). */
  z.object({
    type: z.literal("REQUEST_DECIDED"),
    documentId: z.uuid(),
    decision: z.enum(["APPROVED", "REJECTED"]),
    limit: dollars.nullable(),
    at: instant,
  }),
  /** An administrator changed what a member of staff may do (D57). */
  z.object({ type: z.literal("PERMISSIONS_CHANGED"), at: instant }),
  /** What became of the user's question about a unit (D64). */
  z.object({
    type: z.literal("QUESTION"),
    inventoryId: id,
    title: z.string(),
    message: z.string(),
    messageIn,
    at: instant,
  }),
  /** A message from staff to one customer, about a unit or in general. */
  z.object({
    type: z.literal("NOTICE"),
    title: z.string(),
    message: z.string(),
    messageIn,
    inventoryId: id.nullable(),
    auctionId: id.optional(),
    at: instant,
  }),
]);
export type UserEvent = z.infer<typeof userEvent>;

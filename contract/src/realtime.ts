import { z } from "zod";
import { dollars, id, instant } from "./common.ts";
import { auctionStatuses, lotOutcomes, lotStatuses, reserveStates } from "./inventory-fields.ts";

/** The public message of a lot's topic; it never names a person or a maximum (D24). */
export const lotMessage = z.object({
  v: z.literal(1),
  type: z.enum(["BID", "RETRACTED", "EXTENDED", "STATE", "CLOSED"]),
  /** Number of the ledger's row that it tells of; a STATE tells of all up to it. Gapless (D22). */
  seq: z.int().nonnegative(),
  inventoryId: id,
  bidId: id.nullable(),
  /** The visible price; null while no bid stands. */
  amount: dollars.nullable(),
  bidderAlias: z.string().nullable(),
  minNextBid: dollars,
  bidCount: z.int().nonnegative(),
  reserveState: z.enum(reserveStates),
  closesAt: instant,
  extended: z.boolean(),
  status: z.enum(lotStatuses),
  serverTime: instant,
  /** Only before bidding begins, or goes on after a pause: when that is. */
  opensAt: instant.optional(),
  /** Only once the lot is closed. */
  outcome: z.enum(lotOutcomes).optional(),
  /** On a STATE that stands for more rows than could be told one by one. */
  resync: z.literal(true).optional(),
});
export type LotMessage = z.infer<typeof lotMessage>;

/** What all may hear of auctions: a lot that closed, or a status that changed. */
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

/** Tells the control room of an auction that something in it changed. */
export const controlMessage = z.object({ v: z.literal(1), type: z.literal("CHANGED") });
export type ControlMessage = z.infer<typeof controlMessage>;

const aboutLot = { inventoryId: id, title: z.string(), amount: dollars, at: instant };

/** What one user alone is told; `amount` is the lot's price when it happened. */
export const userEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("OUTBID"), ...aboutLot }),
  /** Leads again, since a higher bid was taken back. */
  z.object({ type: z.literal("LEADING"), ...aboutLot }),
  z.object({ type: z.literal("WON"), ...aboutLot }),
  z.object({ type: z.literal("LOST"), ...aboutLot }),
  /** Staff set the bid limit; `limit` is the new one (D25). */
  z.object({ type: z.literal("LIMIT_CHANGED"), limit: dollars, at: instant }),
  /** A bid-limit request was decided; `limit` is what was granted (D26). */
  z.object({
    type: z.literal("REQUEST_DECIDED"),
    documentId: z.uuid(),
    decision: z.enum(["APPROVED", "REJECTED"]),
    limit: dollars.nullable(),
    at: instant,
  }),
  /** What staff tell one customer, about a unit or in general. */
  z.object({
    type: z.literal("NOTICE"),
    title: z.string(),
    message: z.string(),
    inventoryId: id.nullable(),
    /** The auction that it is about, where it is about one. */
    auctionId: id.optional(),
    at: instant,
  }),
]);
export type UserEvent = z.infer<typeof userEvent>;

import { languages } from "@gavelyard/messages/languages";
import { z } from "zod";
import { historyKinds } from "./bidding/bidding.ts";
import { dollars, id, instant } from "./common.ts";
import { lot } from "./inventory/inventory.ts";
import {
  auctionStatuses,
  lotOutcomes,
  lotStatuses,
  reserveStates,
} from "./inventory/inventory-fields.ts";

/**
 * Public message of a lot's topic; never a person or a maximum (D24). With it a page updates price,
 * position and history without a call. Servers of the previous version leave optional fields out.
 */
export const lotMessage = z.object({
  v: z.literal(1),
  type: z.enum(["BID", "RETRACTED", "EXTENDED", "STATE", "CLOSED"]),
  /** The ledger row that it publishes, without gaps (D22). A STATE covers all rows up to it. */
  seq: z.int().nonnegative(),
  inventoryId: id,
  bidId: id.nullable(),
  /** The visible price; null when there is no active bid. */
  amount: dollars.nullable(),
  bidderAlias: z.string().nullable(),
  /** The high bidder after the bid or act of this row; null without bids. */
  leaderAlias: z.string().nullable().optional(),
  /** The row's kind, as in the history; a STATE has none. */
  kind: z.enum(historyKinds).optional(),
  /** When the row was written; a STATE has no time of its own. */
  placedAt: instant.optional(),
  /** The row that this one retracts or voids. */
  undoesSeq: z.int().positive().optional(),
  minNextBid: dollars,
  bidCount: z.int().nonnegative(),
  reserveState: z.enum(reserveStates),
  closesAt: instant,
  extended: z.boolean(),
  status: z.enum(lotStatuses),
  serverTime: instant,
  /** Start of bidding, or its resumption after a pause; only before then. */
  opensAt: instant.optional(),
  outcome: z.enum(lotOutcomes).optional(),
  /** Set on a STATE that replaces too many rows to publish one by one. */
  resync: z.literal(true).optional(),
});
export type LotMessage = z.infer<typeof lotMessage>;

/** What lists show of a lot; fields as in `Lot`. */
const lotPrice = lot
  .pick({
    lotId: true,
    seq: true,
    status: true,
    opensAt: true,
    closesAt: true,
    extended: true,
    price: true,
    minNextBid: true,
    bidCount: true,
    reserveState: true,
    outcome: true,
  })
  .extend({ inventoryId: id, leaderAlias: z.string().nullable() });
export type LotPrice = z.infer<typeof lotPrice>;

/**
 * Public: the lots that changed, each with its newest state, a few messages a second in all. With
 * `since`, other changes may be missing: what was read before then must be read again. The first
 * message after a subscription has what changed in the minute before it.
 */
export const pricesMessage = z.object({
  v: z.literal(1),
  type: z.literal("PRICES"),
  lots: z.array(lotPrice),
  serverTime: instant,
  since: instant.optional(),
});
export type PricesMessage = z.infer<typeof pricesMessage>;

/** Public: a lot closed, or an auction's status changed. */
export const auctionMessage = z.object({
  v: z.literal(1),
  type: z.enum(["LOT_CLOSED", "STATUS"]),
  auctionId: id,
  inventoryId: id.optional(),
  outcome: z.enum(lotOutcomes).optional(),
  status: z.enum(auctionStatuses).optional(),
  /** Missing when a server of the previous version closed the lot. */
  serverTime: instant.optional(),
});
export type AuctionMessage = z.infer<typeof auctionMessage>;

/** Something changed in an auction's control room, or in the answers about a unit. */
export const changeMessage = z.object({ v: z.literal(1), type: z.literal("CHANGED") });
export type ChangeMessage = z.infer<typeof changeMessage>;

/** The message in other languages, for pages in one of them. */
const messageIn = z.partialRecord(z.enum(languages), z.string()).optional();

const aboutLot = { inventoryId: id, title: z.string(), amount: dollars, at: instant };

/** An event for one user. `amount` is the lot's price when it happened. */
export const userEvent = z.discriminatedUnion("type", [
  /** `minNextBid` is missing when a server of the previous version sent it. */
  z.object({ type: z.literal("OUTBID"), ...aboutLot, minNextBid: dollars.optional() }),
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
  z.object({ type: z.literal("PERMISSIONS_CHANGED"), at: instant }),
  /** A question about a unit was answered, hidden or closed (D64). */
  z.object({
    type: z.literal("QUESTION"),
    inventoryId: id,
    title: z.string(),
    message: z.string(),
    messageIn,
    at: instant,
  }),
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

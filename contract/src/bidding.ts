import { z } from "zod";
import { bidStandings } from "@gavelyard/domain/bid-standing";
import { dollars, id, idParam, instant, wholeDollarsParam } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryCard, lot } from "./inventory.ts";
import { routes } from "./routes.ts";

/** What a row of a lot's public history tells (D22 to D24). CLOSE and EXTENSION have no bidder. */
export const historyKinds = [
  "BID",
  "PROXY",
  "RAISE",
  "RETRACTION",
  "VOID",
  "LAPSE",
  "EXTENSION",
  "CLOSE",
] as const;

/** One row of a lot's history as the public sees it: an alias, never a person or a maximum (D24). */
export const historyRow = z
  .object({
    id,
    bidId: id,
    seq: z.int(),
    inventoryId: id,
    kind: z.enum(historyKinds),
    /** The visible price after this row; null when no bid stands any more. */
    amount: dollars.nullable(),
    bidderAlias: z.string().nullable(),
    /** True when a later row took this one back. */
    retracted: z.boolean(),
    extended: z.boolean(),
    placedAt: instant,
    /** Whether the caller placed it; false for callers without a session. */
    mine: z.boolean(),
  })
  .meta({ id: "HistoryRow" });
export type HistoryRow = z.infer<typeof historyRow>;

/** The answer to an accepted bid: on disk before it is sent (D22). */
export const bidReceipt = z
  .object({
    id,
    bidId: id,
    seq: z.int(),
    inventoryId: id,
    userId: id,
    /** What was asked for. */
    amount: dollars,
    maxAmount: dollars.nullable(),
    /** When the server took it, by the database's clock. */
    placedAt: instant,
    /** WINNING when the bidder leads after this bid, else OUTBID (by a standing maximum). */
    status: z.enum(["WINNING", "OUTBID"]),
    bidderAlias: z.string(),
    /** The lot's visible price after this bid. */
    price: dollars,
    minNextBid: dollars,
    bidCount: z.int(),
    reserveState: lot.shape.reserveState,
    closesAt: instant,
    extended: z.boolean(),
    serverTime: instant,
    /** Hash of the lot's record up to this bid, and the salt of the own maximum in it: with them a
     * bidder finds the own bid in the lot's proof. Null on lots from before there were proofs. */
    stepHash: z.string().nullable(),
    maxSalt: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: "BidReceipt" });
export type BidReceipt = z.infer<typeof bidReceipt>;

/** A bidder's own bids on one lot, newest lot first, with where the bidder stands. */
export const ownBid = z
  .object({
    id,
    bidId: id,
    seq: z.int(),
    inventoryId: id,
    auctionId: id,
    kind: z.enum(["BID", "RAISE"]),
    amount: dollars,
    /** The bidder's own private maximum; null for staff as long as the lot is open (D18). */
    maxAmount: dollars.nullable(),
    /** Where it stands on its own lot, which a later lot of the unit does not change. */
    status: z.enum(bidStandings),
    placedAt: instant,
    bidderAlias: z.string(),
    /** Put away among those that are over, once staff cleaned the auction up (D9). */
    archived: z.boolean(),
    inventory: inventoryCard,
  })
  .meta({ id: "OwnBid" });
export type OwnBid = z.infer<typeof ownBid>;

/** Where a signed-in bidder stands on a lot; null members while not bidding. */
export const myStanding = z
  .object({
    leading: z.boolean(),
    maxAmount: dollars.nullable(),
    bidderAlias: z.string().nullable(),
  })
  .meta({ id: "MyStanding" });

const bidQuery = z.object({
  amount: wholeDollarsParam,
  /** Private maximum of a proxy bid (D18). */
  maxAmount: wholeDollarsParam.optional(),
});

export const placeBid = endpoint(routes.placeBid, {
  tag: "Bids",
  summary: "Place a bid; responds once it is on disk",
  access: "customer",
  subject: "userId",
  params: z.object({ inventoryId: idParam, userId: idParam }),
  query: bidQuery,
  response: bidReceipt,
  errors: [404, 409, 422, 503],
  urgent: true,
});

export const bidsOfInventory = endpoint(routes.bidsOfInventory, {
  tag: "Bids",
  summary: "History of a unit's current lot, newest first, up to 500 rows",
  access: "public",
  maxAgeSec: 0,
  params: z.object({ id: idParam }),
  response: z.array(historyRow),
  errors: [404],
});

export const highestBid = endpoint(routes.highestBid, {
  tag: "Bids",
  summary: "The state of a unit's lot; with a session, also your position",
  access: "public",
  maxAgeSec: 0,
  params: z.object({ id: idParam }),
  response: lot.extend({
    inventoryId: id,
    bidId: id.nullable(),
    amount: dollars.nullable(),
    bidderAlias: z.string().nullable(),
    mine: myStanding.nullable(),
    serverTime: instant,
  }),
  errors: [404],
});

export const bidsOfUser = endpoint(routes.bidsOfUser, {
  tag: "Bids",
  summary: "A user's bids, newest first, up to 500",
  access: "self",
  subject: "id",
  params: z.object({ id: idParam }),
  response: z.array(ownBid),
});

export const bidById = endpoint(routes.bidById, {
  tag: "Bids",
  summary: "A bid as the public sees it",
  access: "public",
  maxAgeSec: 0,
  params: z.object({ id: idParam }),
  response: historyRow,
  errors: [404],
});

export const raiseBid = endpoint(routes.raiseBid, {
  tag: "Bids",
  summary: "Raise your own bid: a new ledger row (D23)",
  access: "customer",
  params: z.object({ id: idParam }),
  query: z.object({ newAmount: wholeDollarsParam }),
  response: bidReceipt,
  errors: [404, 409, 422, 503],
  urgent: true,
});

export const retractBid = endpoint(routes.retractBid, {
  tag: "Bids",
  summary:
    "Retract your own bid within 5 minutes, but not in the last hour; staff may void with a reason",
  access: "self",
  subject: "userId",
  params: z.object({ id: idParam }),
  query: z.object({ userId: idParam, reason: z.string().trim().min(3).max(500).optional() }),
  response: z.object({ message: z.string(), lot, serverTime: instant }),
  errors: [404, 409],
  urgent: true,
});

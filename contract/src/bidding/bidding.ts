import { z } from "zod";
import { bidStandings } from "@gavelyard/domain/bidding/bid-standing";
import { dollars, id, idParam, instant, wholeDollars } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { inventoryCard, lot } from "../inventory/inventory.ts";
import { routes } from "../routes.ts";

/** Kinds of rows in a lot's public history (D22 to D24). CLOSE and EXTENSION have no bidder. */
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

/** One row of a lot's public history, with an alias instead of the person or the maximum (D24). */
export const historyRow = z
  .object({
    id,
    bidId: id,
    seq: z.int(),
    inventoryId: id,
    kind: z.enum(historyKinds),
    /** The visible price after this row; null when no active bid is left. */
    amount: dollars.nullable(),
    bidderAlias: z.string().nullable(),
    retracted: z.boolean(),
    extended: z.boolean(),
    placedAt: instant,
    /** Whether the caller placed it; false without a session. */
    mine: z.boolean(),
  })
  .meta({ id: "HistoryRow" });
export type HistoryRow = z.infer<typeof historyRow>;

/** Response to an accepted bid, sent after the bid is on disk (D22). */
export const bidReceipt = z
  .object({
    id,
    bidId: id,
    seq: z.int(),
    inventoryId: id,
    userId: id,
    /** The visible amount; above the requested one if a maximum had to follow the price (D18). */
    amount: dollars,
    maxAmount: dollars.nullable(),
    /** When the bid was accepted, by the database's clock. */
    placedAt: instant,
    /** WINNING when the bidder is the high bidder after this bid, else OUTBID (by a proxy bid). */
    status: z.enum(["WINNING", "OUTBID"]),
    bidderAlias: z.string(),
    price: dollars,
    minNextBid: dollars,
    bidCount: z.int(),
    reserveState: lot.shape.reserveState,
    closesAt: instant,
    extended: z.boolean(),
    serverTime: instant,
    /**
     * Hash of the lot's record up to this bid, and the salt of the bidder's maximum, to find the
     * bid in the lot's proof. Null on lots older than proofs.
     */
    stepHash: z.string().nullable(),
    maxSalt: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: "BidReceipt" });
export type BidReceipt = z.infer<typeof bidReceipt>;

export const ownBid = z
  .object({
    id,
    bidId: id,
    seq: z.int(),
    inventoryId: id,
    auctionId: id,
    kind: z.enum(["BID", "RAISE"]),
    amount: dollars,
    /** The bidder's private maximum; null for staff while the lot is open (D18). */
    maxAmount: dollars.nullable(),
    /** Status on the bid's own lot, even after relisting. */
    status: z.enum(bidStandings),
    placedAt: instant,
    bidderAlias: z.string(),
    /** By the cleanup of its auction (D9). */
    archived: z.boolean(),
    inventory: inventoryCard,
  })
  .meta({ id: "OwnBid" });
export type OwnBid = z.infer<typeof ownBid>;

/** A bidder's position on a lot; fields are null if they haven't bid. */
export const myStanding = z
  .object({
    leading: z.boolean(),
    maxAmount: dollars.nullable(),
    bidderAlias: z.string().nullable(),
  })
  .meta({ id: "MyStanding" });

const newBid = z.object({
  amount: wholeDollars,
  /** Private maximum of a proxy bid (D18). */
  maxAmount: wholeDollars.optional(),
});

export const placeBid = endpoint(routes.placeBid, {
  scope: "bids:write",
  tag: "Bids",
  summary: "Place a bid; responds once it is on disk",
  access: "customer",
  subject: "userId",
  params: z.object({ inventoryId: idParam, userId: idParam }),
  // Our pages send it as JSON, since URLs end up in logs (D43).
  input: "anywhere",
  body: newBid,
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
  scope: "account:read",
  tag: "Bids",
  summary: "A user's bids, newest first, up to 500",
  access: "self",
  permission: "users",
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
  scope: "bids:write",
  tag: "Bids",
  summary: "Raise your own bid: a new ledger row (D23)",
  access: "customer",
  params: z.object({ id: idParam }),
  input: "anywhere",
  body: z.object({ newAmount: wholeDollars }),
  response: bidReceipt,
  errors: [404, 409, 422, 503],
  urgent: true,
});

export const retractBid = endpoint(routes.retractBid, {
  secondPerson: ["BID_VOID"],
  scope: "bids:write",
  tag: "Bids",
  summary:
    "Retract your own bid with a reason, once per lot, within 5 minutes and not in the last hour; staff can void a bid",
  access: "self",
  permission: "auctions",
  subject: "userId",
  params: z.object({ id: idParam }),
  query: z.object({ userId: idParam, reason: z.string().trim().min(3).max(500).optional() }),
  response: z.object({ message: z.string(), lot, serverTime: instant }),
  errors: [404, 409],
  urgent: true,
});

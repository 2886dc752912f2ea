import { z } from "zod";
import { dollars, id, idParam, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { historyKinds } from "../bidding/bidding.ts";
import { lotOutcomes, lotStatuses, reserveStates } from "../inventory/inventory-fields.ts";
import { laterRoutes } from "../later-routes.ts";

const count = z.int().nonnegative();

/** A lot as staff see it during its auction; maximums stay private (D18). */
export const controlLot = z
  .object({
    lotId: id,
    inventoryId: id,
    lotNumber: z.string(),
    name: z.string(),
    status: z.enum(lotStatuses),
    outcome: z.enum(lotOutcomes).nullable(),
    startingPrice: dollars,
    price: dollars.nullable(),
    reserve: dollars.nullable(),
    reserveState: z.enum(reserveStates),
    leader: z.object({ userId: id, name: z.string(), alias: z.string() }).nullable(),
    bidCount: count,
    bidsLastMinute: count,
    /** Live connections that follow it, on the process that responds. */
    watchers: count,
    opensAt: instant,
    closesAt: instant,
    extensions: count,
    seq: count,
    /** Set while the close of a lot whose time is up can't be saved and is retried. */
    failedClose: z.object({ tries: count, nextTryAt: instant }).nullable(),
  })
  .meta({ id: "ControlLot" });
export type ControlLot = z.infer<typeof controlLot>;

/** An event of an auction: a ledger row, or an action of staff or the system. */
export const controlEvent = z
  .object({
    key: z.string(),
    at: instant,
    kind: z.enum([...historyKinds, "PAUSED", "RESUMED", "MESSAGE", "CLOSE_FAILED"]),
    lotNumber: z.string().nullable(),
    inventoryId: id.nullable(),
    /**
     * The bid that staff can void while its lot is open; null on other rows and for voided bids.
     */
    bidId: id.nullable(),
    userId: id.nullable(),
    bidderName: z.string().nullable(),
    bidderAlias: z.string().nullable(),
    amount: dollars.nullable(),
    actorName: z.string().nullable(),
    note: z.string(),
  })
  .meta({ id: "ControlEvent" });
export type ControlEvent = z.infer<typeof controlEvent>;

export const controlRoomSchema = z
  .object({
    auctionId: id,
    auctionName: z.string(),
    timeZone: z.string(),
    /** When bidding resumes; null when it is not paused. */
    pausedUntil: instant.nullable(),
    lots: z.array(controlLot),
    /** The newest 100, newest first. */
    log: z.array(controlEvent),
    serverTime: instant,
  })
  .meta({ id: "ControlRoom" });
export type ControlRoom = z.infer<typeof controlRoomSchema>;

const tag = "Control room";
const params = z.object({ id: idParam });
const reason = text(3, 500);
const minutes = z.int().min(1).max(1_440);

export const controlRoom = endpoint(laterRoutes.controlRoom, {
  tag,
  summary: "A running auction: every lot, its high bidder and recent activity",
  access: "staff",
  permission: "auctions",
  people: null,
  params,
  response: controlRoomSchema,
  errors: [404],
});

export const extendLot = endpoint(laterRoutes.extendLot, {
  tag,
  summary: "Extend an open lot; recorded in its ledger",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: z.object({ minutes, reason }),
  response: controlRoomSchema,
  errors: [404, 409],
});

export const closeLot = endpoint(laterRoutes.closeLot, {
  secondPerson: ["LOT_CLOSE"],
  tag,
  summary: "Close an open lot now at its current bid",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: z.object({ reason }),
  response: controlRoomSchema,
  errors: [404, 409],
});

export const pauseAuction = endpoint(laterRoutes.pauseAuction, {
  tag,
  summary: "Reject bids for a number of minutes; open lots close that much later",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: z.object({ minutes, reason }),
  response: controlRoomSchema,
  errors: [404, 409],
});

export const resumeAuction = endpoint(laterRoutes.resumeAuction, {
  tag,
  summary: "End a pause early; lots close earlier by the remaining time",
  access: "staff",
  permission: "auctions",
  params,
  response: controlRoomSchema,
  errors: [404, 409],
});

export const messageBidders = endpoint(laterRoutes.messageBidders, {
  tag,
  summary: "Send a message to everyone who has bid in an auction or watches one of its open lots",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: z.object({ message: text(3, 500) }),
  response: z.object({ told: count, room: controlRoomSchema }),
  errors: [404, 409],
});

import { trendParts } from "@gavelyard/domain/figures";
import { maxLots } from "@gavelyard/domain/auctions/run-list";
import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { auction } from "./auctions.ts";
import { done, id, idList, idParam, instant, page, text, timeZone, wholeCents } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { feeTable } from "../fees.ts";
import { auctionStatuses } from "../inventory/inventory-fields.ts";
import { laterRoutes } from "../later-routes.ts";

export const plannedLot = z.object({
  inventoryId: id,
  lotNumber: z.int().min(1).max(9_999).optional(),
  /** Inserts a lot between two others. */
  suffix: z
    .string()
    .regex(/^[A-Z]?$/, t("Must be one capital letter"))
    .default(""),
});

const incrementTable = z
  .array(z.object({ from: wholeCents, step: wholeCents }))
  .min(1)
  .max(50);

const auctionFields = {
  auctionName: text(3, 120),
  description: text(0, 5_000),
  timeZone,
  startTime: instant.nullable(),
  scheduledEndTime: instant.nullable(),
  softCloseWindowSec: z.int().min(0).max(1_800),
  softCloseExtendSec: z.int().min(0).max(1_800),
  maxExtensions: z.int().min(0).max(1_000).nullable(),
  staggerSec: z.int().min(0).max(600),
  paymentDueDays: z.int().min(1).max(60),
  pickupDueDays: z.int().min(1).max(60),
  increments: incrementTable.nullable(),
  fees: feeTable.nullable(),
  /** URL of a picture in our own store; a file in the field `image` takes precedence. */
  imageUrl: z.string().max(300).nullable(),
  lots: z.array(plannedLot).max(maxLots),
} as const;

export const newAuction = z
  .object(auctionFields)
  .partial()
  .required({ auctionName: true, timeZone: true })
  .extend({
    /** Whether to publish the auction right away, which needs both times and at least one lot. */
    publish: z.boolean().optional(),
  })
  .meta({ id: "NewAuction" });
export type NewAuction = z.infer<typeof newAuction>;

export const auctionChanges = z
  .object(auctionFields)
  .partial()
  .extend({ publish: z.boolean().optional(), updatedAt: instant.optional() })
  .meta({ id: "AuctionChanges" });
export type AuctionChanges = z.infer<typeof auctionChanges>;

export const auctionForStaff = auction
  .extend({
    lifecycle: z.enum(["DRAFT", "PUBLISHED", "CANCELLED", "SETTLED"]),
    softCloseWindowSec: z.int(),
    softCloseExtendSec: z.int(),
    maxExtensions: z.int().nullable(),
    staggerSec: z.int(),
    paymentDueDays: z.int(),
    pickupDueDays: z.int(),
    increments: incrementTable.nullable(),
    fees: feeTable.nullable(),
    bids: z.int(),
    /** Lots without an outcome or a decision; while there are any, the auction can't be settled. */
    undecidedLots: z.int(),
    /** Won lots that are not paid in full, as the list of an auction's unpaid units has them. */
    unpaidLots: z.int(),
    runList: z.array(
      z.object({
        inventoryId: id,
        lotNumber: z.string(),
        name: z.string(),
        /** Null while the auction is a draft. */
        lotId: id.nullable(),
        closesAt: instant.nullable(),
      }),
    ),
    createdAt: instant,
    updatedAt: instant,
    settledAt: instant.nullable(),
    /** Why staff ended it early; null if they didn't, or long ago without a reason. */
    endReason: z.string().nullable(),
  })
  .meta({ id: "AuctionForStaff" });
export type AuctionForStaff = z.infer<typeof auctionForStaff>;

export const auctionLine = auctionForStaff
  .omit({ runList: true, endReason: true })
  .meta({ id: "AuctionLine" });
export type AuctionLine = z.infer<typeof auctionLine>;

const staffTag = "Auctions by staff";
const params = z.object({ id: idParam });
const picture = { image: { kind: "picture", atMost: 1 } } as const;

export const createAuction = endpoint(laterRoutes.createAuction, {
  tag: staffTag,
  summary: "Create an auction as a draft, or publish it right away if it has both times and lots",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  files: picture,
  body: newAuction,
  response: auctionForStaff,
  errors: [409, 413],
});

export const updateAuction = endpoint(laterRoutes.updateAuction, {
  tag: staffTag,
  summary: "Change an auction; the terms buyers rely on are fixed once there are bids",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  files: picture,
  params,
  body: auctionChanges,
  response: auctionForStaff,
  errors: [404, 409, 413],
});

export const deleteAuction = endpoint(laterRoutes.deleteAuction, {
  tag: staffTag,
  summary: "Cancel an auction that is not live and has no bids (D12)",
  access: "staff",
  permission: "auctions",
  params,
  response: done,
  errors: [404, 409],
});

export const bulkDeleteAuctions = endpoint(laterRoutes.bulkDeleteAuctions, {
  tag: staffTag,
  summary: "Cancel several auctions; returns the result for each (D12)",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  body: z.object({ auctionIds: z.array(id).min(1).max(100) }),
  response: z.array(z.object({ auctionId: id, deleted: z.boolean(), message: z.string() })),
});

export const deleteAuctionImage = endpoint(laterRoutes.deleteAuctionImage, {
  tag: staffTag,
  summary: "Remove a picture from the auctions that show it",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  body: z.object({ imageUrl: z.string().min(1).max(300) }),
  response: done,
  errors: [404],
});

export const expiredAuctions = endpoint(laterRoutes.expiredAuctions, {
  tag: staffTag,
  summary: "Auctions that have ended, most recent first",
  access: "staff",
  permission: null,
  people: null,
  response: z.array(auctionLine),
});

export const auctionsByStatus = endpoint(laterRoutes.auctionsByStatus, {
  tag: staffTag,
  summary: "Auctions with a given status, case-insensitive",
  access: "staff",
  permission: null,
  people: null,
  params: z.object({
    status: z
      .string()
      .transform((status) => status.toUpperCase())
      .pipe(z.enum(auctionStatuses, "Use LIVE, UPCOMING, EXPIRED or UNKNOWN")),
  }),
  response: z.array(auctionLine),
});

export const auctionTrend = z
  .object({ id, bids: z.array(z.int()).length(trendParts) })
  .meta({ id: "AuctionTrend" });
export type AuctionTrend = z.infer<typeof auctionTrend>;

export const auctionTrends = endpoint(laterRoutes.auctionTrends, {
  tag: staffTag,
  summary: `Bids in each of ${trendParts} equal parts of each auction's time, from its start to its last close or now`,
  access: "staff",
  permission: null,
  people: null,
  query: z.object({ auctions: idList(60) }),
  response: z.array(auctionTrend),
});

export const searchAuctions = endpoint(laterRoutes.searchAuctions, {
  scope: "sales:read",
  tag: staffTag,
  summary: "Auctions by name, status, lifecycle and time, paged",
  access: "staff",
  permission: null,
  input: "anywhere",
  body: z.object({
    q: z.string().trim().max(120).optional(),
    status: z.array(z.enum(auctionStatuses)).max(4).optional(),
    lifecycle: z
      .array(z.enum(["DRAFT", "PUBLISHED", "CANCELLED", "SETTLED"]))
      .max(4)
      .optional(),
    from: instant.optional(),
    to: instant.optional(),
    page: z.int().min(0).max(999_999).default(0),
    size: z.int().min(1).max(100).default(10),
  }),
  response: page(auctionLine),
});

export const unsettledAuctions = endpoint(laterRoutes.unsettledAuctions, {
  tag: staffTag,
  summary: "Auctions that have ended but are not settled",
  access: "staff",
  permission: null,
  people: null,
  response: z.array(auctionLine),
});

export const auctionByIdForStaff = endpoint(laterRoutes.auctionByIdForStaff, {
  tag: staffTag,
  summary: "An auction as staff see it, with its run list",
  access: "staff",
  permission: "auctions",
  people: null,
  params,
  response: auctionForStaff,
  errors: [404],
});

/** The run list has reserves and is for staff; the catalog is for buyers. */
export const auctionPrints = ["RUN_LIST", "CATALOG"] as const;
export type AuctionPrint = (typeof auctionPrints)[number];

export const printAuction = endpoint(laterRoutes.printAuction, {
  tag: staffTag,
  summary: "The lots of an auction as PDF: run list with reserves, or catalog without them",
  access: "staff",
  permission: "auctions",
  people: null,
  params,
  query: z.object({ kind: z.enum(auctionPrints) }),
  response: z.unknown(),
  download: "application/pdf",
  errors: [404],
});

export const duplicateAuction = endpoint(laterRoutes.duplicateAuction, {
  tag: staffTag,
  summary: "Copy settings, picture and unsold lots to a draft that needs new dates (D30)",
  access: "staff",
  permission: "auctions",
  params,
  response: auctionForStaff,
  errors: [404],
});

export const changeAuctionStatus = endpoint(laterRoutes.changeAuctionStatus, {
  secondPerson: ["AUCTION_END"],
  tag: staffTag,
  summary: "Reschedule an auction: LIVE starts it now, EXPIRED ends it now (D16)",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params,
  body: z
    .object({
      status: z.enum(["LIVE", "UPCOMING", "EXPIRED"]),
      /** With UPCOMING: the new start, in the future. */
      startTime: instant.optional(),
      /** With EXPIRED: why it ends now, for the second person and the audit. */
      reason: text(3, 500).optional(),
    })
    .refine(({ status, reason }) => status !== "EXPIRED" || reason !== undefined, {
      path: ["reason"],
      error: t("Enter why the auction ends now, in at least 3 characters"),
    }),
  response: auctionForStaff,
  errors: [404, 409],
});

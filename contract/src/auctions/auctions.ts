import { z } from "zod";
import { id, idParam, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { inventoryCard } from "../inventory/inventory.ts";
import { auctionStatuses } from "../inventory/inventory-fields.ts";
import { routes } from "../routes.ts";

/**
 * An auction, with its status by the server's clock (D16). `endTime` is the last lot's close (D17).
 */
export const auction = z
  .object({
    id,
    auctionName: z.string(),
    name: z.string(),
    description: z.string(),
    imageUrl: z.string().nullable(),
    timeZone: z.string(),
    startTime: instant.nullable(),
    endTime: instant.nullable(),
    scheduledEndTime: instant.nullable(),
    status: z.enum(auctionStatuses),
    auctionStatus: z.enum(auctionStatuses),
    lots: z.int(),
    openLots: z.int(),
    soldLots: z.int(),
    serverTime: instant,
  })
  .meta({ id: "Auction" });
export type Auction = z.infer<typeof auction>;

export const listAuctions = endpoint(routes.listAuctions, {
  tag: "Auctions",
  summary: "Published auctions: live, upcoming and the last 50 that ended",
  access: "public",
  maxAgeSec: 0,
  response: z.array(auction),
});

export const auctionPreview = z
  .object({
    auctionId: id,
    thumbUrls: z.array(z.string()),
    /** Cities of the yards, the one with most units first: "Amarillo, TX". */
    places: z.array(z.string()),
  })
  .meta({ id: "AuctionPreview" });
export type AuctionPreview = z.infer<typeof auctionPreview>;

export const auctionPreviews = endpoint(routes.auctionPreviews, {
  tag: "Auctions",
  summary: "Pictures and places of auctions that are live or ahead",
  access: "public",
  maxAgeSec: 0,
  response: z.array(auctionPreview),
});

export const auctionById = endpoint(routes.auctionById, {
  tag: "Auctions",
  summary: "One auction with its run list",
  access: "public",
  maxAgeSec: 0,
  params: z.object({ id: idParam }),
  response: auction.extend({ runList: z.array(inventoryCard) }),
  errors: [404],
});

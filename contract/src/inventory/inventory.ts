import { offeredTitles } from "@gavelyard/domain/titles/title";
import { z } from "zod";
import { day, dollars, done, id, idParam, instant, page, pageQuery } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { lotFeeTable } from "../fees.ts";
import {
  auctionStatuses,
  axleConfigs,
  cabTypes,
  damages,
  fuelTypes,
  identifierTypes,
  imageKinds,
  inventoryStatuses,
  inventoryTypes,
  lotOutcomes,
  lotStatuses,
  odometerBrands,
  odometerUnits,
  reserveStates,
  runConditions,
  saleTypes,
  titleBrands,
  transmissions,
  videoKinds,
} from "./inventory-fields.ts";
import { facets, inventoryFilter, inventorySorts, searchSorts } from "./inventory-filter.ts";
import { inventorySpecs } from "./inventory-specs.ts";
import { videoTypes } from "./media.ts";
import { routes } from "../routes.ts";

/**
 * A picture in our own store. `url` and `thumbUrl` are one size each; `media.ts` has all of them.
 */
export const image = z
  .object({
    id: z.string(),
    url: z.string(),
    thumbUrl: z.string(),
    alt: z.string(),
    kind: z.enum(imageKinds),
    order: z.int(),
    width: z.int(),
    height: z.int(),
    /** A tiny blurred version as a data URI, shown while the picture loads. */
    placeholder: z.string().nullable(),
  })
  .meta({ id: "Image" });
export type Image = z.infer<typeof image>;

export const video = z
  .object({
    id: z.uuid(),
    url: z.string(),
    contentType: z.enum(videoTypes),
    kind: z.enum(videoKinds),
    durationMs: z.int(),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    silent: z.boolean(),
    /** Shown until it plays; null for the unit's first picture. */
    posterId: z.uuid().nullable(),
    /** WebVTT. */
    captionsUrl: z.string().nullable(),
    /** For people who can't hear or see the video; can be empty. */
    transcript: z.string(),
  })
  .meta({ id: "Video" });
export type Video = z.infer<typeof video>;

/** Public state of a unit's current lot, or else its last one (D17, D20). */
export const lot = z
  .object({
    lotId: id,
    lotNumber: z.string(),
    auctionId: id,
    auctionName: z.string(),
    auctionStatus: z.enum(auctionStatuses),
    timeZone: z.string(),
    status: z.enum(lotStatuses),
    opensAt: instant,
    closesAt: instant,
    extended: z.boolean(),
    /** What a late bid does to the close (D21); null if it no longer moves it. */
    softClose: z.object({ windowSec: z.int(), extendSec: z.int() }).nullable(),
    startingPrice: dollars,
    /** Null until the first bid. */
    price: dollars.nullable(),
    minNextBid: dollars,
    bidCount: z.int(),
    seq: z.int(),
    reserveState: z.enum(reserveStates),
    /** Null until the lot closes. */
    outcome: z.enum(lotOutcomes).nullable(),
  })
  .meta({ id: "Lot" });
export type Lot = z.infer<typeof lot>;

/** A unit in a list, with the aliases that clients of the specification use (D35). */
export const inventoryCard = z
  .object({
    id,
    slug: z.string(),
    stockNumber: z.string(),
    /** Model year, manufacturer, model and trim: "2019 Peterbilt 579". */
    name: z.string(),
    inventoryType: z.enum(inventoryTypes),
    modelYear: z.int(),
    year: z.int(),
    manufacturer: z.string(),
    model: z.string(),
    trim: z.string().nullable(),
    bodyStyle: z.string().nullable(),
    odometer: z.int().nullable(),
    mileage: z.int().nullable(),
    odometerUnit: z.enum(odometerUnits),
    engineHours: z.number().nullable(),
    engineType: z.string().nullable(),
    fuelType: z.enum(fuelTypes).nullable(),
    transmission: z.enum(transmissions).nullable(),
    axleConfig: z.enum(axleConfigs).nullable(),
    titleBrand: z.enum(titleBrands),
    runCondition: z.enum(runConditions),
    grade: z.number().nullable(),
    /** "Amarillo, TX". */
    location: z.string(),
    /** Great-circle miles from the search location, if there is one. */
    distanceMiles: z.int().optional(),
    startingPrice: dollars,
    /** The current bid, or the starting price without bids. */
    price: dollars,
    estimateLow: dollars.nullable(),
    estimateHigh: dollars.nullable(),
    featured: z.boolean(),
    inventoryStatus: z.enum(inventoryStatuses),
    status: z.enum(inventoryStatuses),
    image: z.string().nullable(),
    /** Lists have only the first one (D10). */
    images: z.array(image),
    hasVideo: z.boolean(),
    lot: lot.nullable(),
    /** How many watch a lot that isn't closed; only in searches and on pages, from 2 on. */
    watchers: z.int().optional(),
    /** Views of the unit's page, under the same conditions. */
    views: z.int().optional(),
    dateAdded: instant,
    uploadedAt: instant,
  })
  .meta({ id: "InventoryCard" });
export type InventoryCard = z.infer<typeof inventoryCard>;

export const inventoryDetail = inventoryCard
  .extend({
    identifierType: z.enum(identifierTypes),
    vin: z.string().nullable(),
    odometerBrand: z.enum(odometerBrands),
    primaryDamage: z.enum(damages),
    cabType: z.enum(cabTypes).nullable(),
    gvwrClass: z.int().min(1).max(8).nullable(),
    saleType: z.enum(saleTypes),
    description: z.string(),
    yard: z.object({
      name: z.string(),
      street: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      timeZone: z.string(),
    }),
    specs: inventorySpecs,
    videos: z.array(video),
    /** The title that comes with the unit; null if the house doesn't say, and once it has left (D82). */
    title: z
      .object({
        status: z.enum(offeredTitles),
        /** While it is absent. */
        expectedOn: day.nullable(),
        /** Days from payment until half of the house's last titles were sent; null with fewer than 5. */
        medianDays: z.int().nullable(),
      })
      .nullable(),
    /** IDs of the pictures of the 360° view, in order; null without one. */
    spin: z.array(z.uuid()).nullable(),
    /** Fees on top of the hammer price: the auction's own or the defaults. */
    fees: lotFeeTable,
    serverTime: instant,
  })
  .meta({ id: "InventoryDetail" });
export type InventoryDetail = z.infer<typeof inventoryDetail>;

const lotInRun = z.object({ inventoryId: id, lotNumber: z.string() }).meta({ id: "LotInRun" });
export type LotInRun = z.infer<typeof lotInRun>;

/** A public unit, with the lots before and after it in its auction. */
export const publicUnit = inventoryDetail
  .extend({ previousLot: lotInRun.nullable(), nextLot: lotInRun.nullable() })
  .meta({ id: "PublicUnit" });
export type PublicUnit = z.infer<typeof publicUnit>;

export const inventoryPage = page(inventoryCard).extend({ serverTime: instant });
export const filteredInventories = inventoryPage
  .extend({ facets })
  .meta({ id: "FilteredInventories" });
export type FilteredInventories = z.infer<typeof filteredInventories>;

export const listInventories = endpoint(routes.listInventories, {
  tag: "Inventory",
  summary: "All published inventory, paged",
  access: "public",
  maxAgeSec: 0,
  query: pageQuery.extend({ sort: z.enum(inventorySorts).default("CLOSING_SOON") }),
  response: inventoryPage,
});

export const featuredInventories = endpoint(routes.featuredInventories, {
  tag: "Inventory",
  summary: "Featured inventory, up to 24, closing soonest first",
  access: "public",
  maxAgeSec: 0,
  response: z.array(inventoryCard),
});

export const typesOfInventory = endpoint(routes.typesOfInventory, {
  tag: "Inventory",
  summary: "Types of published inventory, each with its count and a picture of one unit",
  access: "public",
  maxAgeSec: 0,
  response: z.array(
    z
      .object({ inventoryType: z.enum(inventoryTypes), count: z.int(), image: image.nullable() })
      .meta({ id: "TypeOfInventory" }),
  ),
});

export const filterInventories = endpoint(routes.filterInventories, {
  tag: "Inventory",
  summary: "Search with facet counts",
  access: "public",
  readsOnly: true,
  body: inventoryFilter,
  response: filteredInventories,
});

export const inventoryFilterDetails = endpoint(routes.inventoryFilterDetails, {
  tag: "Inventory",
  summary: "Available filters: values with counts, and the bounds of ranges",
  access: "public",
  maxAgeSec: 0,
  response: z.object({
    facets,
    models: z.array(z.object({ manufacturer: z.string(), model: z.string(), count: z.int() })),
    ranges: z.object({
      year: z.object({ min: z.int(), max: z.int() }),
      price: z.object({ min: dollars, max: dollars }),
      odometer: z.object({ min: z.int(), max: z.int() }),
      engineHours: z.object({ min: z.number(), max: z.number() }),
    }),
    sorts: z.array(z.enum(searchSorts)),
  }),
});

export const inventoryById = endpoint(routes.inventoryById, {
  tag: "Inventory",
  summary: "One unit with its specifications, condition and lot",
  access: "public",
  maxAgeSec: 0,
  params: z.object({ id: idParam }),
  response: publicUnit,
  errors: [404],
});

export const countUnitView = endpoint(routes.countUnitView, {
  tag: "Inventory",
  summary: "Count a view of a unit's page; staff are not counted",
  access: "public",
  params: z.object({ id: idParam }),
  response: done,
});

import { maxLots } from "@gavelyard/domain/auctions/run-list";
import { t } from "@gavelyard/messages/text";
import { trendDays } from "@gavelyard/domain/figures";
import { MAX_SPIN_FRAMES } from "@gavelyard/domain/inventory/spins";
import { MAX_VIDEO_MB } from "@gavelyard/domain/inventory/videos";
import { z } from "zod";
import {
  dollars,
  done,
  id,
  idList,
  idParam,
  inCents,
  instant,
  page,
  text,
  timeZone,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import {
  axleConfigs,
  cabTypes,
  damages,
  fuelTypes,
  identifierTypes,
  imageKinds,
  inventoryStatuses,
  inventoryTypes,
  odometerBrands,
  odometerUnits,
  runConditions,
  saleTypes,
  titleBrands,
  transmissions,
  videoKinds,
} from "./inventory-fields.ts";
import { specChanges } from "./inventory-specs.ts";
import { inventoryFilter } from "./inventory-filter.ts";
import { inventoryCard, inventoryDetail } from "./inventory.ts";
import { laterRoutes } from "../later-routes.ts";

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable();
const price = inCents(
  z.number().positive(t("Must be more than 0")).max(100_000_000, t("Must be 100,000,000 or less")),
);

/** A unit's location, for units that are not at one of our yards. */
export const yardInput = z.object({
  name: text(1, 80),
  street: nullable(text(1, 120)).default(null),
  city: text(1, 60),
  state: z.string().regex(/^[A-Z]{2}$/, t("Use the two-letter state code")),
  zip: z.string().regex(/^\d{5}(-\d{4})?$/, t("Enter a ZIP code")),
  lat: nullable(z.number().min(-90).max(90)).default(null),
  lng: nullable(z.number().min(-180).max(180)).default(null),
  timeZone,
});

const unitFields = {
  inventoryType: z.enum(inventoryTypes),
  modelYear: z.int().min(1900).max(2100),
  manufacturer: text(1, 60),
  model: text(1, 60),
  titleBrand: z.enum(titleBrands),
  startingPrice: price,
  stockNumber: text(1, 20).refine(
    (value) => /^[\w-]+$/.test(value),
    t("Use only letters, digits and hyphens"),
  ),
  identifierType: z.enum(identifierTypes),
  vin: nullable(text(0, 25)),
  /** Why a VIN with a wrong check digit or year code is right. */
  vinOverrideReason: text(0, 300),
  trim: nullable(text(0, 60)),
  bodyStyle: nullable(text(0, 60)),
  odometer: nullable(z.int().min(0).max(9_999_999)),
  odometerUnit: z.enum(odometerUnits),
  odometerBrand: z.enum(odometerBrands),
  engineHours: nullable(z.number().min(0).max(9_999_999).multipleOf(0.1)),
  engineType: nullable(text(0, 80)),
  fuelType: nullable(z.enum(fuelTypes)),
  transmission: nullable(z.enum(transmissions)),
  axleConfig: nullable(z.enum(axleConfigs)),
  cabType: nullable(z.enum(cabTypes)),
  primaryDamage: z.enum(damages),
  runCondition: z.enum(runConditions),
  grade: nullable(z.number().min(0).max(5).multipleOf(0.1)),
  yardId: id,
  location: yardInput,
  /** Null for a unit of the house (D93). */
  sellerId: nullable(id),
  description: text(0, 5000),
  specs: specChanges,
  saleType: z.enum(saleTypes),
  reservePrice: nullable(price),
  buyNowPrice: nullable(price),
  estimateLow: nullable(price),
  estimateHigh: nullable(price),
  featured: z.boolean(),
} as const;

/** A draft needs its type, title, location and starting price. */
export const newUnit = z
  .object(unitFields)
  .partial()
  .required({
    inventoryType: true,
    modelYear: true,
    manufacturer: true,
    model: true,
    titleBrand: true,
    startingPrice: true,
  })
  .meta({ id: "NewUnit" });
export type NewUnit = z.infer<typeof newUnit>;

/** Missing fields stay as they are. `updatedAt` detects that somebody else saved first. */
export const unitChanges = z
  .object(unitFields)
  .partial()
  .extend({ id, updatedAt: instant.optional() })
  .meta({ id: "UnitChanges" });
export type UnitChanges = z.infer<typeof unitChanges>;

/** A unit with the fields that buyers never see; drafts too. */
export const unitForStaff = inventoryDetail
  .extend({
    yardId: id,
    /** Null for a unit of the house (D93). */
    seller: z.object({ id, name: z.string() }).nullable(),
    reservePrice: dollars.nullable(),
    buyNowPrice: dollars.nullable(),
    vinOverrideReason: z.string(),
    updatedAt: instant,
    /** Other units with its VIN, latest first: the same vehicle at other times (D84). */
    sameVin: z.array(z.object({ id, stockNumber: z.string(), status: z.enum(inventoryStatuses) })),
    /** What to fix before publishing. */
    publishGaps: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: "UnitForStaff" });
export type UnitForStaff = z.infer<typeof unitForStaff>;

const unitParams = z.object({ id: idParam });
const pictures = { imageUrllist: { kind: "picture", atMost: 20 } } as const;
const pictureUrls = z.array(z.string().max(300)).max(60).optional();

export const createInventory = endpoint(laterRoutes.createInventory, {
  scope: "stock:write",
  tag: "Inventory by staff",
  summary: "Create a draft unit, optionally with pictures",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  files: pictures,
  body: newUnit.extend({ imageUrllist: pictureUrls }),
  response: unitForStaff,
  errors: [409, 413],
});

export const updateInventory = endpoint(laterRoutes.updateInventory, {
  scope: "stock:write",
  tag: "Inventory by staff",
  summary: "Change the unit with the form's `id` (D10)",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  files: pictures,
  body: unitChanges.extend({ imageUrllist: pictureUrls }),
  response: unitForStaff,
  errors: [404, 409, 413],
});

export const deleteInventory = endpoint(laterRoutes.deleteInventory, {
  tag: "Inventory by staff",
  summary: "Archive a unit; refused while it is in an auction or has open money (D12)",
  access: "staff",
  permission: "auctions",
  params: unitParams,
  response: done,
  errors: [404, 409],
});

export const addImages = endpoint(laterRoutes.addImages, {
  scope: "stock:write",
  tag: "Inventory by staff",
  summary: "Add pictures after the existing ones: files, or addresses of our own media",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  files: pictures,
  params: unitParams,
  body: z.object({
    imageUrllist: pictureUrls,
    kind: z.enum(imageKinds).default("EXTERIOR"),
    alt: text(0, 200).optional(),
  }),
  response: unitForStaff,
  errors: [404, 409, 413],
});

export const deleteImages = endpoint(laterRoutes.deleteImages, {
  tag: "Inventory by staff",
  summary: "Remove pictures from a unit by address or ID",
  access: "staff",
  permission: "auctions",
  input: "anywhere",
  params: unitParams,
  body: z.object({ imageUrllist: z.array(z.string().max(300)).min(1).max(60) }),
  response: unitForStaff,
  errors: [404, 409],
});

export const arrangeImages = endpoint(laterRoutes.arrangeImages, {
  tag: "Inventory by staff",
  summary: "Reorder a unit's pictures and set their kinds and descriptions",
  access: "staff",
  permission: "auctions",
  params: unitParams,
  body: z.object({
    images: z
      .array(z.object({ id: z.uuid(), kind: z.enum(imageKinds), alt: text(1, 200) }))
      .max(60),
  }),
  response: unitForStaff,
  errors: [404, 409],
});

const videoFields = {
  kind: z.enum(videoKinds),
  /** One of the unit's pictures, shown until the video plays. */
  posterId: z.uuid().nullable().optional(),
  transcript: text(0, 5000).optional(),
};
const videoExtras = {
  poster: { kind: "picture", atMost: 1 },
  captions: { kind: "captions", atMost: 1, maxMb: 1 },
} as const;

export const addVideo = endpoint(laterRoutes.addVideo, {
  scope: "stock:write",
  tag: "Inventory by staff",
  summary: "Add a video to a unit: MP4 or WebM, optionally with a picture and captions",
  access: "staff",
  permission: "auctions",
  files: {
    video: { kind: "video", atMost: 1, maxMb: MAX_VIDEO_MB, required: true },
    ...videoExtras,
  },
  params: unitParams,
  body: z.object(videoFields),
  response: unitForStaff,
  errors: [404, 409, 413],
});

const videoParams = unitParams.extend({ videoId: z.uuid() });

export const changeVideo = endpoint(laterRoutes.changeVideo, {
  tag: "Inventory by staff",
  summary: "Change a video's details; omitted fields stay",
  access: "staff",
  permission: "auctions",
  files: videoExtras,
  params: videoParams,
  body: z.object({
    ...videoFields,
    kind: videoFields.kind.optional(),
    removeCaptions: z.boolean().optional(),
  }),
  response: unitForStaff,
  errors: [404, 409, 413],
});

export const deleteVideo = endpoint(laterRoutes.deleteVideo, {
  tag: "Inventory by staff",
  summary: "Remove a video from a unit",
  access: "staff",
  permission: "auctions",
  params: videoParams,
  response: unitForStaff,
  errors: [404, 409],
});

/** Files in one call, so that a dropped connection loses little. */
export const MAX_SPIN_UPLOAD = 12;

export const addSpinFrames = endpoint(laterRoutes.addSpinFrames, {
  scope: "stock:write",
  tag: "Inventory by staff",
  summary: "Upload pictures for a unit's 360° view; they appear once `setSpin` lists them",
  access: "staff",
  permission: "auctions",
  files: { frames: { kind: "picture", atMost: MAX_SPIN_UPLOAD, required: true } },
  params: unitParams,
  response: z.object({ frames: z.array(z.uuid()) }),
  errors: [404, 409, 413],
});

export const setSpin = endpoint(laterRoutes.setSpin, {
  scope: "stock:write",
  tag: "Inventory by staff",
  summary: "Publish a unit's 360° view: its uploaded pictures in order; an empty list removes it",
  access: "staff",
  permission: "auctions",
  params: unitParams,
  body: z.object({ frames: z.array(z.uuid()).max(MAX_SPIN_FRAMES) }),
  response: unitForStaff,
  errors: [404, 409],
});

export const unitByIdForStaff = endpoint(laterRoutes.unitByIdForStaff, {
  scope: "stock:read",
  tag: "Inventory by staff",
  summary: "A unit as staff see it",
  access: "staff",
  permission: "auctions",
  people: null,
  params: unitParams,
  response: unitForStaff,
  errors: [404],
});

export const importParts = ["READY", "TO_MEND"] as const;
export type ImportPart = (typeof importParts)[number];

export const unitSearch = inventoryFilter.extend({
  inventoryStatus: z.array(z.enum(inventoryStatuses)).max(10).optional(),
  yardId: id.optional(),
  /** Only units of this seller (D93). */
  sellerId: id.optional(),
  /** Only units of this import: all, or its drafts that are ready to publish or lack something. */
  importId: id.optional(),
  importPart: z.enum(importParts).optional(),
  /** Only units that an auction's run list can take: none that it has, or that another draft has. */
  toOffer: z
    .object({
      /** Null for an auction that isn't saved yet. */
      auctionId: id.nullable(),
      listed: z.array(id).max(maxLots),
    })
    .optional(),
});
export type UnitSearch = z.infer<typeof unitSearch>;

export const searchUnits = endpoint(laterRoutes.searchUnits, {
  scope: "stock:read",
  tag: "Inventory by staff",
  summary: "Units of any status",
  access: "staff",
  permission: "auctions",
  body: unitSearch,
  response: page(inventoryCard),
});

export const matchingUnits = endpoint(laterRoutes.matchingUnits, {
  tag: "Inventory by staff",
  summary: `All units that a search finds, oldest first, up to ${maxLots}; page, size and sort don't matter`,
  access: "staff",
  permission: "auctions",
  body: unitSearch,
  response: z.array(z.object({ id, name: z.string() })),
});

/** More than one page of the table. */
export const maxViewedUnits = 60;

export const unitViews = z
  .object({ id, views: z.array(z.int()).length(trendDays) })
  .meta({ id: "UnitViews" });
export type UnitViews = z.infer<typeof unitViews>;

export const unitViewsByDay = endpoint(laterRoutes.unitViewsByDay, {
  tag: "Inventory by staff",
  summary: "Views of units' pages by day in UTC; the last of 14 days is today",
  access: "staff",
  permission: "auctions",
  people: null,
  query: z.object({ units: idList(maxViewedUnits) }),
  response: z.array(unitViews),
});

/** What staff change of a unit without opening it. */
export const unitTerms = endpoint(laterRoutes.unitTerms, {
  tag: "Inventory by staff",
  summary: "Starting price, reserve and yard of units, with the time that guards a change",
  access: "staff",
  permission: "auctions",
  people: null,
  query: z.object({ units: idList(maxViewedUnits) }),
  response: z.array(
    unitForStaff.pick({
      id: true,
      startingPrice: true,
      reservePrice: true,
      yardId: true,
      updatedAt: true,
    }),
  ),
});
export type UnitTerms = z.infer<typeof unitTerms.response>[number];

const sellerChoice = z.object({ id, name: z.string(), place: z.string() });
export type SellerChoice = z.infer<typeof sellerChoice>;

export const sellerNames = endpoint(laterRoutes.sellerNames, {
  tag: "Inventory by staff",
  summary:
    "Sellers to choose one for a unit: up to 20 whose name has `q`, or the one with the ID `q`",
  access: "staff",
  permission: "auctions",
  people: null,
  query: z.object({ q: text(0, 120).default("") }),
  response: z.object({
    /** Whether the house has any seller. */
    any: z.boolean(),
    found: z.array(sellerChoice),
  }),
});

export const yards = endpoint(laterRoutes.yards, {
  scope: "stock:read",
  tag: "Inventory by staff",
  summary: "Yards by name, up to 500",
  access: "staff",
  permission: "auctions",
  people: null,
  response: z.array(
    z.object({ id, name: z.string(), city: z.string(), state: z.string(), timeZone: z.string() }),
  ),
});

export const publishInventory = endpoint(laterRoutes.publishInventory, {
  scope: "stock:write",
  tag: "Inventory by staff",
  summary: "Publish a draft or withdrawn unit that is complete",
  access: "staff",
  permission: "auctions",
  params: unitParams,
  response: unitForStaff,
  errors: [404, 409],
});

export const withdrawInventory = endpoint(laterRoutes.withdrawInventory, {
  scope: "stock:write",
  tag: "Inventory by staff",
  summary: "Withdraw a unit that isn't in an auction",
  access: "staff",
  permission: "auctions",
  params: unitParams,
  response: unitForStaff,
  errors: [404, 409],
});

export const duplicateInventory = endpoint(laterRoutes.duplicateInventory, {
  tag: "Inventory by staff",
  summary: "Copy a unit to a draft, without identifier and pictures",
  access: "staff",
  permission: "auctions",
  params: unitParams,
  response: unitForStaff,
  errors: [404],
});

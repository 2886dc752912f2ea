import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { id } from "../common.ts";
import {
  axleConfigs,
  cabTypes,
  damages,
  drivetrains,
  fuelTypes,
  inventoryTypes,
  odometerBrands,
  runConditions,
  saleTypes,
  sleeperRoofs,
  suspensions,
  titleBrands,
  trailerTypes,
  transmissions,
} from "./inventory-fields.ts";

export const inventorySorts = [
  "CLOSING_SOON",
  "NEWEST",
  "PRICE_LOW",
  "PRICE_HIGH",
  "YEAR_NEW",
  "YEAR_OLD",
  "ODOMETER_LOW",
  "MAX_BIDS",
] as const;

/** Sort orders of a search; `NEAREST` needs a location. */
export const searchSorts = [...inventorySorts, "NEAREST"] as const;

/** Stages of a lot's sale, in the order in which searches show them. */
export const saleStages = ["LIVE", "UPCOMING", "EXPIRED"] as const;
const many = <T extends z.ZodType>(item: T) => z.array(item).max(50).optional();
const range = (max: number) => z.number().min(0).max(max).optional();
const usState = z.string().regex(/^[A-Z]{2}$/, t("Must be two capital letters, such as TX"));
const year = z.int().min(1900).max(2100).optional();

/** Filters of lists. Several values of one field mean "any of these". */
export const inventoryFilter = z
  .object({
    /** Free text: make, model, year, stock number or VIN. */
    q: z.string().trim().max(100).optional(),
    inventoryType: many(z.enum(inventoryTypes)),
    manufacturer: many(z.string().max(60)),
    model: many(z.string().max(60)),
    bodyStyle: many(z.string().max(60)),
    state: many(usState),
    fuelType: many(z.enum(fuelTypes)),
    transmission: many(z.enum(transmissions)),
    drivetrain: many(z.enum(drivetrains)),
    cabType: many(z.enum(cabTypes)),
    sleeperRoof: many(z.enum(sleeperRoofs)),
    axleConfig: many(z.enum(axleConfigs)),
    suspension: many(z.enum(suspensions)),
    gvwrClass: many(z.int().min(1).max(8)),
    trailerType: many(z.enum(trailerTypes)),
    exteriorColor: many(z.string().max(40)),
    titleBrand: many(z.enum(titleBrands)),
    titleState: many(usState),
    odometerBrand: many(z.enum(odometerBrands)),
    runCondition: many(z.enum(runConditions)),
    primaryDamage: many(z.enum(damages)),
    saleType: many(z.enum(saleTypes)),
    /** By the unit's lot: open for bids, upcoming, or closed, even while its auction continues. */
    auctionStatus: many(z.enum(saleStages)),
    auctionId: id.optional(),
    /** Lot number; without a letter it also finds lots with one: 12, 12A. */
    lotNumber: z
      .string()
      .regex(/^[1-9]\d{0,3}[A-Z]?$/, t("Must be a lot number, such as 12 or 12A"))
      .optional(),
    featured: z.boolean().optional(),
    apu: z.boolean().optional(),
    carbCompliant: z.boolean().optional(),
    hasVideo: z.boolean().optional(),
    /** Whether it has a 360° view. */
    hasSpin: z.boolean().optional(),
    yearFrom: year,
    yearTo: year,
    /** Dollars: the current bid, or the starting price without bids. */
    priceFrom: range(1_000_000_000),
    priceTo: range(1_000_000_000),
    odometerFrom: range(1_000_000_000),
    odometerTo: range(1_000_000_000),
    engineHoursFrom: range(1_000_000_000),
    engineHoursTo: range(1_000_000_000),
    horsepowerFrom: range(2_500),
    horsepowerTo: range(2_500),
    gvwrLbFrom: range(200_000),
    gvwrLbTo: range(200_000),
    trailerLengthFtFrom: range(80),
    trailerLengthFtTo: range(80),
    /** Condition grade. */
    gradeFrom: range(5),
    /** Distances are measured from here: a ZIP code or a point. */
    zip: z
      .string()
      .regex(/^\d{5}$/, t("Must be a five-digit ZIP code"))
      .optional(),
    lat: z.number().min(-90).max(90).optional(),
    lng: z.number().min(-180).max(180).optional(),
    /** Great-circle miles. */
    withinMiles: z.number().min(1).max(5_000).optional(),
    sort: z.enum(searchSorts).default("CLOSING_SOON"),
    page: z.int().min(0).max(999_999).default(0),
    size: z.int().min(1).max(100).default(10),
  })
  .strict()
  .meta({ id: "InventoryFilter" });
export type InventoryFilter = z.infer<typeof inventoryFilter>;

/** Fields with counts by value. */
export const facetFields = [
  "auctionStatus",
  "inventoryType",
  "manufacturer",
  "bodyStyle",
  "state",
  "fuelType",
  "transmission",
  "drivetrain",
  "cabType",
  "sleeperRoof",
  "axleConfig",
  "suspension",
  "gvwrClass",
  "trailerType",
  "exteriorColor",
  "titleBrand",
  "titleState",
  "odometerBrand",
  "runCondition",
  "primaryDamage",
  "saleType",
] as const;
export type FacetField = (typeof facetFields)[number];

/** Fields that a unit meets or doesn't. */
export const flagFields = ["featured", "apu", "carbCompliant", "hasVideo", "hasSpin"] as const;

/** Counts by value for each field, under the filters of all other fields. */
export const facets = z
  .partialRecord(
    z.enum(facetFields),
    z.array(z.object({ value: z.string(), count: z.int().min(0) })),
  )
  .meta({ id: "Facets" });
export type Facets = z.infer<typeof facets>;

import { z } from "zod";
import { id } from "./common.ts";
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

/** Orders of every list. */
export const inventorySorts = [
  "CLOSING_SOON",
  "NEWEST",
  "PRICE_LOW",
  "PRICE_HIGH",
  "YEAR_NEW",
  "YEAR_OLD",
  "ODOMETER_LOW",
  "MOST_BIDS",
] as const;

/** Orders of a search; `NEAREST` needs a place to search from. */
export const searchSorts = [...inventorySorts, "NEAREST"] as const;

/** How far lots of a search are, in the order in which people look for them. */
export const saleStages = ["LIVE", "UPCOMING", "EXPIRED"] as const;
const many = <T extends z.ZodType>(item: T) => z.array(item).max(50).optional();
const range = (max: number) => z.number().min(0).max(max).optional();
const usState = z.string().regex(/^[A-Z]{2}$/, "Must be two capital letters, such as TX");
const year = z.int().min(1900).max(2100).optional();

/** What lists can be narrowed by; several values of one field mean "any of these". */
export const inventoryFilter = z
  .object({
    /** Free text: make, model, year, stock number, VIN. */
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
    /** By the unit's lot: it takes bids now, will take them, or is closed, also while its auction goes on. */
    auctionStatus: many(z.enum(saleStages)),
    auctionId: id.optional(),
    featured: z.boolean().optional(),
    /** Whether it carries an auxiliary power unit. */
    apu: z.boolean().optional(),
    carbCompliant: z.boolean().optional(),
    yearFrom: year,
    yearTo: year,
    /** Dollars, of the current price or else the starting price. */
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
    /** The lowest grade of condition, 0 to 5. */
    gradeFrom: range(5),
    /** Where to measure distance from: a ZIP code, or a point. */
    zip: z
      .string()
      .regex(/^\d{5}$/, "Must be a five-digit ZIP code")
      .optional(),
    lat: z.number().min(-90).max(90).optional(),
    lng: z.number().min(-180).max(180).optional(),
    /** Only what stands within so many miles, by air, of that place. */
    withinMiles: z.number().min(1).max(5_000).optional(),
    sort: z.enum(searchSorts).default("CLOSING_SOON"),
    page: z.int().min(0).max(999_999).default(0),
    size: z.int().min(1).max(100).default(10),
  })
  .strict()
  .meta({ id: "InventoryFilter" });
export type InventoryFilter = z.infer<typeof inventoryFilter>;

/** Fields of which searches count the values. */
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

/** Each field's values with the number of units that have it, the other fields' choices applied. */
export const facets = z
  .partialRecord(
    z.enum(facetFields),
    z.array(z.object({ value: z.string(), count: z.int().min(0) })),
  )
  .meta({ id: "Facets" });
export type Facets = z.infer<typeof facets>;

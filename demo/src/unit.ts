import type { InventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import type { InventoryCard, InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import type { Trade } from "./model-line.ts";

export interface PicturedDamage {
  readonly area: string;
  readonly item: string;
  readonly photo: string;
}

/** A unit of the demo marketplace, ready to insert. Money in cents. */
export interface CatalogueUnit {
  readonly stockNumber: string;
  readonly slug: string;
  readonly trade: Trade;
  readonly inventoryType: InventoryCard["inventoryType"];
  readonly identifierType: "VIN" | "SERIAL";
  readonly identifier: string;
  readonly modelYear: number;
  readonly manufacturer: string;
  readonly model: string;
  readonly trim: string | null;
  readonly bodyStyle: string;
  readonly odometer: number | null;
  readonly odometerBrand: InventoryDetail["odometerBrand"];
  readonly engineHours: number | null;
  readonly engineType: string | null;
  readonly fuelType: InventoryCard["fuelType"];
  readonly transmission: InventoryCard["transmission"];
  readonly axleConfig: InventoryCard["axleConfig"];
  readonly cabType: InventoryDetail["cabType"];
  readonly gvwrClass: number | null;
  readonly titleBrand: InventoryCard["titleBrand"];
  readonly primaryDamage: InventoryDetail["primaryDamage"];
  readonly runCondition: InventoryCard["runCondition"];
  readonly grade: number;
  /** Index in `demoYards`. */
  readonly yard: number;
  readonly description: string;
  readonly specs: InventorySpecs;
  readonly saleType: InventoryDetail["saleType"];
  readonly startingCents: number;
  readonly reserveCents: number | null;
  readonly estimateLowCents: number;
  readonly estimateHighCents: number;
  /** Value around which demo bidders bid, in cents. */
  readonly valueCents: number;
  readonly featured: boolean;
  readonly color: string;
  readonly looks: readonly string[];
  readonly damage: readonly PicturedDamage[];
  /** Hours between its listing and the seeding. */
  readonly listedHoursAgo: number;
}

import type { InventoryDetail } from "@gavelyard/contract/inventory";
import { inventorySpecs } from "@gavelyard/contract/inventory-specs";
import { defaultFees, feeTableOf, type FeeSchedule } from "@gavelyard/domain/fees";
import type { Db } from "../db/pool.ts";
import { cardColumns, cardTables, toCard, type CardRow } from "./card-sql.ts";
import { published } from "./sql.ts";

interface DetailRow extends CardRow {
  readonly identifier_type: InventoryDetail["identifierType"];
  readonly vin: string | null;
  readonly odometer_brand: InventoryDetail["odometerBrand"];
  readonly primary_damage: InventoryDetail["primaryDamage"];
  readonly cab_type: InventoryDetail["cabType"];
  readonly gvwr_class: number | null;
  readonly sale_type: InventoryDetail["saleType"];
  readonly description: string;
  readonly specs: unknown;
  readonly yard_name: string;
  readonly street: string | null;
  readonly zip: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly yard_time_zone: string;
  readonly fees: FeeSchedule | null;
}

const columns = `${cardColumns(null)}, i.identifier_type, i.vin, i.odometer_brand, i.primary_damage,
  i.cab_type, i.gvwr_class, i.sale_type, i.description, i.specs, y.name AS yard_name, y.street,
  y.zip, y.lat, y.lng, y.time_zone AS yard_time_zone, 
  -- A unit in no sale would be sold by the fees of a sale to come.
  coalesce(a.fee_schedule, CASE WHEN a.id IS NULL
    THEN (SELECT value FROM operating_settings WHERE name = 'fees') END) AS fees`;

/** All that the public may know of published units, by id; others are missing from the answer. */
export async function detailsByIds(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, InventoryDetail>> {
  const { rows } = await db.query<DetailRow>({
    name: "inventory-details",
    text: `SELECT ${columns} FROM inventory i ${cardTables} WHERE i.id = ANY($1::bigint[]) AND ${published}`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, toDetail(row)]));
}

/** The same of a unit of any status, for staff; null when there is none. */
export async function detailOfAny(db: Db, id: number): Promise<InventoryDetail | null> {
  const { rows } = await db.query<DetailRow>({
    name: "inventory-detail-of-any",
    text: `SELECT ${columns} FROM inventory i ${cardTables} WHERE i.id = $1`,
    values: [id],
  });
  return rows[0] === undefined ? null : toDetail(rows[0]);
}

function toDetail(row: DetailRow): InventoryDetail {
  return {
    ...toCard(row),
    identifierType: row.identifier_type,
    vin: row.vin,
    odometerBrand: row.odometer_brand,
    primaryDamage: row.primary_damage,
    cabType: row.cab_type,
    gvwrClass: row.gvwr_class,
    saleType: row.sale_type,
    description: row.description,
    yard: {
      name: row.yard_name,
      street: row.street,
      city: row.city,
      state: row.state,
      zip: row.zip,
      lat: row.lat,
      lng: row.lng,
      timeZone: row.yard_time_zone,
    },
    // The schema knows no private field, such as the lien holder, and so drops it.
    specs: inventorySpecs.parse(row.specs),
    fees: feeTableOf(row.fees ?? defaultFees),
    serverTime: row.now.toISOString(),
  };
}

import {
  defaultFees,
  feeTableOf,
  type FeeTable,
  type FeeSchedule,
} from "@gavelyard/domain/sales/fees";
import { haulClassOf } from "@gavelyard/domain/sales/haul-class";
import { taxedAt } from "@gavelyard/domain/sales/tax";
import type { Place } from "@gavelyard/domain/miles-between";
import type { InventoryType } from "@gavelyard/domain/inventory/vehicle-class";
import type { Db } from "../../db/pool.ts";
import { published, saleFees } from "../../inventory/sql.ts";
import {
  placeOfLot,
  soldIn,
  toPlace,
  type PlaceJson,
  type SoldIn,
} from "../../inventory/tax-sql.ts";

/** What the cost of delivering a unit depends on. */
export interface UnitToDeliver {
  readonly id: number;
  readonly type: InventoryType;
  readonly yard: Place;
  readonly fees: FeeTable & { readonly soldIn: SoldIn };
}

export async function unitsToDeliver(db: Db, ids: readonly number[]): Promise<UnitToDeliver[]> {
  const { rows } = await db.query<{
    id: number;
    type: InventoryType;
    yard: Place;
    fees: FeeSchedule | null;
    place: PlaceJson | null;
    sold_in: SoldIn;
  }>({
    name: "units-to-deliver",
    text: `SELECT i.id, i.inventory_type AS type, json_build_object('lat', y.lat, 'lng', y.lng) AS yard,
        ${saleFees} AS fees, ${placeOfLot} AS place, ${soldIn} AS sold_in
      FROM inventory i JOIN yards y ON y.id = i.yard_id LEFT JOIN lots l ON l.id = i.current_lot_id
      LEFT JOIN auctions a ON a.id = l.auction_id
      WHERE i.id = ANY($1::bigint[]) AND ${published} AND y.lat IS NOT NULL AND y.lng IS NOT NULL
      ORDER BY i.id`,
    values: [ids],
  });
  return rows.map(({ fees, place, sold_in, ...row }) => ({
    ...row,
    fees: {
      ...feeTableOf(taxedAt(fees ?? defaultFees, toPlace(place), haulClassOf(row.type))),
      soldIn: sold_in,
    },
  }));
}

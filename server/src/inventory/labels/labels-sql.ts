import type { Db } from "../../db/pool.ts";
import { unitTitle } from "../sql.ts";

/** What a unit's label says. */
export interface LabelledUnit {
  readonly id: number;
  readonly stockNumber: string;
  readonly name: string;
  /** VIN or serial number. */
  readonly vin: string | null;
  readonly yard: string;
  /** Number and sale of its current lot; null if it has none. */
  readonly lotNumber: string | null;
  readonly auction: string | null;
}

/** Returns units in the order of their lots, then of their stock numbers; leaves out unknown ones. */
export async function labelledUnits(db: Db, ids: readonly number[]): Promise<LabelledUnit[]> {
  const { rows } = await db.query<LabelledUnit>(
    `SELECT i.id, i.stock_number AS "stockNumber", ${unitTitle} AS name, i.vin, y.name AS yard,
        l.lot_number || l.lot_suffix AS "lotNumber", a.name AS auction
      FROM inventory i JOIN yards y ON y.id = i.yard_id
        LEFT JOIN lots l ON l.id = i.current_lot_id AND l.closed_at IS NULL
        LEFT JOIN auctions a ON a.id = l.auction_id
      WHERE i.id = ANY($1::bigint[])
      ORDER BY l.auction_id, l.lot_number, l.lot_suffix, i.stock_number`,
    [ids],
  );
  return rows;
}

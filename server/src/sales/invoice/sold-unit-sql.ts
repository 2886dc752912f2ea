import type { Db } from "../../db/pool.ts";

/** What the papers of a sale say about its unit. */
export interface SoldUnit {
  readonly model_year: number;
  readonly manufacturer: string;
  readonly model: string;
  readonly body_style: string | null;
  readonly title_brand: string;
  readonly odometer: number | null;
  readonly odometer_unit: "MI" | "KM";
  readonly odometer_brand: string;
  readonly sold_at: Date;
}

export async function soldUnit(db: Db, awardId: number): Promise<SoldUnit | null> {
  const { rows } = await db.query<SoldUnit>(
    `SELECT i.model_year, i.manufacturer, i.model, i.body_style, i.title_brand, i.odometer, i.odometer_unit,
        i.odometer_brand, a.created_at AS sold_at
      FROM awards a JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id WHERE a.id = $1`,
    [awardId],
  );
  return rows[0] ?? null;
}

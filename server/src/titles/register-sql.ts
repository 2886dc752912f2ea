import type { Db } from "../db/pool.ts";

export interface RegisterRow {
  readonly sold_on: string;
  readonly invoice: string;
  readonly stock_number: string;
  readonly vin: string | null;
  readonly model_year: number;
  readonly manufacturer: string;
  readonly model: string;
  readonly odometer: number | null;
  readonly odometer_unit: "MI" | "KM";
  readonly odometer_brand: string;
  /** As printed on the newest title; null if nobody recorded one. */
  readonly owner: string | null;
  readonly buyer: string;
}

/**
 * Returns the units sold between two days in their auctions' time zones, by sale. Names come from
 * invoices and titles, which stay when an account closes.
 */
export async function soldBetween(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<RegisterRow[]> {
  const { rows } = await db.query<RegisterRow>(
    `SELECT (a.created_at AT TIME ZONE c.time_zone)::date::text AS sold_on, v.number AS invoice, i.stock_number,
        i.vin, i.model_year, i.manufacturer, i.model, i.odometer, i.odometer_unit, i.odometer_brand,
        (SELECT p.owner_name FROM titles p WHERE p.inventory_id = i.id ORDER BY p.id DESC LIMIT 1) AS owner,
        concat_ws(', ', v.bill_to ->> 'companyName', v.bill_to ->> 'name') AS buyer
      FROM invoices v JOIN awards a ON a.id = v.award_id JOIN lots l ON l.id = a.lot_id
      JOIN auctions c ON c.id = l.auction_id JOIN inventory i ON i.id = l.inventory_id
      WHERE v.status <> 'VOID' AND a.created_at >= $1::date - 1 AND a.created_at < $2::date + 2
        AND (a.created_at AT TIME ZONE c.time_zone)::date BETWEEN $1::date AND $2::date
      ORDER BY a.created_at, a.id`,
    [from, to],
  );
  return rows;
}

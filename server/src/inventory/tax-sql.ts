import type { PlaceOfSale, TaxRate } from "@gavelyard/domain/sales/tax";
import type { Db } from "../db/pool.ts";

/** What the tax of a sale depends on, as JSON; null where the auction's percentage applies (D94). */
export interface PlaceJson extends Omit<PlaceOfSale, "rates"> {
  readonly rates:
    | readonly (Omit<TaxRate, "basisPoints"> & { readonly milliPercent: number })[]
    | null;
}

/**
 * SQL for the place where a unit is taxed, as `PlaceJson`: its yard `y`.
 * @param day SQL of the day of the sale
 * @param byPlace SQL of whether the sale is taxed by place
 */
export const placeOfSale = (day: string, byPlace: string) => `(SELECT json_build_object(
    'day', ${day}, 'zip', left(y.zip, 5),
    'permit', (SELECT json_build_object('startsOn', m.starts_on, 'endsOn', m.ends_on,
        'taxesDocFee', m.taxes_doc_fee) FROM tax_permits m WHERE m.state = y.state),
    'rates', (SELECT json_agg(json_build_object('zip', r.zip, 'unitClass', nullif(r.unit_class, ''),
        'startsOn', r.starts_on, 'milliPercent', r.milli_percent))
      FROM tax_rates r WHERE r.state = y.state AND r.zip IN ('', left(y.zip, 5)))) WHERE ${byPlace})`;

/** SQL for the day on which a unit is sold that closes in lot `l`, or isn't offered yet. */
const saleDay = "(coalesce(l.closes_at, clock_ms()) AT TIME ZONE y.time_zone)::date";

/** SQL for the place where a unit is taxed that closes in lot `l` of auction `a`, or isn't offered yet. */
export const placeOfLot = placeOfSale(
  saleDay,
  "coalesce(a.taxed_by_place, EXISTS (SELECT FROM tax_permits))",
);

/** SQL for where and on which day a unit is sold that closes in lot `l`, or isn't offered yet. */
export const soldIn = `json_build_object('state', y.state,
    'day', ${saleDay})`;

export interface SoldIn {
  readonly state: string;
  readonly day: string;
}

export const toPlace = (stored: PlaceJson | null): PlaceOfSale | null =>
  stored === null
    ? null
    : {
        ...stored,
        rates: (stored.rates ?? []).map(({ milliPercent, ...rate }) => ({
          ...rate,
          basisPoints: milliPercent / 10,
        })),
      };

/** Returns whether the house has set up tax by place, so that auctions published now use it. */
export async function isTaxSet(db: Db): Promise<boolean> {
  const { rowCount } = await db.query("SELECT FROM tax_permits LIMIT 1");
  return rowCount === 1;
}

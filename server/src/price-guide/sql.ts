import { makeKeys } from "@gavelyard/domain/inventory/makes";
import type { PastSale, PricedUnit } from "@gavelyard/domain/inventory/price-guide";
import type { Db } from "../db/pool.ts";
import { listedMake, makeKeyOf, modelKeyOf } from "../inventory/spellings/sql.ts";
import { published, unitTitle } from "../inventory/sql.ts";

/** Older sales were made in another market. */
const YEARS_BACK = 3;
/** Maximum difference in model years between a unit and comparable sales. */
const MODEL_YEARS = 10;
const MAX_SALES = 200;

/** A unit, and whether the public may see it. */
export interface UnitToPrice extends MadeUnit {
  readonly isPublic: boolean;
}

export interface SoldUnit extends PastSale {
  readonly inventoryId: number;
  readonly name: string;
  readonly closedAt: Date;
  readonly odometer: number | null;
  readonly odometerUnit: "MI" | "KM";
  readonly engineHours: number | null;
  readonly isPublic: boolean;
}

const use = (
  unit: string,
) => `CASE WHEN ${unit}.inventory_type = 'EQUIPMENT' THEN ${unit}.engine_hours
  WHEN ${unit}.odometer_unit = 'KM' THEN ${unit}.odometer * 0.621371 ELSE ${unit}.odometer END::float8`;

export async function unitToPrice(db: Db, id: number): Promise<UnitToPrice | null> {
  const { rows } = await db.query<UnitToPrice>(
    `SELECT ${listedMake} AS manufacturer, i.model_year AS "modelYear", ${use("i")} AS use,
        i.grade::float8 AS grade, ${published} AS "isPublic"
      FROM inventory i WHERE i.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Which sales of the same type are comparable: of the same model, or all. */
export type Likeness = "MODEL" | "TYPE";

const ofModel = `AND ${makeKeyOf("i")} = ANY ($3::text[]) AND ${modelKeyOf("i")} = ${modelKeyOf("u")}`;

/** A unit with the name of its make. */
export type MadeUnit = PricedUnit & { readonly manufacturer: string };

/**
 * Reads the latest paid sales of similar units that closed before a time, by default now. Similar
 * units have a clean title, and run, exactly if the unit does.
 */
export async function salesLike(
  db: Db,
  id: number,
  { manufacturer }: Pick<MadeUnit, "manufacturer">,
  like: Likeness,
  before: Date | null = null,
): Promise<SoldUnit[]> {
  const { rows } = await db.query<SoldUnit>(
    `SELECT i.id AS "inventoryId", ${unitTitle} AS name, a.hammer_cents AS "priceCents",
        l.closes_at AS "closedAt", i.model_year AS "modelYear", ${use("i")} AS use,
        i.grade::float8 AS grade, i.odometer, i.odometer_unit AS "odometerUnit",
        i.engine_hours::float8 AS "engineHours", ${published} AS "isPublic"
      FROM inventory u
      JOIN inventory i ON i.inventory_type = u.inventory_type ${like === "MODEL" ? ofModel : ""}
        AND i.status IN ('PAID', 'RELEASED', 'ARCHIVED')
      JOIN lots l ON l.id = i.current_lot_id
      JOIN awards a ON a.lot_id = l.id AND a.status = 'PAID'
      WHERE u.id = $1 AND i.id <> u.id
        AND abs(i.model_year - u.model_year) <= ${MODEL_YEARS}
        AND (i.title_brand = 'CLEAN') = (u.title_brand = 'CLEAN')
        AND (i.run_condition = 'RUNS_DRIVES') = (u.run_condition = 'RUNS_DRIVES')
        AND l.closes_at > coalesce($2, clock_ms()) - make_interval(years => ${YEARS_BACK})
        AND ($2::timestamptz IS NULL OR l.closes_at < $2)
      ORDER BY i.current_lot_id DESC LIMIT ${MAX_SALES}`,
    [id, before, ...(like === "MODEL" ? [makeKeys(manufacturer)] : [])],
  );
  return rows;
}

/** A paid sale, and the unit as it was sold. */
export interface Sale extends PastSale, MadeUnit {
  readonly inventoryId: number;
  readonly closedAt: Date;
}

export async function latestSales(db: Db, most: number): Promise<Sale[]> {
  const { rows } = await db.query<Sale>(
    `SELECT i.id AS "inventoryId", a.hammer_cents AS "priceCents", l.closes_at AS "closedAt",
        ${listedMake} AS manufacturer, i.model_year AS "modelYear", ${use("i")} AS use, i.grade::float8 AS grade
      FROM awards a JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.current_lot_id = l.id
      WHERE a.status = 'PAID'
      ORDER BY l.closes_at DESC, l.id DESC LIMIT $1`,
    [most],
  );
  return rows;
}

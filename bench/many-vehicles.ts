import type { Pool } from "pg";
import { inTransaction } from "../server/src/db/transaction.ts";
import { seedDemo } from "../server/src/demo/seed.ts";

/**
 * Fills a marketplace with units: the demo's, then variations in year, odometer, price, yard and
 * date, each without a VIN and with three pictures.
 */
export async function makeVehicles(pool: Pool, total: number): Promise<void> {
  await inTransaction(pool, (tx) => seedDemo(tx));
  const client = await pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    await client.query(
      `WITH source AS (
          SELECT i.*, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS units FROM inventory i
        ), yard_ids AS (SELECT array_agg(id ORDER BY id) AS ids FROM yards
        ), copies AS (
          SELECT s.id AS source_id, g.n,
            -- Spread without random numbers, so that each run has the same data.
            (g.n * 7919::bigint) % 1000003 AS a, (g.n * 104729::bigint) % 999983 AS b
          FROM source s, generate_series(0, $1::int - (SELECT max(units) FROM source)::int - 1) AS g(n)
          WHERE s.n = g.n % s.units
        )
        INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year,
          manufacturer, model, trim, body_style, odometer, odometer_unit, odometer_brand, engine_hours,
          engine_type, fuel_type, transmission, axle_config, cab_type, gvwr_class, title_brand,
          primary_damage, run_condition, grade, yard_id, description, specs, sale_type, starting_cents,
          status, created_at)
        SELECT s.slug || '-' || c.n, 'Y' || c.n, s.inventory_type, s.identifier_type,
          greatest(1990, s.model_year - (c.a % 7)::int), s.manufacturer, s.model, s.trim, s.body_style,
          least(2000000, s.odometer + (c.b % 200000)::int), s.odometer_unit, s.odometer_brand,
          s.engine_hours, s.engine_type, s.fuel_type, s.transmission, s.axle_config, s.cab_type,
          s.gvwr_class, s.title_brand, s.primary_damage, s.run_condition, s.grade,
          y.ids[1 + (c.b % array_length(y.ids, 1))::int], s.description, s.specs, s.sale_type,
          s.starting_cents + (c.a % 400) * 10000, 'AVAILABLE',
          clock_ms() - (c.a % 500) * interval '1 day' - (c.b % 86400) * interval '1 second'
        FROM copies c JOIN inventory s ON s.id = c.source_id, yard_ids y`,
      [total],
    );
    await client.query(
      `INSERT INTO inventory_images (inventory_id, position, media_id, kind, alt)
        SELECT i.id, p.position, p.media_id, p.kind, p.alt
        FROM inventory i
        JOIN inventory s ON i.stock_number LIKE 'Y%' AND s.slug = regexp_replace(i.slug, '-\\d+$', '')
        JOIN inventory_images p ON p.inventory_id = s.id AND p.position < 3
        ON CONFLICT DO NOTHING`,
    );
    await client.query("VACUUM ANALYZE");
  } finally {
    client.release(true);
  }
}

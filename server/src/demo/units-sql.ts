import type { PoolClient } from "pg";
import type { InventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import type { CatalogueUnit } from "@gavelyard/demo/unit";
import { demoYards } from "@gavelyard/demo/yards";
import { insertRows } from "./insert-rows.ts";
import type { MediaSource, PicturePlan, Shot } from "./pictures.ts";

/** Returns the yards' ids in the order of `demoYards`. */
export async function insertYards(tx: PoolClient): Promise<number[]> {
  await insertRows(
    tx,
    "yards",
    {
      name: "text",
      street: "text",
      city: "text",
      state: "text",
      zip: "text",
      lat: "float8",
      lng: "float8",
      time_zone: "text",
    },
    demoYards.map(({ name, street, city, state, zip, lat, lng, timeZone }) => ({
      name,
      street,
      city,
      state,
      zip,
      lat,
      lng,
      time_zone: timeZone,
    })),
  );
  return yardIds(tx);
}

export async function yardIds(tx: PoolClient): Promise<number[]> {
  const { rows } = await tx.query<{ id: number; name: string }>("SELECT id, name FROM yards");
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  return demoYards.map(({ name }) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`the demo's yard ${name} is missing`);
    return id;
  });
}

/** Inserts units as AVAILABLE, with their pictures. Returns ids by stock number. */
export async function insertUnits(
  tx: PoolClient,
  units: readonly CatalogueUnit[],
  yards: readonly number[],
  pictures: PicturePlan,
  now: Date,
): Promise<Map<string, number>> {
  const shots = new Map(units.map((unit) => [unit, pictures.shotsOf(unit)]));
  const media = await insertMedia(tx, [...shots.values()].flat());
  await insertRows(
    tx,
    "inventory",
    {
      slug: "text",
      stock_number: "text",
      inventory_type: "text",
      identifier_type: "text",
      vin: "text",
      model_year: "smallint",
      manufacturer: "text",
      model: "text",
      trim: "text",
      body_style: "text",
      odometer: "int",
      odometer_brand: "text",
      engine_hours: "numeric",
      engine_type: "text",
      fuel_type: "text",
      transmission: "text",
      axle_config: "text",
      cab_type: "text",
      gvwr_class: "smallint",
      title_brand: "text",
      primary_damage: "text",
      run_condition: "text",
      grade: "numeric",
      yard_id: "bigint",
      description: "text",
      specs: "jsonb",
      sale_type: "text",
      starting_cents: "bigint",
      reserve_cents: "bigint",
      estimate_low_cents: "bigint",
      estimate_high_cents: "bigint",
      featured: "boolean",
      status: "text",
      created_at: "timestamptz",
      updated_at: "timestamptz",
    },
    units.map((unit) => {
      const listedAt = new Date(now.getTime() - unit.listedHoursAgo * 3_600_000).toISOString();
      return {
        slug: unit.slug,
        stock_number: unit.stockNumber,
        inventory_type: unit.inventoryType,
        identifier_type: unit.identifierType,
        vin: unit.identifier,
        model_year: unit.modelYear,
        manufacturer: unit.manufacturer,
        model: unit.model,
        trim: unit.trim,
        body_style: unit.bodyStyle,
        odometer: unit.odometer,
        odometer_brand: unit.odometerBrand,
        engine_hours: unit.engineHours,
        engine_type: unit.engineType,
        fuel_type: unit.fuelType,
        transmission: unit.transmission,
        axle_config: unit.axleConfig,
        cab_type: unit.cabType,
        gvwr_class: unit.gvwrClass,
        title_brand: unit.titleBrand,
        primary_damage: unit.primaryDamage,
        run_condition: unit.runCondition,
        grade: unit.grade,
        yard_id: yards[unit.yard],
        description: unit.description,
        specs: withPhotos(unit.specs, shots.get(unit) ?? [], media),
        sale_type: unit.saleType,
        starting_cents: unit.startingCents,
        reserve_cents: unit.reserveCents,
        estimate_low_cents: unit.estimateLowCents,
        estimate_high_cents: unit.estimateHighCents,
        featured: unit.featured,
        status: "AVAILABLE",
        created_at: listedAt,
        updated_at: listedAt,
      };
    }),
  );
  const { rows } = await tx.query<{ id: number; stock_number: string }>(
    "SELECT id, stock_number FROM inventory WHERE stock_number = ANY($1::text[])",
    [units.map((unit) => unit.stockNumber)],
  );
  const ids = new Map(rows.map((row) => [row.stock_number, row.id]));
  const images = units.flatMap((unit) =>
    (shots.get(unit) ?? []).map(({ source, kind, alt }, position) => ({
      inventory_id: ids.get(unit.stockNumber),
      position,
      media_id: media.get(source),
      kind,
      alt,
    })),
  );
  await insertRows(
    tx,
    "inventory_images",
    {
      inventory_id: "bigint",
      position: "smallint",
      media_id: "uuid",
      kind: "text",
      alt: "text",
    },
    images,
  );
  return ids;
}

/** Inserts media rows unless they exist. Returns ids by source. */
export async function insertMedia(
  tx: PoolClient,
  shots: readonly MediaSource[],
): Promise<ReadonlyMap<string, string>> {
  const media = new Map(
    shots.map(({ id, source, width, height, placeholder }) => [
      source,
      { id, source, width, height, placeholder },
    ]),
  );
  await tx.query(
    `INSERT INTO media (id, source, width, height, placeholder)
      SELECT id, source, width, height, placeholder
      FROM jsonb_to_recordset($1::jsonb)
        AS r(id uuid, source text, width int, height int, placeholder text)
      ON CONFLICT (source) DO NOTHING`,
    [JSON.stringify([...media.values()])],
  );
  const { rows } = await tx.query<{ id: string; source: string }>(
    "SELECT id, source FROM media WHERE source = ANY($1::text[])",
    [[...media.keys()]],
  );
  return new Map(rows.map(({ id, source }) => [source, id]));
}

/** Returns the specifications with the condition report's findings linked to their pictures. */
function withPhotos(
  specs: InventorySpecs,
  shots: readonly Shot[],
  media: ReadonlyMap<string, string>,
): InventorySpecs {
  if (specs.conditionReport === null) return specs;
  const sections = specs.conditionReport.sections.map((section) => ({
    ...section,
    photoIds: shots
      .filter(({ finding }) => finding?.area === section.area && finding.item === section.item)
      .flatMap(({ source }) => media.get(source) ?? []),
  }));
  return { ...specs, conditionReport: { ...specs.conditionReport, sections } };
}

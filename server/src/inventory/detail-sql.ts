import type { InventoryDetail, Video } from "@gavelyard/contract/inventory/inventory";
import { inventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import { captionsUrl, videoUrl, type VideoType } from "@gavelyard/contract/inventory/media";
import { defaultFees, feeTableOf, type FeeSchedule } from "@gavelyard/domain/sales/fees";
import { haulClassOf } from "@gavelyard/domain/sales/haul-class";
import { taxedAt } from "@gavelyard/domain/sales/tax";
import { offeredTitle } from "@gavelyard/domain/titles/title";
import type { Db } from "../db/pool.ts";
import { cardColumns, cardTables, nextChangeMs, toCard, type CardRow } from "./card-sql.ts";
import { published, saleFees } from "./sql.ts";
import { placeOfLot, soldIn, toPlace, type PlaceJson, type SoldIn } from "./tax-sql.ts";
import { medianTitleDays, titleColumns, titleNow, type TitleColumns } from "./title-sql.ts";

type VideoTuple = readonly [
  id: string,
  contentType: VideoType,
  kind: Video["kind"],
  durationMs: number,
  width: number,
  height: number,
  bytes: number,
  silent: boolean,
  posterId: string | null,
  captionsId: string | null,
  transcript: string,
];

interface DetailRow extends CardRow, Pick<TitleColumns, "title_events" | "paper"> {
  readonly title_days: number | null;
  readonly identifier_type: InventoryDetail["identifierType"];
  readonly vin: string | null;
  readonly odometer_brand: InventoryDetail["odometerBrand"];
  readonly primary_damage: InventoryDetail["primaryDamage"];
  readonly cab_type: InventoryDetail["cabType"];
  readonly gvwr_class: number | null;
  readonly sale_type: InventoryDetail["saleType"];
  readonly description: string;
  readonly specs: unknown;
  readonly videos: readonly VideoTuple[] | null;
  readonly spin: readonly string[] | null;
  readonly yard_name: string;
  readonly street: string | null;
  readonly zip: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly yard_time_zone: string;
  readonly fees: FeeSchedule | null;
  readonly place_of_sale: PlaceJson | null;
  readonly sold_in: SoldIn;
}

const columns = `${cardColumns("all")}, i.identifier_type, i.vin, i.odometer_brand, i.primary_damage,
  i.cab_type, i.gvwr_class, i.sale_type, i.description, i.specs,
  (SELECT json_agg(json_build_array(v.id, v.content_type, v.kind, v.duration_ms, v.width, v.height,
      v.bytes, v.silent, v.poster_id, v.captions_id, v.transcript) ORDER BY v.slot)
    FROM unit_videos v WHERE v.inventory_id = i.id) AS videos,
  (SELECT json_agg(f.media_id ORDER BY f.position) FROM unit_spin_frames f
    WHERE f.inventory_id = i.id AND f.position IS NOT NULL) AS spin, y.name AS yard_name, y.street,
  y.zip, y.lat, y.lng, y.time_zone AS yard_time_zone, ${saleFees} AS fees, ${placeOfLot} AS place_of_sale, ${soldIn} AS sold_in, ${titleColumns},
  CASE WHEN EXISTS (SELECT FROM title_events e WHERE e.inventory_id = i.id) THEN ${medianTitleDays} END AS title_days`;

/** A unit's detail without `serverTime`, so that its text can be cached. */
type UnitDetail = Omit<InventoryDetail, "serverTime">;

/** A unit's JSON text, and when the database's clock makes it stale, in ms. */
export interface UnitText {
  readonly text: string;
  readonly untilMs: number;
}

/** Returns the public details of published units, by ID; other units are missing from the map. */
export async function publishedDetails(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, UnitText>> {
  const { rows } = await db.query<DetailRow>({
    name: "inventory-details",
    text: `SELECT ${columns} FROM inventory i ${cardTables} WHERE i.id = ANY($1::bigint[]) AND ${published}`,
    values: [ids],
  });
  return new Map(
    rows.map((row) => [
      row.id,
      { text: JSON.stringify(toDetail(row)), untilMs: nextChangeMs(row) },
    ]),
  );
}

/** Returns the cards of published units, by ID; other units are missing from the map. */
export async function publishedCards(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, UnitText>> {
  const { rows } = await db.query<CardRow>({
    name: "published-cards",
    text: `SELECT ${cardColumns("first")} FROM inventory i ${cardTables} WHERE i.id = ANY($1::bigint[]) AND ${published}`,
    values: [ids],
  });
  return new Map(
    rows.map((row) => [row.id, { text: JSON.stringify(toCard(row)), untilMs: nextChangeMs(row) }]),
  );
}

/** Returns the details of a unit of any status, for staff; null if there is none. */
export async function detailOfAny(db: Db, id: number): Promise<InventoryDetail | null> {
  const { rows } = await db.query<DetailRow>({
    name: "inventory-detail-of-any",
    text: `SELECT ${columns} FROM inventory i ${cardTables} WHERE i.id = $1`,
    values: [id],
  });
  const [row] = rows;
  return row === undefined ? null : { ...toDetail(row), serverTime: row.now.toISOString() };
}

function toDetail(row: DetailRow): UnitDetail {
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
    // The schema has no private fields, such as the lien holder, so parsing drops them.
    specs: inventorySpecs.parse(row.specs),
    videos: row.videos === null ? [] : row.videos.map(toVideo),
    spin: row.spin === null ? null : [...row.spin],
    title: toTitle(row),
    fees: {
      ...feeTableOf(
        taxedAt(
          row.fees ?? defaultFees,
          toPlace(row.place_of_sale),
          haulClassOf(row.inventory_type),
        ),
      ),
      soldIn: row.sold_in,
    },
  };
}

function toTitle(row: DetailRow): InventoryDetail["title"] {
  const { title, differences } = titleNow(row);
  const status = title === null ? null : offeredTitle(title.state, differences);
  if (title === null || status === null) return null;
  return { status, expectedOn: title.expectedOn, medianDays: row.title_days };
}

function toVideo([
  id,
  contentType,
  kind,
  durationMs,
  width,
  height,
  bytes,
  silent,
  posterId,
  captionsId,
  transcript,
]: VideoTuple): Video {
  return {
    id,
    url: videoUrl(id, contentType),
    contentType,
    kind,
    durationMs,
    width,
    height,
    bytes,
    silent,
    posterId,
    captionsUrl: captionsId === null ? null : captionsUrl(captionsId),
    transcript,
  };
}

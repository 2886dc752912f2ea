import type { Image, InventoryCard, Lot } from "@gavelyard/contract/inventory/inventory";
import { mediaUrl } from "@gavelyard/contract/inventory/media";
import { auctionStatusAt } from "@gavelyard/domain/auctions/auction-status";
import { defaultIncrements, type IncrementTable } from "@gavelyard/domain/bidding/bid-increments";
import { lotMinNextBidCents, reserveState } from "@gavelyard/domain/bidding/bidding";
import { mayExtend } from "@gavelyard/domain/bidding/soft-close";

/** A picture as the query returns it: media ID, kind, alt, width, height, placeholder. */
export type ImageTuple = readonly [string, Image["kind"], string, number, number, string | null];

/** A row of `cardColumns` and `cardTables`. */
export interface CardRow {
  readonly id: number;
  readonly slug: string;
  readonly stock_number: string;
  readonly inventory_type: InventoryCard["inventoryType"];
  readonly model_year: number;
  readonly manufacturer: string;
  readonly model: string;
  readonly trim: string | null;
  readonly body_style: string | null;
  readonly odometer: number | null;
  readonly odometer_unit: InventoryCard["odometerUnit"];
  readonly engine_hours: number | null;
  readonly engine_type: string | null;
  readonly fuel_type: InventoryCard["fuelType"];
  readonly transmission: InventoryCard["transmission"];
  readonly axle_config: InventoryCard["axleConfig"];
  readonly title_brand: InventoryCard["titleBrand"];
  readonly run_condition: InventoryCard["runCondition"];
  readonly grade: number | null;
  readonly inventory_starting_cents: number;
  readonly estimate_low_cents: number | null;
  readonly estimate_high_cents: number | null;
  readonly featured: boolean;
  readonly status: InventoryCard["status"];
  readonly created_at: Date;
  readonly city: string;
  readonly state: string;
  readonly images: readonly ImageTuple[] | null;
  readonly has_video: boolean;
  /** Null if the unit was never in an auction; so are the lot and auction columns below. */
  readonly lot_id: number | null;
  readonly lot_number: number;
  readonly lot_suffix: string;
  readonly auction_id: number;
  readonly auction_name: string;
  readonly auction_start: Date | null;
  readonly auction_end: Date;
  readonly time_zone: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly closed_at: Date | null;
  readonly extensions: number;
  readonly soft_close_window_sec: number;
  readonly soft_close_extend_sec: number;
  readonly max_extensions: number | null;
  readonly starting_cents: number;
  readonly reserve_cents: number | null;
  readonly price_cents: number | null;
  readonly bid_count: number;
  readonly seq: number;
  readonly outcome: Lot["outcome"];
  readonly increments: IncrementTable | null;
  readonly now: Date;
}

/** SQL for whether unit `i` has a video, and a published 360° view. */
export const hasVideo = "EXISTS (SELECT FROM unit_videos v WHERE v.inventory_id = i.id)";
export const hasSpin = `EXISTS (SELECT FROM unit_spin_frames f
  WHERE f.inventory_id = i.id AND f.position IS NOT NULL)`;

/**
 * Columns of a `CardRow`. A card needs only the first picture, the detail page all of them (D10).
 */
export const cardColumns = (images: "first" | "all"): string => `
  i.id, i.slug, i.stock_number, i.inventory_type, i.model_year, i.manufacturer, i.model, i.trim,
  i.body_style, i.odometer, i.odometer_unit, i.engine_hours, i.engine_type, i.fuel_type,
  i.transmission, i.axle_config, i.title_brand, i.run_condition, i.grade,
  i.starting_cents AS inventory_starting_cents, i.estimate_low_cents, i.estimate_high_cents,
  i.featured, i.status, i.created_at, y.city, y.state,
  (SELECT json_agg(json_build_array(m.id, p.kind, p.alt, m.width, m.height, m.placeholder)
      ORDER BY p.position)
    FROM inventory_images p JOIN media m ON m.id = p.media_id
    WHERE p.inventory_id = i.id ${images === "all" ? "" : "AND p.position = 0"}) AS images,
  ${hasVideo} AS has_video,
  l.id AS lot_id, l.lot_number, l.lot_suffix, l.auction_id, a.name AS auction_name,
  a.start_time AS auction_start, a.time_zone, l.opens_at, l.closes_at, l.closed_at, l.extensions,
  l.soft_close_window_sec, l.soft_close_extend_sec, l.max_extensions, l.starting_cents, l.reserve_cents, l.price_cents, l.bid_count, l.seq, l.outcome, l.increments,
  (SELECT max(z.closes_at) FROM lots z WHERE z.auction_id = l.auction_id) AS auction_end,
  clock_ms() AS now`;

/** Joins for `cardColumns`. The query must already have the unit in scope as `i`. */
export const cardTables = `
  JOIN yards y ON y.id = i.yard_id
  LEFT JOIN lots l ON l.id = i.current_lot_id
  LEFT JOIN auctions a ON a.id = l.auction_id`;

const WIDE = 1280;
const THUMB = 480;

/** Maps a row to a public card. Drops everything hidden: reserve and maximum bids (D18, D20). */
export function toCard(row: CardRow): InventoryCard {
  const images = row.images === null ? [] : row.images.map(toImage);
  const cents = row.price_cents ?? row.starting_cents ?? row.inventory_starting_cents;
  const addedAt = row.created_at.toISOString();
  return {
    id: row.id,
    slug: row.slug,
    stockNumber: row.stock_number,
    name: unitName(row),
    inventoryType: row.inventory_type,
    modelYear: row.model_year,
    year: row.model_year,
    manufacturer: row.manufacturer,
    model: row.model,
    trim: row.trim,
    bodyStyle: row.body_style,
    odometer: row.odometer,
    mileage: row.odometer,
    odometerUnit: row.odometer_unit,
    engineHours: row.engine_hours,
    engineType: row.engine_type,
    fuelType: row.fuel_type,
    transmission: row.transmission,
    axleConfig: row.axle_config,
    titleBrand: row.title_brand,
    runCondition: row.run_condition,
    grade: row.grade,
    location: `${row.city}, ${row.state}`,
    startingPrice: (row.starting_cents ?? row.inventory_starting_cents) / 100,
    price: cents / 100,
    estimateLow: row.estimate_low_cents === null ? null : row.estimate_low_cents / 100,
    estimateHigh: row.estimate_high_cents === null ? null : row.estimate_high_cents / 100,
    featured: row.featured,
    inventoryStatus: row.status,
    status: row.status,
    image: images[0]?.url ?? null,
    images,
    hasVideo: row.has_video,
    lot: toLot(row),
    dateAdded: addedAt,
    uploadedAt: addedAt,
  };
}

function unitName(unit: Pick<CardRow, "model_year" | "manufacturer" | "model" | "trim">): string {
  const trim = unit.trim === null ? "" : ` ${unit.trim}`;
  return `${unit.model_year} ${unit.manufacturer} ${unit.model}${trim}`;
}

function toImage([id, kind, alt, width, height, placeholder]: ImageTuple, order: number): Image {
  return {
    id,
    url: mediaUrl(id, WIDE, "webp"),
    thumbUrl: mediaUrl(id, THUMB, "webp"),
    alt,
    kind,
    order,
    width,
    height,
    placeholder,
  };
}

/** Returns the lot's public state by the database's clock (D16), or null if the unit has no lot. */
function toLot(row: CardRow): Lot | null {
  if (row.lot_id === null) return null;
  const nowMs = row.now.getTime();
  return {
    lotId: row.lot_id,
    lotNumber: `${row.lot_number}${row.lot_suffix}`,
    auctionId: row.auction_id,
    auctionName: row.auction_name,
    auctionStatus: auctionStatusAt(nowMs, {
      startMs: row.auction_start?.getTime() ?? null,
      endMs: row.auction_end.getTime(),
    }),
    timeZone: row.time_zone,
    status: lotStatusAt(nowMs, row),
    opensAt: row.opens_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    extended: row.extensions > 0,
    softClose: mayExtend(
      { windowSec: row.soft_close_window_sec, maxExtensions: row.max_extensions },
      row.extensions,
    )
      ? { windowSec: row.soft_close_window_sec, extendSec: row.soft_close_extend_sec }
      : null,
    startingPrice: row.starting_cents / 100,
    price: row.price_cents === null ? null : row.price_cents / 100,
    minNextBid:
      lotMinNextBidCents({
        priceCents: row.price_cents,
        startingCents: row.starting_cents,
        increments: row.increments ?? defaultIncrements,
      }) / 100,
    bidCount: row.bid_count,
    seq: row.seq,
    reserveState: reserveState(row.reserve_cents, row.price_cents),
    outcome: row.outcome,
  };
}

/**
 * Returns the lot's status at `nowMs`. It is CLOSED once `closed_at` is set or `closes_at` has
 * passed (D16).
 */
export function lotStatusAt(
  nowMs: number,
  lot: { readonly opens_at: Date; readonly closes_at: Date; readonly closed_at: Date | null },
): Lot["status"] {
  if (lot.closed_at !== null || nowMs > lot.closes_at.getTime()) return "CLOSED";
  return nowMs < lot.opens_at.getTime() ? "UPCOMING" : "OPEN";
}

/** Returns the next time, in ms, at which the clock alone changes the card; infinity if none. */
export function nextChangeMs(row: CardRow): number {
  if (row.lot_id === null) return Number.POSITIVE_INFINITY;
  const instants = [
    row.auction_start?.getTime() ?? 0,
    row.auction_end.getTime() + 1,
    row.opens_at.getTime(),
    row.closes_at.getTime() + 1,
  ];
  return Math.min(...instants.filter((instant) => instant > row.now.getTime()));
}

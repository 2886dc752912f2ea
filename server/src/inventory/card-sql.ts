import type { Image, InventoryCard, Lot } from "@gavelyard/contract/inventory";
import { mediaUrl } from "@gavelyard/contract/media";
import { auctionStatusAt } from "@gavelyard/domain/auction-status";
import { defaultIncrements, type IncrementTable } from "@gavelyard/domain/bid-increments";
import { lotMinNextBidCents, reserveState } from "@gavelyard/domain/bidding";

/** A picture of a unit as its statement gathers it: media id, kind, alt, width, height, placeholder. */
export type ImageTuple = readonly [string, Image["kind"], string, number, number, string | null];

/** What a card is made from: one row of `cardColumns` and `cardTables`. */
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
  /** Null for a unit that never was in an auction, as all that follows then. */
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
  readonly starting_cents: number;
  readonly reserve_cents: number | null;
  readonly price_cents: number | null;
  readonly bid_count: number;
  readonly seq: number;
  readonly outcome: Lot["outcome"];
  readonly increments: IncrementTable | null;
  readonly now: Date;
  /** Only of a search: miles from where it was made, null without a place. */
  readonly miles?: number | null;
}

/** Pictures that a card carries, the first with its placeholder; the detail has them all. */
export const CARD_IMAGES = 4;

/** Columns of a `CardRow` of `cardTables`; `imageCount` null takes all pictures. */
export const cardColumns = (imageCount: number | null): string => `
  i.id, i.slug, i.stock_number, i.inventory_type, i.model_year, i.manufacturer, i.model, i.trim,
  i.body_style, i.odometer, i.odometer_unit, i.engine_hours, i.engine_type, i.fuel_type,
  i.transmission, i.axle_config, i.title_brand, i.run_condition, i.grade,
  i.starting_cents AS inventory_starting_cents, i.estimate_low_cents, i.estimate_high_cents,
  i.featured, i.status, i.created_at, y.city, y.state,
  (SELECT json_agg(json_build_array(m.id, p.kind, p.alt, m.width, m.height,
      ${imageCount === null ? "m.placeholder" : "CASE WHEN p.position = 0 THEN m.placeholder END"})
      ORDER BY p.position)
    FROM inventory_images p JOIN media m ON m.id = p.media_id
    WHERE p.inventory_id = i.id ${imageCount === null ? "" : `AND p.position < ${imageCount}`}) AS images,
  l.id AS lot_id, l.lot_number, l.lot_suffix, l.auction_id, a.name AS auction_name,
  a.start_time AS auction_start, a.time_zone, l.opens_at, l.closes_at, l.closed_at, l.extensions,
  l.starting_cents, l.reserve_cents, l.price_cents, l.bid_count, l.seq, l.outcome, l.increments,
  (SELECT max(z.closes_at) FROM lots z WHERE z.auction_id = l.auction_id) AS auction_end,
  clock_ms() AS now`;

/** What the columns of a card are read from; `i` is the unit and must be in scope already. */
export const cardTables = `
  JOIN yards y ON y.id = i.yard_id
  LEFT JOIN lots l ON l.id = i.current_lot_id
  LEFT JOIN auctions a ON a.id = l.auction_id`;

const WIDE = 1280;
const THUMB = 480;

/** A row as lists show it. Nothing hidden gets past here: neither reserve nor maxima (D18, D20). */
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
    ...(row.miles === undefined || row.miles === null
      ? {}
      : { distanceMiles: Math.round(row.miles) }),
    startingPrice: (row.starting_cents ?? row.inventory_starting_cents) / 100,
    price: cents / 100,
    estimateLow: row.estimate_low_cents === null ? null : row.estimate_low_cents / 100,
    estimateHigh: row.estimate_high_cents === null ? null : row.estimate_high_cents / 100,
    featured: row.featured,
    inventoryStatus: row.status,
    status: row.status,
    image: images[0]?.url ?? null,
    images,
    lot: toLot(row),
    dateAdded: addedAt,
    uploadedAt: addedAt,
  };
}

/** Model year, manufacturer, model and trim, as people name a unit. */
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

/** The public state of the row's lot by the database's clock (D16); null without one. */
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

/** Where a lot stands at `nowMs`: closed when it was closed or its time is up (D16). */
export function lotStatusAt(
  nowMs: number,
  lot: { readonly opens_at: Date; readonly closes_at: Date; readonly closed_at: Date | null },
): Lot["status"] {
  if (lot.closed_at !== null || nowMs > lot.closes_at.getTime()) return "CLOSED";
  return nowMs < lot.opens_at.getTime() ? "UPCOMING" : "OPEN";
}

/** Cards in their order, with the database's clock when they were read; null when there are none. */
export interface CardList {
  readonly cards: InventoryCard[];
  readonly serverTime: string | null;
}

export function cardList(rows: readonly CardRow[]): CardList {
  return { cards: rows.map(toCard), serverTime: rows[0]?.now.toISOString() ?? null };
}

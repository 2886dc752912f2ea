import {
  facetFields,
  type FacetField,
  type InventoryFilter,
} from "@gavelyard/contract/inventory-filter";
import type { Db } from "../db/pool.ts";
import { Values } from "../db/values.ts";
import {
  CARD_IMAGES,
  cardColumns,
  cardList,
  cardTables,
  type CardList,
  type CardRow,
} from "./card-sql.ts";
import { milesToYard, yardsInReach } from "./distance-sql.ts";
import { isOfFacetsAlone, selectionOf } from "./facet-bits-sql.ts";
import {
  closingSoon,
  idsInOrder,
  listCards,
  unarchivedUnits,
  type InventorySort,
} from "./list-sql.ts";
import { lotStage } from "./lot-stage-sql.ts";
import { published } from "./sql.ts";
import { searchQuery } from "./search-query.ts";

/** Where the values of each facet are found, as text, in `filterTables`. */
export const facetColumns: Readonly<Record<FacetField, string>> = {
  auctionStatus: lotStage,
  inventoryType: "i.inventory_type",
  manufacturer: "i.manufacturer",
  bodyStyle: "i.body_style",
  state: "y.state",
  fuelType: "i.fuel_type",
  transmission: "i.transmission",
  drivetrain: "i.specs ->> 'drivetrain'",
  cabType: "i.cab_type",
  sleeperRoof: "i.specs ->> 'sleeperRoof'",
  axleConfig: "i.axle_config",
  suspension: "i.specs ->> 'suspension'",
  gvwrClass: "i.gvwr_class::text",
  trailerType: "i.specs -> 'trailer' ->> 'trailerType'",
  exteriorColor: "i.specs ->> 'exteriorColor'",
  titleBrand: "i.title_brand",
  titleState: "i.specs ->> 'titleState'",
  odometerBrand: "i.odometer_brand",
  runCondition: "i.run_condition",
  primaryDamage: "i.primary_damage",
  saleType: "i.sale_type",
};

const filterJoins = {
  y: "JOIN yards y ON y.id = i.yard_id",
  l: "LEFT JOIN lots l ON l.id = i.current_lot_id",
} as const;
export const filterTables = ["inventory i", ...Object.values(filterJoins)].join(" ");

const price = "coalesce(l.price_cents, l.starting_cents, i.starting_cents)";

/** Orders of a narrowed list; the keys are the contract's, so no other text gets into a statement. */
const orders: Readonly<Record<InventorySort, string>> = {
  CLOSING_SOON: closingSoon,
  NEWEST: "i.created_at DESC, i.id DESC",
  PRICE_LOW: `${price}, i.id`,
  PRICE_HIGH: `${price} DESC, i.id DESC`,
  YEAR_NEW: "i.model_year DESC, i.id DESC",
  YEAR_OLD: "i.model_year, i.id",
  ODOMETER_LOW: "i.odometer, i.id",
  MOST_BIDS: "coalesce(l.bid_count, 0) DESC, i.id DESC",
};

/** What a filter asks for, as SQL: facets apart from all else, since each facet ignores its own. */
export interface Conditions {
  readonly fixed: readonly string[];
  readonly byFacet: ReadonlyMap<FacetField, string>;
}

/** Turns a filter into conditions; its values only ever become parameters. */
export function conditionsOf(
  filter: InventoryFilter,
  values: Values,
  shown: string = published,
): Conditions {
  const fixed = [shown];
  const byFacet = new Map<FacetField, string>();
  for (const field of facetFields) {
    const chosen = filter[field];
    if (chosen === undefined || chosen.length === 0) continue;
    const wanted = values.add(chosen.map(String));
    byFacet.set(field, `coalesce((${facetColumns[field]}) = ANY(${wanted}::text[]), false)`);
  }
  if (filter.model !== undefined && filter.model.length > 0) {
    // A model narrows its make: the other makes stay to be chosen.
    const models = `i.model = ANY(${values.add(filter.model)}::text[])`;
    const makes = byFacet.get("manufacturer");
    byFacet.set("manufacturer", makes === undefined ? models : `(${makes} AND ${models})`);
  }
  const search = searchQuery(filter.q ?? "");
  if (search !== null) fixed.push(`i.search @@ to_tsquery('simple', ${values.add(search)})`);
  if (filter.auctionId !== undefined) fixed.push(`l.auction_id = ${values.add(filter.auctionId)}`);
  const inReach = yardsInReach(filter, values);
  if (inReach !== null) fixed.push(`i.yard_id IN (${inReach})`);
  const flag = (condition: string, wanted: boolean | undefined) => {
    if (wanted !== undefined) fixed.push(`coalesce(${condition}, false) = ${values.add(wanted)}`);
  };
  flag("i.featured", filter.featured);
  flag("jsonb_typeof(i.specs -> 'apu') = 'object'", filter.apu);
  flag("i.specs -> 'carbCompliant' = 'true'", filter.carbCompliant);
  const range = (column: string, from: number | undefined, to: number | undefined) => {
    if (from !== undefined) fixed.push(`${column} >= ${values.add(from)}`);
    if (to !== undefined) fixed.push(`${column} <= ${values.add(to)}`);
  };
  range("i.model_year", filter.yearFrom, filter.yearTo);
  range(price, toCents(filter.priceFrom), toCents(filter.priceTo));
  range("i.odometer", filter.odometerFrom, filter.odometerTo);
  range("i.engine_hours", filter.engineHoursFrom, filter.engineHoursTo);
  range("(i.specs ->> 'horsepower')::numeric", filter.horsepowerFrom, filter.horsepowerTo);
  range("(i.specs ->> 'gvwrLb')::numeric", filter.gvwrLbFrom, filter.gvwrLbTo);
  range(
    "(i.specs -> 'trailer' ->> 'lengthFt')::numeric",
    filter.trailerLengthFtFrom,
    filter.trailerLengthFtTo,
  );
  range("i.grade", filter.gradeFrom, undefined);
  return { fixed, byFacet };
}

const toCents = (dollars: number | undefined) =>
  dollars === undefined ? undefined : Math.round(dollars * 100);

/** A page of the units that a filter asks for, by whichever way is quickest. */
export async function filterCards(db: Db, filter: InventoryFilter): Promise<CardList> {
  const { sort, page, size } = filter;
  if (sort === "NEAREST" || !isOfFacetsAlone(filter)) return cardsByRows(db, filter);
  const { fixed, byFacet } = conditionsOf(filter, new Values());
  const everything = fixed.length === 1 && byFacet.size === 0 && filter.lat === undefined;
  return everything ? listCards(db, { sort, page, size }) : cardsByBits(db, { ...filter, sort });
}

/** With more units than this a walk along the list's order meets enough of them. */
const FEW = 4_000;

/** The order that a filter asks for; nearest first needs a located one. */
const orderOf = (filter: InventoryFilter, values: Values) =>
  filter.sort === "NEAREST"
    ? `${milesToYard(filter, values) ?? "0"}, i.id DESC`
    : orders[filter.sort];

/** Columns of a card, and of a located filter also how far it is. */
const columnsOf = (filter: InventoryFilter, values: Values) =>
  `${cardColumns(CARD_IMAGES)}, ${milesToYard(filter, values) ?? "NULL::float8"} AS miles`;

/**
 * Few units are taken out of the bitmaps and sorted; of many, a walk along the order's index keeps
 * those whose bit is set. Either way nothing reads rows that are not on the page.
 */
export async function cardsByBits(
  db: Db,
  filter: InventoryFilter & { readonly sort: InventorySort },
  few = FEW,
): Promise<CardList> {
  const values = new Values();
  const { ctes } = selectionOf(filter, values);
  const limit = Math.trunc(filter.size);
  const offset = Math.trunc(filter.page) * limit;
  const isChosen = (id: string) =>
    `get_bit((SELECT bits FROM map)[(${id} / 30000)::int + 1], (${id} % 30000)::int) = 1`;
  const { rows } = await db.query<CardRow>(
    `WITH ${ctes}, total AS MATERIALIZED (SELECT coalesce(sum(bit_count("all")), 0) AS units FROM chosen),
      map AS MATERIALIZED (
        SELECT array_agg(coalesce(c."all", repeat('0', 30000)::bit(30000)) ORDER BY n.chunk) AS bits
        FROM generate_series(0, (SELECT max(id) / 30000 FROM inventory)::int) AS n(chunk)
        LEFT JOIN chosen c ON c.chunk = n.chunk),
      few AS (
        SELECT f.id, row_number() OVER () AS n FROM (
          SELECT i.id FROM chosen c CROSS JOIN LATERAL units_in(c.chunk, c."all") AS u(id)
            JOIN inventory i ON i.id = u.id LEFT JOIN lots l ON l.id = i.current_lot_id
          WHERE (SELECT units FROM total) <= ${Math.trunc(few)}
          ORDER BY ${orders[filter.sort]} LIMIT ${limit} OFFSET ${offset}) f),
      many AS (
        SELECT m.id, m.n FROM (${idsInOrder(filter.sort, limit, offset, isChosen)}) m
        WHERE (SELECT units FROM total) > ${Math.trunc(few)}),
      found AS MATERIALIZED (SELECT id, n FROM few UNION ALL SELECT id, n FROM many)
    SELECT ${columnsOf(filter, values)} FROM found JOIN inventory i ON i.id = found.id ${cardTables}
    ORDER BY found.n`,
    values.list,
  );
  return cardList(rows);
}

/** Reads the rows themselves; whole numbers stand in the text, for the planner. */
export async function cardsByRows(db: Db, filter: InventoryFilter): Promise<CardList> {
  const values = new Values();
  const { fixed, byFacet } = conditionsOf(filter, values);
  const { rows } = await db.query<CardRow>(
    `WITH found AS MATERIALIZED (
      SELECT f.id, row_number() OVER () AS n FROM (
        SELECT i.id FROM ${filterTables} WHERE ${[...fixed, ...byFacet.values()].join(" AND ")}
        ORDER BY ${orderOf(filter, values)}
        LIMIT ${Math.trunc(filter.size)} OFFSET ${Math.trunc(filter.page * filter.size)}) f)
    SELECT ${columnsOf(filter, values)} FROM found JOIN inventory i ON i.id = found.id ${cardTables}
    ORDER BY found.n`,
    values.list,
  );
  return cardList(rows);
}

/** The statuses that staff ask for; all but archived unless they ask for those. */
export function statusShown(
  { inventoryStatus = [] }: { readonly inventoryStatus?: readonly string[] | undefined },
  values: Values,
): string {
  return inventoryStatus.length === 0
    ? unarchivedUnits.shown
    : `i.status = ANY(${values.add(inventoryStatus)}::text[])`;
}

/** Of `filterTables` those that conditions and an order speak of: others would be joined for nothing. */
function tablesOf(text: string): string {
  const speaksOf = (alias: string) => new RegExp(`\\b${alias}\\.`).test(text);
  return [
    "inventory i",
    ...(speaksOf("y") ? [filterJoins.y] : []),
    ...(speaksOf("l") ? [filterJoins.l] : []),
  ].join(" ");
}

/** A page of the units that staff ask for, of any status but archived unless they ask for those. */
export async function searchAnyStatus(
  db: Db,
  filter: InventoryFilter & { readonly inventoryStatus?: readonly string[] | undefined },
): Promise<{ cards: CardList["cards"]; total: number }> {
  const values = new Values();
  const { fixed, byFacet } = conditionsOf(filter, values, statusShown(filter, values));
  const where = [...fixed, ...byFacet.values()].join(" AND ");
  const given = values.list.length;
  const everything = where === unarchivedUnits.shown;
  const order = orderOf(filter, values);
  const limit = Math.trunc(filter.size);
  const offset = Math.trunc(filter.page) * limit;
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${tablesOf(where)} WHERE ${where}`,
    values.list.slice(0, given),
  );
  const ids =
    everything && filter.sort !== "NEAREST"
      ? idsInOrder(filter.sort, limit, offset, undefined, unarchivedUnits)
      : `SELECT f.id, row_number() OVER () AS n FROM (
          SELECT i.id FROM ${tablesOf(where + order)} WHERE ${where} ORDER BY ${order}
          LIMIT ${limit} OFFSET ${offset}) f`;
  const { rows } = await db.query<CardRow>(
    `WITH found AS MATERIALIZED (${ids})
    SELECT ${columnsOf(filter, values)}
    FROM found JOIN inventory i ON i.id = found.id ${cardTables} ORDER BY found.n`,
    values.list,
  );
  return { cards: cardList(rows).cards, total: counted[0]?.total ?? 0 };
}

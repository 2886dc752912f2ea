import * as inventory from "@gavelyard/contract/inventory";
import {
  inventoryFilter,
  searchSorts,
  type InventoryFilter,
} from "@gavelyard/contract/inventory-filter";
import { isStaff } from "@gavelyard/domain/roles";
import type { Context } from "../context.ts";
import { notFound } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import { Costly } from "../db/costly.ts";
import { located } from "./distance.ts";
import { detailsByIds } from "./detail-sql.ts";
import {
  countFacets,
  filterBounds,
  refreshFacets,
  type Counts,
  type FilterBounds,
} from "./facets-sql.ts";
import { filterCards } from "./filter-sql.ts";
import { ReadTogether } from "../db/read-together.ts";
import type { CardList } from "./card-sql.ts";
import { clockNow } from "./sql.ts";
import type { UnitViews } from "./unit-views.ts";
import { countPublished, featuredCards, listCards } from "./list-sql.ts";
import { pageOf, type PageAsked } from "../http/page.ts";

const everything = inventoryFilter.parse({});

/** Browsing: lists, search and one unit (specification section 7). */
export function inventoryRoutes(serve: Serve, { pool }: Context, views: UnitViews): void {
  const totals = new Costly<number>();
  const counts = new Costly<Counts>();
  const bounds = new Costly<FilterBounds>();
  const details = new ReadTogether((ids: readonly number[]) => detailsByIds(pool, ids));
  const countsOf = (filter: InventoryFilter) => {
    const narrowing = { ...filter, sort: everything.sort, page: 0, size: everything.size };
    return counts.get(JSON.stringify(narrowing), () => countFacets(pool, narrowing));
  };

  async function onePage(list: CardList, total: number, asked: PageAsked) {
    return {
      ...pageOf(list.cards, total, asked),
      serverTime: list.serverTime ?? (await clockNow(pool)),
    };
  }

  serve(inventory.listInventories, async ({ query }) => {
    const [list, total] = await Promise.all([
      listCards(pool, query),
      totals.get("published", () => countPublished(pool)),
    ]);
    return onePage(list, total, query);
  });

  serve(inventory.featuredInventories, () => featuredCards(pool));

  serve(inventory.filterInventories, async ({ body }) => {
    const filter = await located(body);
    await refreshFacets(pool);
    const [list, { total, facets }] = await Promise.all([
      filterCards(pool, filter),
      countsOf(filter),
    ]);
    return { ...(await onePage(list, total, body)), facets };
  });

  serve(inventory.inventoryFilterDetails, async () => {
    await refreshFacets(pool);
    const [{ facets }, { models, priceCents, year, odometer, engineHours }] = await Promise.all([
      countsOf(everything),
      bounds.get("", () => filterBounds(pool)),
    ]);
    const price = { min: priceCents.min / 100, max: priceCents.max / 100 };
    return {
      facets,
      models,
      ranges: { year, price, odometer, engineHours },
      sorts: [...searchSorts],
    };
  });

  serve(inventory.inventoryById, async ({ params }) => {
    const detail = await details.get(params.id);
    if (detail === undefined) throw notFound("Vehicle not found, or no longer listed");
    return detail;
  });

  serve(inventory.countUnitView, ({ params, user }) => {
    if (user === null || !isStaff(user.role)) views.count(params.id);
    return { message: "Counted" };
  });
}

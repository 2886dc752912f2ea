import { addressOf } from "@gavelyard/contract/inventory/filter-address";
import { savedSearch } from "@gavelyard/contract/inventory/saved-searches";
import { searchNotice } from "@gavelyard/domain/users/push-notices";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { enqueueAll, job, type Job } from "../jobs/enqueue.ts";
import { mayAlert, takeDueAlerts, type AlertRow } from "./alert-sql.ts";

const SEARCHES_AT_ONCE = 500;
/** Maximum units that an email names for each search. */
const NAMED_UNITS = 10;
const GOOD_MS = 86_400_000;

interface FoundUnit {
  readonly lotId: number;
  readonly inventoryId: number;
  readonly title: string;
  readonly priceCents: number;
  readonly closesAt: string;
  readonly timeZone: string;
}

interface FoundBySearch {
  readonly name: string;
  readonly path: string;
  readonly units: readonly FoundUnit[];
}

/**
 * Enqueues the due alerts, one email and one push per user for all their searches (D48). False when
 * none is due or another process is sending.
 */
export async function sendAlerts({ pool }: Pick<Context, "pool">): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const rows = (await mayAlert(tx)) ? await takeDueAlerts(tx, SEARCHES_AT_ONCE) : [];
    const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
    await enqueueAll(tx, [...byUser.values()].flatMap(alertOf));
    return rows.length > 0;
  });
}

function alertOf(rows: readonly AlertRow[]): Job[] {
  const [first] = rows;
  const searches = foundBySearches(rows);
  const units = searches.flatMap((search) => search.units);
  if (first === undefined || units.length === 0) return [];
  const { user_id: userId, name, email: to, now } = first;
  const lastCloseMs = Math.max(...units.map(({ closesAt }) => Date.parse(closesAt)));
  const mail = job("send-mail", {
    eventKey: `search-alert:${userId}:${now.getTime()}`,
    to,
    content: {
      kind: "SEARCH_ALERT",
      name,
      count: units.length,
      lotIds: units.map(({ lotId }) => lotId),
      searches: searches.map((search) => ({
        name: search.name,
        path: search.path,
        units: search.units.slice(0, NAMED_UNITS),
        more: Math.max(0, search.units.length - NAMED_UNITS),
      })),
    },
  });
  const push = job("send-push", {
    userId,
    kind: "SEARCH_ALERT",
    notice: searchNotice({
      searches: searches.map((search) => search.name),
      units,
      count: units.length,
      path: searches[0]?.path ?? "/vehicles",
    }),
    goodUntil: new Date(Math.min(now.getTime() + GOOD_MS, lastCloseMs)).toISOString(),
    deviceId: null,
  });
  return first.has_device ? [mail, push] : [mail];
}

/** Groups units by search. A unit that several searches found is listed under the first one. */
function foundBySearches(rows: readonly AlertRow[]): FoundBySearch[] {
  const named = new Set<number>();
  return [...Map.groupBy(rows, ({ search_id }) => search_id).values()]
    .map((found) => ({
      name: found[0]?.search_name ?? "",
      path: addressOf(savedSearch.shape.filter.safeParse(found[0]?.filter).data ?? {}),
      units: found
        .map(unitOf)
        .filter((unit) => unit !== null)
        .filter(({ inventoryId }) => !named.has(inventoryId) && named.add(inventoryId)),
    }))
    .filter(({ units }) => units.length > 0);
}

function unitOf(row: AlertRow): FoundUnit | null {
  const { lot_id: lotId, inventory_id: inventoryId, title } = row;
  const { price_cents: priceCents, time_zone: timeZone } = row;
  const closesAt = row.closes_at?.toISOString() ?? null;
  if (lotId === null || inventoryId === null || title === null || priceCents === null) return null;
  if (closesAt === null || timeZone === null) return null;
  return { lotId, inventoryId, title, priceCents, closesAt, timeZone };
}

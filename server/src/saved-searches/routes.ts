import { msg, t } from "@gavelyard/messages/text";
import {
  inventoryFilter,
  type InventoryFilter,
} from "@gavelyard/contract/inventory/inventory-filter";
import {
  changeSearchAlert,
  deleteSavedSearch,
  savedSearch,
  savedSearches,
  saveSearch,
  seeSavedSearch,
  type SavedSearch,
} from "@gavelyard/contract/inventory/saved-searches";
import { MAX_NEW_UNITS, MAX_SAVED_SEARCHES } from "@gavelyard/domain/inventory/saved-searches";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal, notFound } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import {
  deleteSearch,
  insertSearch,
  markSeen,
  searchesOf,
  setAlert,
  type SavedSearchRow,
} from "./sql.ts";

const { filter: savedFilter } = savedSearch.shape;

export function savedSearchRoutes(
  serve: Serve,
  { pool }: Context,
  countNewer: (filter: InventoryFilter, since: Date) => Promise<number>,
): void {
  async function toSavedSearch(row: SavedSearchRow): Promise<SavedSearch> {
    const { data: filter } = savedFilter.safeParse(row.filter);
    return {
      id: row.id,
      name: row.name,
      // A filter that the current contract rejects no longer narrows anything.
      filter: filter ?? {},
      alert: row.alert,
      createdAt: row.created_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      newUnits: Math.min(
        MAX_NEW_UNITS,
        await countNewer(inventoryFilter.parse(filter ?? {}), row.seen_at),
      ),
    };
  }

  serve(savedSearches, async ({ params }) =>
    Promise.all((await searchesOf(pool, params.userId)).map(toSavedSearch)),
  );

  serve(saveSearch, async ({ params, body }) => {
    const saved = await inTransaction(pool, (tx) =>
      insertSearch(tx, { ...params, ...body, most: MAX_SAVED_SEARCHES }),
    );
    if (saved === "taken")
      throw new Refusal("already-exists", msg("You already have a saved search with this name"));
    if (saved === "full") {
      throw new Refusal(
        "limit-reached",
        msg("You can have up to {MAX_SAVED_SEARCHES} saved searches. Delete one first.", {
          MAX_SAVED_SEARCHES,
        }),
      );
    }
    return toSavedSearch(saved);
  });

  serve(changeSearchAlert, async ({ params, body }) => {
    if (!(await setAlert(pool, params.userId, params.id, body.alert)))
      throw notFound(msg("Saved search not found"));
    return { message: t("Alert changed") };
  });

  serve(seeSavedSearch, async ({ params }) => {
    if (!(await markSeen(pool, params.userId, params.id)))
      throw notFound(msg("Saved search not found"));
    return { message: t("Marked as seen") };
  });

  serve(deleteSavedSearch, async ({ params }) => {
    await deleteSearch(pool, params.userId, params.id);
    return { message: t("Saved search deleted") };
  });
}

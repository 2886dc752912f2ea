import { inventoryFilter } from "@gavelyard/contract/inventory-filter";
import {
  deleteSavedSearch,
  savedSearch,
  savedSearches,
  saveSearch,
  seeSavedSearch,
  type SavedSearch,
} from "@gavelyard/contract/saved-searches";
import { MOST_NEW_UNITS, MOST_SAVED_SEARCHES } from "@gavelyard/domain/saved-searches";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { conflict, notFound } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import { countNewer } from "../inventory/newer-sql.ts";
import { deleteSearch, insertSearch, markSeen, searchesOf, type SavedSearchRow } from "./sql.ts";

const { filter: savedFilter } = savedSearch.shape;

/** Searches that customers keep. */
export function savedSearchRoutes(serve: Serve, { pool }: Context): void {
  async function shown(row: SavedSearchRow): Promise<SavedSearch> {
    const { data: filter } = savedFilter.safeParse(row.filter);
    return {
      id: row.id,
      name: row.name,
      // A field that the contract has dropped since narrows nothing any more.
      filter: filter ?? {},
      createdAt: row.created_at.toISOString(),
      newUnits: await countNewer(
        pool,
        inventoryFilter.parse(filter ?? {}),
        row.seen_at,
        MOST_NEW_UNITS,
      ),
    };
  }

  serve(savedSearches, async ({ params }) =>
    Promise.all((await searchesOf(pool, params.userId)).map(shown)),
  );

  serve(saveSearch, async ({ params, body }) => {
    const kept = await inTransaction(pool, (tx) =>
      insertSearch(tx, { ...params, ...body, most: MOST_SAVED_SEARCHES }),
    );
    if (kept === "taken") throw conflict("You already have a saved search with this name");
    if (kept === "full") {
      throw conflict(`You can have up to ${MOST_SAVED_SEARCHES} saved searches. Delete one first.`);
    }
    return shown(kept);
  });

  serve(seeSavedSearch, async ({ params }) => {
    if (!(await markSeen(pool, params.userId, params.id))) throw notFound("Saved search not found");
    return { message: "Marked as seen" };
  });

  serve(deleteSavedSearch, async ({ params }) => {
    await deleteSearch(pool, params.userId, params.id);
    return { message: "Saved search deleted" };
  });
}

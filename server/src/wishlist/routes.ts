import * as wishlists from "@gavelyard/contract/wishlist";
import type { Context } from "../context.ts";
import { conflict, notFound } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import { cardsByIds } from "../inventory/sql.ts";
import { MOST_WATCHED, unwatch, watch, watchedBy } from "./sql.ts";

/** What customers watch (specification section 7, D35). */
export function wishlistRoutes(serve: Serve, { pool }: Context): void {
  serve(wishlists.wishlist, async ({ params }) => {
    const watched = await watchedBy(pool, params.userId);
    const cards = await cardsByIds(
      pool,
      watched.map((row) => row.inventory_id),
    );
    return watched.flatMap((row) => {
      const card = cards.get(row.inventory_id);
      if (card === undefined) return [];
      return [{ ...card, description: row.description, addedAt: row.added_at.toISOString() }];
    });
  });

  serve(wishlists.addToWishlist, async ({ params }) => {
    const { known, full } = await watch(pool, params.userId, params.inventoryId);
    if (!known) throw notFound("Vehicle not found");
    if (full) {
      throw conflict(`Your watchlist can have up to ${MOST_WATCHED} vehicles. Remove one first.`);
    }
    return { message: "Added to your watchlist" };
  });

  serve(wishlists.removeFromWishlist, async ({ params }) => {
    await unwatch(pool, params.userId, params.inventoryId);
    return { message: "Removed from your watchlist" };
  });
}

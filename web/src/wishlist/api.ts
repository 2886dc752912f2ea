import { queryOptions } from "@tanstack/react-query";
import { ApiError, type Call } from "../api/client.ts";

export const wishlistQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "wishlist"],
    queryFn: async () => {
      const answer = call("wishlist", { params: { userId: String(userId) } });
      // Visitors have no watchlist to read.
      const { readWatchedUnits } = await import("./watched-units.ts");
      return readWatchedUnits(await answer);
    },
  });

/** What is said when the watchlist fails: the error's own message first (specification section 8). */
export const wishlistFailure = (error: unknown): string =>
  (error instanceof ApiError && error.message) || "An error occurred while managing your wishlist";

import { t } from "@gavelyard/messages/text";
import { pricedMeta } from "../realtime/priced-meta.ts";
import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const wishlistQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "wishlist"],
    queryFn: async () => {
      const [answer, { readWatchedUnits }] = await Promise.all([
        call("wishlist", { params: { userId: String(userId) } }),
        // Load the parser only now; visitors have no watchlist.
        import("./watched-units.ts"),
      ]);
      return readWatchedUnits(answer);
    },
    meta: pricedMeta,
  });

export const calendarLinkQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "calendar-link"], queryFn: () => call("calendarLink") });

/** Returns a watchlist error's message, the server's or its own (specification section 8). */
export const wishlistFailure = (error: unknown): string =>
  (error instanceof Error && error.message) || t("An error occurred while managing your wishlist");

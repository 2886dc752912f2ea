import { msg, t } from "@gavelyard/messages/text";
import * as calendars from "@gavelyard/contract/auctions/calendar";
import * as wishlists from "@gavelyard/contract/inventory/wishlist";
import { randomBytes } from "node:crypto";
import type { Context } from "../context.ts";
import { tokenHash } from "../db/secrets/token-hash.ts";
import { Refusal, notFound } from "../refusal.ts";
import { inLanguage } from "../http/reader-language.ts";
import type { Serve } from "../http/serve.ts";
import { cardsByIds } from "../inventory/sql.ts";
import {
  calendarLinkOf,
  deleteCalendarLink,
  saveCalendarLink,
  userOfCalendar,
  watchedCloses,
} from "./calendar-sql.ts";
import { calendarOf } from "./calendar.ts";
import { MAX_WATCHED, unwatch, watch, watchedBy } from "./sql.ts";

/** Routes for customers' watchlists (specification section 7, D35), also as a calendar (D56). */
export function wishlistRoutes(
  serve: Serve,
  { pool, publicUrl }: Pick<Context, "pool" | "publicUrl">,
): void {
  serve(calendars.calendarLink, async ({ user }) => ({
    createdAt: (await calendarLinkOf(pool, user.userId))?.toISOString() ?? null,
  }));

  serve(calendars.createCalendarLink, async ({ user }) => {
    const key = randomBytes(32).toString("base64url");
    await saveCalendarLink(pool, user.userId, tokenHash(key));
    return { url: `${publicUrl}/calendar.ics?key=${key}` };
  });

  serve(calendars.deleteCalendarLink, async ({ user }) => {
    await deleteCalendarLink(pool, user.userId);
    return { message: t("Calendar link turned off") };
  });

  serve(calendars.calendar, async ({ query, reply }) => {
    const user = await userOfCalendar(pool, tokenHash(query.key));
    if (user === null) {
      throw notFound(
        msg("This calendar link doesn't work anymore. Create a new one in your watchlist."),
      );
    }
    const closes = await watchedCloses(pool, user.id);
    return reply
      .type("text/calendar; charset=utf-8")
      .header("Cache-Control", "no-store")
      .header("Content-Disposition", 'inline; filename="watchlist.ics"')
      .send(inLanguage(user.language, () => calendarOf(closes, publicUrl)));
  });

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
    if (!known) throw notFound(msg("Vehicle not found"));
    if (full) {
      throw new Refusal(
        "limit-reached",
        msg("Your watchlist can have up to {MAX_WATCHED} vehicles. Remove one first.", {
          MAX_WATCHED,
        }),
      );
    }
    return { message: t("Added to your watchlist") };
  });

  serve(wishlists.removeFromWishlist, async ({ params }) => {
    await unwatch(pool, params.userId, params.inventoryId);
    return { message: t("Removed from your watchlist") };
  });
}

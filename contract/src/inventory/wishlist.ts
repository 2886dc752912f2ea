import { z } from "zod";
import { done, idParam, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { inventoryCard } from "./inventory.ts";
import { routes } from "../routes.ts";

/** The specification's main names (D35). `addedAt` is when the user began to watch it. */
const wishlistItem = inventoryCard
  .extend({ description: z.string(), addedAt: instant })
  .meta({ id: "WishlistItem" });

const shared = { tag: "Wishlist", subject: "userId" } as const;

export const wishlist = endpoint(routes.wishlist, {
  scope: "account:read",
  ...shared,
  access: "self",
  permission: "users",
  summary: "A user's watchlist, newest first",
  params: z.object({ userId: idParam }),
  response: z.array(wishlistItem),
});

export const addToWishlist = endpoint(routes.addToWishlist, {
  scope: "watchlist:write",
  ...shared,
  access: "customer",
  summary: "Watch a unit; watching it twice changes nothing",
  params: z.object({ userId: idParam, inventoryId: idParam }),
  response: done,
  errors: [404, 409],
});

export const removeFromWishlist = endpoint(routes.removeFromWishlist, {
  scope: "watchlist:write",
  ...shared,
  access: "customer",
  summary: "Stop watching a unit",
  params: z.object({ userId: idParam, inventoryId: idParam }),
  response: done,
});

import { z } from "zod";
import { idParam } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { inventoryCard } from "./inventory.ts";
import { laterRoutes } from "../later-routes.ts";

const feed = {
  tag: "Feeds",
  access: "user",
  permission: null,
  scope: "inventory:read",
} as const;

export const inventoryFeed = endpoint(laterRoutes.inventoryFeed, {
  ...feed,
  summary: "Every public unit, by ID; pass `next` as `after` until it is null (D52)",
  query: z.object({ after: idParam.optional() }),
  response: z
    .object({
      units: z.array(inventoryCard),
      /** ID after which the next page starts; null on the last page. */
      next: z.int().nullable(),
    })
    .meta({ id: "InventoryFeed" }),
});

export const inventoryFeedCsv = endpoint(laterRoutes.inventoryFeedCsv, {
  ...feed,
  summary: "Every public unit as CSV (D52)",
  response: z.unknown(),
  download: "text/csv",
});

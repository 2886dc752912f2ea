import { msg, t } from "@gavelyard/messages/text";
import { auctionPreviews } from "@gavelyard/contract/auctions/auctions";
import * as inventory from "@gavelyard/contract/inventory/inventory";
import { isStaff } from "@gavelyard/domain/users/roles";
import { notFound } from "../refusal.ts";
import { JsonText, type Serve } from "../http/serve.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { located } from "../http/distance.ts";
import type { UnitViews } from "./unit-views.ts";

/** Routes that list, search and show units (specification section 7). */
export function inventoryRoutes(serve: Serve, catalogue: Catalogue, views: UnitViews): void {
  serve(
    inventory.listInventories,
    async ({ query }) => new JsonText(await catalogue.list(query, false)),
  );
  serve(inventory.featuredInventories, async () => new JsonText(await catalogue.featured()));
  serve(inventory.typesOfInventory, async () => new JsonText(await catalogue.types()));
  serve(auctionPreviews, async () => new JsonText(await catalogue.auctionPreviews()));
  serve(
    inventory.filterInventories,
    async ({ body }) => new JsonText(await catalogue.list(await located(body), true)),
  );
  serve(inventory.inventoryFilterDetails, async () => new JsonText(await catalogue.filters()));

  serve(inventory.inventoryById, async ({ params }) => {
    const detail = await catalogue.detail(params.id);
    if (detail === null) throw notFound(msg("Vehicle not found, or no longer listed"));
    return new JsonText(detail);
  });

  serve(inventory.countUnitView, ({ params, user }) => {
    if (user === null || !isStaff(user.role)) views.count(params.id);
    return { message: t("Counted") };
  });
}

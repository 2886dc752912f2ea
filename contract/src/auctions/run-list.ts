import { maxLots } from "@gavelyard/domain/auctions/run-list";
import { lotGapNames } from "@gavelyard/domain/auctions/run-order";
import { z } from "zod";
import { dollars, id } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { image } from "../inventory/inventory.ts";
import { inventoryStatuses, inventoryTypes, saleTypes } from "../inventory/inventory-fields.ts";
import { laterRoutes } from "../later-routes.ts";

/** A unit as staff see it in a run list. */
export const runListUnit = z
  .object({
    id,
    name: z.string(),
    stockNumber: z.string(),
    inventoryType: z.enum(inventoryTypes),
    modelYear: z.int(),
    inventoryStatus: z.enum(inventoryStatuses),
    saleType: z.enum(saleTypes),
    startingPrice: dollars,
    reservePrice: dollars.nullable(),
    image: image.pick({ id: true, alt: true, width: true, height: true }).nullable(),
    /** What bidders may miss. */
    gaps: z.array(z.enum(lotGapNames)),
  })
  .meta({ id: "RunListUnit" });
export type RunListUnit = z.infer<typeof runListUnit>;

export const runListUnits = endpoint(laterRoutes.runListUnits, {
  tag: "Auctions by staff",
  summary: "What a run list shows of its units, also of one that isn't saved yet",
  access: "staff",
  permission: "auctions",
  body: z.object({ units: z.array(id).max(maxLots) }),
  response: z.array(runListUnit),
});

import { z } from "zod";
import { id, idParam } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { laterRoutes } from "../later-routes.ts";
import { imageKinds } from "./inventory-fields.ts";

export const addYardPicture = endpoint(laterRoutes.addYardPicture, {
  tag: "Inventory by staff",
  summary:
    "Add one picture after the unit's others; with the same key, or the same file, only once",
  access: "staff",
  permission: "auctions",
  files: { picture: { kind: "picture", atMost: 1, required: true } },
  params: z.object({ id: idParam, key: z.uuid() }),
  body: z.object({ kind: z.enum(imageKinds).default("EXTERIOR") }),
  /** False if the unit had the picture already. */
  response: z.object({ inventoryId: id, added: z.boolean() }),
  errors: [404, 409, 413],
});

import { z } from "zod";
import { done, id, idParam } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { laterRoutes } from "../later-routes.ts";

const count = z.int().min(0);
const file = z.object({ archiveId: id, position: count });

/** A picture of an import that matches no unit. */
export const loosePicture = file
  .extend({
    /** Its path in the ZIP. */
    name: z.string(),
    picture: z.object({
      id: z.string(),
      alt: z.string(),
      width: z.int(),
      height: z.int(),
      placeholder: z.string().nullable(),
    }),
  })
  .meta({ id: "LoosePicture" });
export type LoosePicture = z.infer<typeof loosePicture>;

const staff = { tag: "Inventory by staff", access: "staff", permission: "auctions" } as const;
const params = z.object({ id: idParam });
const files = z.array(file).min(1).max(60);

export const loosePictures = endpoint(laterRoutes.loosePictures, {
  people: null,
  ...staff,
  summary: "The first 200 pictures of an import that match no unit, and how many there are",
  params,
  response: z.object({ pictures: z.array(loosePicture), total: count }),
});

export const placeLoosePictures = endpoint(laterRoutes.placeLoosePictures, {
  ...staff,
  summary: "Add pictures that match no unit to a unit, in this order; safe to repeat",
  params,
  body: z.object({ inventoryId: id, pictures: files }),
  response: z.object({ placed: count }),
  errors: [404, 409],
});

export const leaveOutLoosePictures = endpoint(laterRoutes.leaveOutLoosePictures, {
  ...staff,
  summary: "Leave out pictures that match no unit; safe to repeat",
  params,
  body: z.object({ pictures: files }),
  response: done,
});

import { z } from "zod";
import { done, id, idParam, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { staffRoutes } from "../staff-routes.ts";

const count = z.int().min(0);
const name = text(1, 60);

/** A make, or a model of a make, as lists count it. */
export const nameInUse = z
  .object({
    name: z.string(),
    units: count,
    /** How its units spell it, most frequent first. */
    spellings: z.array(
      z.object({
        name: z.string(),
        units: count,
        /** Units that keep their name when other letters replace it, because bids or a sale rely on it. */
        bound: count,
      }),
    ),
    /** Other names that mean it. Those without ID are known from the start, and stay. */
    aliases: z.array(z.object({ id: id.nullable(), alias: z.string() })),
  })
  .meta({ id: "NameInUse" });
export type NameInUse = z.infer<typeof nameInUse>;

const staff = { tag: "Inventory by staff", access: "staff", permission: "auctions" } as const;

export const spellings = endpoint(staffRoutes.spellings, {
  people: null,
  ...staff,
  summary: "Makes, or the models of a make, with their spellings and aliases",
  query: z.object({ make: name.optional() }),
  response: z.array(nameInUse),
});

export const mergeSpellings = endpoint(staffRoutes.mergeSpellings, {
  ...staff,
  summary: "Give names one spelling in all units, and make them aliases of it (D81)",
  body: z.object({
    /** Make of the models; null to merge makes. */
    make: name.nullable(),
    from: z.array(name).min(1).max(50),
    name,
  }),
  response: z.object({ changed: count, kept: count }),
  errors: [409],
});

export const removeAlias = endpoint(staffRoutes.removeAlias, {
  ...staff,
  summary: "Remove an alias; units stay as they are",
  params: z.object({ id: idParam }),
  response: done,
  errors: [404],
});

import { z } from "zod";
import { done, id, idParam, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { laterRoutes } from "../later-routes.ts";

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

export const spellings = endpoint(laterRoutes.spellings, {
  people: null,
  ...staff,
  summary: "Makes, or the models of a make, with their spellings and aliases",
  query: z.object({ make: name.optional() }),
  response: z.array(nameInUse),
});

export const mergeSpellings = endpoint(laterRoutes.mergeSpellings, {
  ...staff,
  summary: "Give names one spelling in all units, and make them aliases of it (D81)",
  body: z.object({
    /** Make of the models; null to merge makes. */
    make: name.nullable(),
    from: z.array(name).min(1).max(50),
    name,
  }),
  response: z.object({
    changed: count,
    kept: count,
    /** To undo it; null if nothing changed. */
    mergeId: id.nullable(),
  }),
  errors: [409],
});

/** A merge of the last 30 days. */
export const spellingMerge = z
  .object({
    id,
    /** Make of the models; null for makes. */
    make: z.string().nullable(),
    from: z.array(z.string()),
    name: z.string(),
    units: count,
    at: instant,
    undone: z.boolean(),
  })
  .meta({ id: "SpellingMerge" });
export type SpellingMerge = z.infer<typeof spellingMerge>;

export const spellingMerges = endpoint(laterRoutes.spellingMerges, {
  people: null,
  ...staff,
  summary: "Merges of spellings that can be undone, newest first",
  response: z.array(spellingMerge),
});

export const undoSpellingMerge = endpoint(laterRoutes.undoSpellingMerge, {
  ...staff,
  summary: "Give units and aliases the names from before a merge (D81)",
  params: z.object({ id: idParam }),
  response: z.object({ changed: count, kept: count }),
  errors: [404, 409],
});

export const removeAlias = endpoint(laterRoutes.removeAlias, {
  ...staff,
  summary: "Remove an alias; units stay as they are",
  params: z.object({ id: idParam }),
  response: done,
  errors: [404],
});

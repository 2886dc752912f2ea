import { MOST_NEW_UNITS } from "@gavelyard/domain/saved-searches";
import { z } from "zod";
import { done, id, idParam, instant, line } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { inventoryFilter } from "./inventory-filter.ts";
import { routes } from "./routes.ts";

const savedFilter = inventoryFilter
  .omit({ page: true, size: true })
  .partial({ sort: true })
  .meta({ id: "SavedFilter" });

/** A kept search; `newUnits` counts what was listed since its owner last looked, `MOST_NEW_UNITS` at most. */
export const savedSearch = z
  .object({
    id,
    name: z.string(),
    filter: savedFilter,
    createdAt: instant,
    newUnits: z.int().min(0).max(MOST_NEW_UNITS),
  })
  .meta({ id: "SavedSearch" });
export type SavedSearch = z.infer<typeof savedSearch>;

const own = { tag: "Saved searches", access: "customer", subject: "userId" } as const;
const user = z.object({ userId: idParam });
const one = z.object({ userId: idParam, id: idParam });

export const savedSearches = endpoint(routes.savedSearches, {
  ...own,
  summary: "A customer's saved searches, by name",
  params: user,
  response: z.array(savedSearch),
});

export const saveSearch = endpoint(routes.saveSearch, {
  ...own,
  summary: "Save a search under a name",
  params: user,
  body: z.object({ name: line(1, 60), filter: savedFilter }),
  response: savedSearch,
  errors: [409],
});

export const seeSavedSearch = endpoint(routes.seeSavedSearch, {
  ...own,
  summary: "Mark a saved search as seen; nothing in it is new then",
  params: one,
  response: done,
  errors: [404],
});

export const deleteSavedSearch = endpoint(routes.deleteSavedSearch, {
  ...own,
  summary: "Delete a saved search; safe to repeat",
  params: one,
  response: done,
});

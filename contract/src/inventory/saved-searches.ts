import { MAX_NEW_UNITS, searchAlerts } from "@gavelyard/domain/inventory/saved-searches";
import { z } from "zod";
import { browserTimeZone, done, id, idParam, instant, line } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { inventoryFilter } from "./inventory-filter.ts";
import { routes } from "../routes.ts";

const savedFilter = inventoryFilter
  .omit({ page: true, size: true, lotNumber: true })
  .partial({ sort: true })
  .meta({ id: "SavedFilter" });

/** `newUnits`: since the owner last opened it, at most `MAX_NEW_UNITS`. */
export const savedSearch = z
  .object({
    id,
    name: z.string(),
    filter: savedFilter,
    alert: z.enum(searchAlerts),
    createdAt: instant,
    /** When its owner last opened it. */
    seenAt: instant,
    newUnits: z.int().min(0).max(MAX_NEW_UNITS),
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
  body: z.object({
    name: line(1, 60),
    filter: savedFilter,
    alert: z.enum(searchAlerts).default("NEVER"),
    /** From when on units are new, for a search whose deletion is undone. Default: now. */
    seenAt: instant.optional(),
    /** The browser's, for daily alerts of a customer whose zone we don't know (D48). */
    timeZone: browserTimeZone,
  }),
  response: savedSearch,
  errors: [409],
});

export const changeSearchAlert = endpoint(routes.changeSearchAlert, {
  ...own,
  summary: "Choose when a saved search alerts you: at once, daily or never (D48)",
  params: one,
  body: z.object({ alert: z.enum(searchAlerts) }),
  response: done,
  errors: [404],
});

export const seeSavedSearch = endpoint(routes.seeSavedSearch, {
  ...own,
  summary: "Mark a saved search as seen; it then has no new units",
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

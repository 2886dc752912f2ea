import { z } from "zod";
import { done, id, idParam, line } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";

/** Tables whose views can be kept. */
export const viewedTables = ["inventory", "auctions", "users", "audit"] as const;
export type ViewedTable = (typeof viewedTables)[number];

/** How many views a person keeps of one table. */
export const maxTableViews = 30;

/** Filters, order and columns of a table under a name: the query of the table's address. */
export const tableView = z
  .object({ id, name: z.string(), query: z.string() })
  .meta({ id: "TableView" });
export type TableView = z.infer<typeof tableView>;

const own = {
  tag: "Staff accounts",
  access: "staff",
  permission: null,
} as const;

export const tableViews = endpoint(laterRoutes.tableViews, {
  ...own,
  summary: "Your views of a table, by name (D90)",
  people: null,
  query: z.object({ table: z.enum(viewedTables) }),
  response: z.array(tableView),
});

export const saveTableView = endpoint(laterRoutes.saveTableView, {
  ...own,
  summary: "Keep a view of a table; one of the same name is replaced (D90)",
  body: z.object({ table: z.enum(viewedTables), name: line(1, 60), query: z.string().max(2_000) }),
  response: tableView,
  errors: [409],
});

export const deleteTableView = endpoint(laterRoutes.deleteTableView, {
  ...own,
  summary: "Delete one of your views; safe to repeat (D90)",
  params: z.object({ id: idParam }),
  response: done,
});

import { z } from "zod";
import { line } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";

export const recordKinds = [
  "UNIT",
  "AUCTION",
  "USER",
  "LIMIT_REQUEST",
  "FINANCE_REQUEST",
  "LEAD",
  "MESSAGE",
  "INVOICE",
] as const;

export const foundRecord = z
  .object({
    kind: z.enum(recordKinds),
    /** For a limit request, its document's UUID. */
    id: z.string(),
    title: z.string(),
    detail: z.string(),
    /** Status of a unit, an auction or a request; role of a user. */
    state: z.string(),
    path: z.string(),
  })
  .meta({ id: "FoundRecord" });
export type FoundRecord = z.infer<typeof foundRecord>;

export const findRecords = endpoint(laterRoutes.findRecords, {
  tag: "Search",
  summary:
    "Search all records: units by name, stock number or VIN; auctions; users; pending requests; leads and messages; invoices by number. Up to six of each kind",
  access: "staff",
  permission: null,
  people: "list",
  query: z.object({ q: line(2, 100) }),
  response: z.array(foundRecord),
});

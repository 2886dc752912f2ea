import { z } from "zod";
import { dollars, idParam } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";

/** Invoices issued in one month, by the clock of each auction. */
export const spentInMonth = z
  .object({
    /** Such as 2026-11. */
    month: z.string(),
    lots: z.int(),
    /** With fees and tax. */
    total: dollars,
    paid: dollars,
  })
  .meta({ id: "SpentInMonth" });
export type SpentInMonth = z.infer<typeof spentInMonth>;

export const spendingOfUser = endpoint(routes.spendingOfUser, {
  scope: "account:read",
  tag: "Payments",
  summary: "A user's invoices by month, oldest month first, for the last 12 months; no void ones",
  access: "self",
  permission: "money",
  subject: "id",
  params: z.object({ id: idParam }),
  response: z.array(spentInMonth),
});

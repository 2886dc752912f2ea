import { z } from "zod";
import { dollars, id, idParam } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";

/** A bid limit and what holds it (D25, D26). */
export const bidLimitStatusSchema = z
  .object({
    userId: id,
    limit: dollars,
    used: dollars,
    available: dollars,
    holds: z.array(
      z.object({
        kind: z.enum(["LEADING", "AWAITING_DECISION", "UNPAID_AWARD"]),
        inventoryId: id,
        name: z.string(),
        amount: dollars,
      }),
    ),
  })
  .meta({ id: "BidLimitStatus" });
export type BidLimitStatus = z.infer<typeof bidLimitStatusSchema>;

export const bidLimitStatus = endpoint(routes.bidLimitStatus, {
  tag: "Bid limits",
  summary: "A user's bid limit, what is used and available, and what holds it",
  access: "self",
  subject: "id",
  params: z.object({ id: idParam }),
  response: bidLimitStatusSchema,
  errors: [404],
});

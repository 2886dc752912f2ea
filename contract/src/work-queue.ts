import { z } from "zod";
import { instant } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";

export const queueName = z.enum([
  "LIMIT_REVIEWS",
  "LIMIT_DECISIONS",
  "RESERVE_DECISIONS",
  "WINNERS",
  "SETTLEMENTS",
  "UNPAID",
  "PAYMENT_PROOFS",
  "CASH_REPORTS",
  "TAX_CERTIFICATES",
  "DELIVERIES",
  "BACKUPS",
  "SECURITY",
  "BANK_DETAILS",
  "CONFIRMATIONS",
  "QUESTIONS",
  "FINANCE",
  "LEADS",
  "MISSING_PICTURES",
]);

export const workItem = z.object({ title: z.string(), detail: z.string(), path: z.string() });

export const staffHome = endpoint(laterRoutes.staffHome, {
  tag: "Work queue",
  summary: "The staff work queue: counts and next items (D8)",
  access: "staff",
  permission: null,
  people: null,
  query: z.object({
    queue: queueName.optional().describe("Only this queue, with up to 200 items instead of 5"),
  }),
  response: z
    .object({
      queues: z.array(
        z.object({
          name: queueName,
          count: z.int().nonnegative(),
          next: z.array(workItem),
        }),
      ),
      generatedAt: instant,
    })
    .meta({ id: "WorkQueue" }),
});

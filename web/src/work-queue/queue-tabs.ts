import type { staffHome } from "@gavelyard/contract/work-queue";
import type { z } from "zod";

type QueueName = z.infer<typeof staffHome.response>["queues"][number]["name"];

/** The tab with all items of each queue, as in its address after `tab=`. */
export const queueTabs: Readonly<Record<QueueName, string>> = {
  BACKUPS: "settings&part=backups",
  SECURITY: "security",
  RESERVE_DECISIONS: "winners",
  WINNERS: "winners",
  LIMIT_REVIEWS: "limits",
  LIMIT_DECISIONS: "limits",
  PAYMENT_PROOFS: "payments",
  CASH_REPORTS: "payments&view=buyers",
  DELIVERIES: "payments&view=deliveries",
  CONFIRMATIONS: "confirmations",
  BANK_DETAILS: "settings",
  QUESTIONS: "questions",
  UNPAID: "payments",
  SETTLEMENTS: "auctions",
  FINANCE: "finance",
  LEADS: "leads",
  MISSING_PICTURES: "inventory",
};

import { t } from "@gavelyard/messages/text";
import type { staffHome } from "@gavelyard/contract/work-queue";
import type { z } from "zod";

export type QueueName = z.infer<typeof staffHome.response>["queues"][number]["name"];

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
  TAX_CERTIFICATES: "payments&view=certificates",
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

/** Label of each queue. */
export const queueTitles: Readonly<Record<QueueName, string>> = {
  BACKUPS: t("Backups, background work and pages"),
  SECURITY: t("Security alerts"),
  RESERVE_DECISIONS: t("Reserve not met, to decide"),
  WINNERS: t("Winners to declare"),
  LIMIT_REVIEWS: t("Limit requests to review"),
  LIMIT_DECISIONS: t("Limit requests to decide"),
  PAYMENT_PROOFS: t("Proofs of payment to review"),
  CASH_REPORTS: t("Cash over $10,000 to report"),
  TAX_CERTIFICATES: t("Tax certificates to review"),
  DELIVERIES: t("Deliveries to quote or hand over"),
  CONFIRMATIONS: t("Actions to confirm"),
  BANK_DETAILS: t("Bank details to confirm"),
  QUESTIONS: t("Questions to answer"),
  UNPAID: t("Unpaid lots"),
  SETTLEMENTS: t("Auctions to settle"),
  FINANCE: t("Finance applications"),
  LEADS: t("Leads and messages"),
  MISSING_PICTURES: t("Drafts without pictures"),
};

export const isQueue = (text: string): text is QueueName => Object.hasOwn(queueTabs, text);

/** The address of a queue's item, from which "Next" leads on. */
export const itemPath = (queue: QueueName, path: string): string => `${path}&queue=${queue}`;

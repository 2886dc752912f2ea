import { msg, type Message } from "@gavelyard/messages/text";
import { centsToDollars, formatDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import type { ProductEvent } from "../events/events.ts";
import { messageInEachLanguage } from "../http/reader-language.ts";
import { enqueue, enqueueAll, job } from "../jobs/enqueue.ts";
import type { MailContent } from "../jobs/mail-content.ts";
import { recordForWebhooks } from "../webhooks/events-sql.ts";
import { bestBids, personById, type PersonRow } from "./bids-sql.ts";
import { issueInvoice } from "./invoice/issue-invoice.ts";
import type { Recorder } from "./lock-sale.ts";
import type { Sale } from "./sale-sql.ts";

export interface AnnouncedAward {
  readonly id: number;
  readonly userId: number;
  readonly hammerCents: number;
  readonly paymentDueAtMs: number;
  /** Previous winner, who isn't notified as a runner-up; null for none. */
  readonly insteadOf: number | null;
}

/** Returns the fields that all emails about a sale share. */
export function unitOfMail(sale: Sale, person: Pick<PersonRow, "name">) {
  return {
    name: person.name,
    inventoryId: sale.inventoryId,
    title: sale.title,
    auctionName: sale.auctionName,
  };
}

/** Returns the fields that identify a sale's lot in webhooks. */
export function lotOfWebhooks({ lotId, auctionId, inventoryId }: Sale) {
  return { lotId, auctionId, inventoryId };
}

export function notice(sale: Sale, userIds: readonly number[], message: Message): ProductEvent {
  return {
    type: "users-told",
    userIds,
    event: {
      type: "NOTICE",
      title: sale.title,
      ...messageInEachLanguage(message),
      inventoryId: sale.inventoryId,
      at: new Date(sale.nowMs).toISOString(),
    },
  };
}

/** Queues an email in the caller's transaction. */
export async function mailTo(
  tx: PoolClient,
  person: Pick<PersonRow, "email">,
  eventKey: string,
  content: MailContent,
): Promise<void> {
  await enqueue(tx, "send-mail", { eventKey, to: person.email, content });
}

/**
 * Issues the invoice of a declared award and notifies the winner and the runners-up by email and
 * live (D27).
 */
export async function announceAward(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  award: AnnouncedAward,
): Promise<void> {
  const invoice = await issueInvoice(tx, sale, award);
  await recordForWebhooks(tx, [
    {
      type: "award.declared",
      data: {
        ...lotOfWebhooks(sale),
        awardId: award.id,
        userId: award.userId,
        amount: centsToDollars(award.hammerCents),
      },
    },
  ]);
  const winner = await personById(tx, award.userId);
  await mailTo(tx, winner, `award-declared:${award.id}`, {
    kind: "DECLARED",
    ...unitOfMail(sale, winner),
    hammerCents: award.hammerCents,
    timeZone: sale.timeZone,
    invoiceNumber: invoice.number,
    lines: invoice.lines.map(({ label, cents }) => ({ label, cents })),
    totalCents: invoice.totalCents,
    paymentDueAt: new Date(award.paymentDueAtMs).toISOString(),
  });
  record(
    notice(
      sale,
      [award.userId],
      msg("You won at {hammer}. Invoice {invoice} for {total} is ready.", {
        hammer: formatDollars(award.hammerCents),
        invoice: invoice.number,
        total: formatDollars(invoice.totalCents),
      }),
    ),
  );
  const runnersUp = (await bestBids(tx, [sale.lotId])).filter(
    ({ userId }) => userId !== award.userId && userId !== award.insteadOf,
  );
  await enqueueAll(
    tx,
    runnersUp.map((bid) => {
      const content = {
        kind: "RUNNER_UP" as const,
        ...unitOfMail(sale, bid),
        hammerCents: award.hammerCents,
        bidCents: bid.amountCents,
      };
      const eventKey = `runner-up:${award.id}:${bid.userId}`;
      return job("send-mail", { eventKey, to: bid.email, content });
    }),
  );
  if (runnersUp.length > 0) {
    const notified = runnersUp.map(({ userId }) => userId);
    record(notice(sale, notified, msg("The lot was awarded to another bidder.")));
  }
}

/** Returns an award as recorded in the audit, in dollars. */
export function auditedAward(award: Pick<AnnouncedAward, "id" | "userId" | "hammerCents">) {
  return { awardId: award.id, userId: award.userId, hammer: centsToDollars(award.hammerCents) };
}

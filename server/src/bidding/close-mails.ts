import { wonNotice } from "@gavelyard/domain/users/push-notices";
import type { LotOutcome } from "@gavelyard/domain/sales/settlement";
import type { PoolClient } from "pg";
import { enqueueAll, job, type Job } from "../jobs/enqueue.ts";
import type { ClosingLotRow } from "./close-sql.ts";

/** Age at which a push about a win is no longer sent, in ms. */
const WON_PUSH_TTL_MS = 3 * 86_400_000;

interface ClosedLotMail {
  readonly lot: ClosingLotRow;
  readonly outcome: LotOutcome;
  readonly bidders: readonly { readonly user_id: number }[];
  readonly paymentDueAtMs: number;
  readonly root: string | null;
}

/**
 * Enqueues the emails and pushes about closes in their transaction, with one statement (D27). Each
 * leader gets the result; one job per lot emails the other bidders, who may be many.
 */
export async function enqueueCloseEmails(
  tx: PoolClient,
  closes: readonly ClosedLotMail[],
): Promise<void> {
  await enqueueAll(tx, closes.flatMap(jobsOf));
}

function jobsOf({ lot, outcome, bidders, paymentDueAtMs, root }: ClosedLotMail): Job[] {
  const { id: lotId, leader_id: leaderId, leader_name: name, leader_email: to } = lot;
  const content = {
    inventoryId: lot.inventory_id,
    title: lot.title,
    auctionName: lot.auction_name,
    hammerCents: lot.price_cents ?? 0,
    proofRoot: root,
  };
  const jobs: Job[] = [];
  if (leaderId !== null && name !== null && to !== null) {
    jobs.push(
      job("send-mail", {
        eventKey: `lot-closed:${lotId}:${leaderId}`,
        to,
        content:
          outcome === "SOLD"
            ? {
                kind: "WON",
                name,
                ...content,
                paymentDueAt: new Date(paymentDueAtMs).toISOString(),
                timeZone: lot.time_zone,
              }
            : { kind: "RESERVE_NOT_MET", name, ...content },
      }),
    );
  }
  if (outcome === "SOLD" && leaderId !== null) jobs.push(wonPush(lot, leaderId));
  if (bidders.some(({ user_id }) => user_id !== leaderId)) {
    jobs.push(job("mail-losers", { lotId, leaderId, content }));
  }
  return jobs;
}

function wonPush(lot: ClosingLotRow, leaderId: number): Job {
  return job("send-push", {
    userId: leaderId,
    kind: "WON",
    notice: wonNotice({
      inventoryId: lot.inventory_id,
      title: lot.title,
      hammerCents: lot.price_cents ?? 0,
    }),
    goodUntil: new Date(lot.now.getTime() + WON_PUSH_TTL_MS).toISOString(),
    deviceId: null,
  });
}

import { msg } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { enqueueAll, job, type MailOrder } from "../jobs/enqueue.ts";
import { closeOverdueQuestions } from "../questions/sql.ts";
import { takeEndingSoon, takeLive, takeOutbid, watchersOf, type MomentRow } from "./sql.ts";

/** Seconds before an outbid bidder gets an email. */
export const OUTBID_AFTER_SEC = 10;
/** Minimum seconds between such emails about one lot. */
const OUTBID_QUIET_SEC = 600;
const OUTBID_AT_ONCE = 200;
const QUESTIONS_AT_ONCE = 200;
const ENDING_SOON_SEC = 900;
const NAMED_LOTS = 10;

const mailJob = (order: MailOrder) => job("send-mail", order);

type TellContext = Pick<Context, "pool">;

/** Emails bidders queued by `noteOutbid`. Returns how many. */
export async function notifyOutbid({ pool }: TellContext): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const rows = await takeOutbid(tx, {
      quietSec: OUTBID_QUIET_SEC,
      limit: OUTBID_AT_ONCE,
    });
    const orders = rows.map((row): MailOrder => ({
      eventKey: `outbid:${row.lot_id}:${row.user_id}:${row.seq}`,
      to: row.email,
      content: {
        kind: "OUTBID",
        name: row.name,
        inventoryId: row.inventory_id,
        title: row.title,
        auctionName: row.auction_name,
        priceCents: row.price_cents,
        closesAt: row.closes_at.toISOString(),
        timeZone: row.time_zone,
      },
    }));
    await enqueueAll(tx, orders.map(mailJob));
    return orders.length;
  });
}

/**
 * Closes open questions of units that are no longer on sale, and emails their askers (D64). Returns
 * how many.
 */
export async function closeQuestions({ pool }: TellContext): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const closed = await closeOverdueQuestions(tx, QUESTIONS_AT_ONCE);
    const orders = closed.map((row): MailOrder => ({
      eventKey: `question-closed:${row.id}`,
      to: row.email,
      content: {
        kind: "QUESTION_ENDED",
        name: row.name,
        inventoryId: row.inventory_id,
        title: row.title,
        question: row.question,
        how: "CLOSED",
        reason: msg("Its sale ended before we could answer."),
      },
    }));
    await enqueueAll(tx, orders.map(mailJob));
    return orders.length;
  });
}

/**
 * Emails the watchers of one auction that went live or whose first lots close soon; false when none
 * is due.
 */
export async function notifyWatchers(
  { pool }: TellContext,
  kind: "AUCTION_LIVE" | "ENDING_SOON",
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const auction =
      kind === "AUCTION_LIVE" ? await takeLive(tx) : await takeEndingSoon(tx, ENDING_SOON_SEC);
    if (auction !== null)
      await enqueueAll(tx, (await watcherMails(tx, kind, auction)).map(mailJob));
    return auction !== null;
  });
}

async function watcherMails(
  tx: PoolClient,
  kind: "AUCTION_LIVE" | "ENDING_SOON",
  auction: MomentRow,
): Promise<MailOrder[]> {
  const watchers = await watchersOf(tx, auction.auction_id);
  return watchers.map((watcher) => ({
    eventKey: `${kind}:${auction.auction_id}:${auction.moment.getTime()}:${watcher.user_id}`,
    to: watcher.email,
    content: {
      kind,
      name: watcher.name,
      auctionId: auction.auction_id,
      auctionName: auction.auction_name,
      timeZone: auction.time_zone,
      lots: watcher.lots.slice(0, NAMED_LOTS).map((lot) => ({
        ...lot,
        closesAt: new Date(lot.closesAt).toISOString(),
      })),
      lotCount: watcher.lots.length,
    },
  }));
}

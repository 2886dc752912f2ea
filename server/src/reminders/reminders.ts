import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { noteOutbid } from "./sql.ts";
import { OUTBID_AFTER_SEC, closeQuestions, notifyOutbid, notifyWatchers } from "./tell.ts";

const POLL_MS = 5_000;

/**
 * Emails outbid bidders, watchers of auctions that went live or end soon, and askers whose question
 * wasn't answered in time. Every process can run one; each email is enqueued once.
 */
export function createReminders(context: Pick<Context, "pool" | "log">): RecurringWork {
  return new RecurringWork({
    failure: "reminders failed",
    log: context.log,
    afterFailureMs: POLL_MS,
    run: async (isStopped) => {
      await noteOutbid(context.pool, { afterSec: OUTBID_AFTER_SEC });
      while (!isStopped() && (await notifyOutbid(context)) > 0);
      while (!isStopped() && (await closeQuestions(context)) > 0);
      for (const kind of ["AUCTION_LIVE", "ENDING_SOON"] as const) {
        while (!isStopped() && (await notifyWatchers(context, kind)));
      }
      return POLL_MS;
    },
  });
}

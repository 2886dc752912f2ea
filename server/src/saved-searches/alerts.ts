import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { matchNewLots } from "./match-new-lots.ts";
import { sendAlerts } from "./send-alerts.ts";

const POLL_MS = 5_000;

/** Matches new lots with saved searches and sends due alerts. Every process can run one. */
export function createSearchAlerts(context: Pick<Context, "pool" | "log">): RecurringWork {
  return new RecurringWork({
    failure: "search alerts failed",
    log: context.log,
    afterFailureMs: POLL_MS,
    run: async (isStopped) => {
      await matchNewLots(context, isStopped);
      while (!isStopped() && (await sendAlerts(context)));
      return POLL_MS;
    },
  });
}

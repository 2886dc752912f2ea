import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import type { DecisionGate } from "./decision-gate.ts";
import { closeLots, retryCloses } from "./close-lots.ts";
import { nextCloseInMs } from "./close-sql.ts";

/** Maximum wait between checks, in ms, since other processes change closing times. */
const POLL_MS = 1_000;
const AFTER_FAILURE_MS = 500;
/** Delay after a close, in ms: a lot stays open until its closing time has passed (D16). */
const AFTER_CLOSE_MS = 2;

/** Closes lots within a few ms of their closing times. Every process runs one. */
export function createCloser(context: Context, gate: DecisionGate): RecurringWork {
  const closer = new RecurringWork({
    failure: "closing lots failed",
    log: context.log,
    afterFailureMs: AFTER_FAILURE_MS,
    run: async (isStopped) => {
      while (!isStopped() && (await closeLots(context, gate)) > 0);
      if (!isStopped() && gate.isOpen) await retryCloses(context);
      const next = await nextCloseInMs(context.pool);
      if (next === null) return POLL_MS;
      // Another process may have locked a due lot, so the wait is never zero.
      return Math.min(POLL_MS, Math.max(next + AFTER_CLOSE_MS, AFTER_CLOSE_MS * 5));
    },
  });
  context.bus.listen({
    onEvent: (event) => {
      if (event.type === "lots-rescheduled") closer.wake();
    },
    onGap: () => closer.wake(),
  });
  return closer;
}

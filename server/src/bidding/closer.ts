import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { closeLots, retryCloses } from "./close-lots.ts";
import { nextCloseInMs } from "./close-sql.ts";

/** Looked at this often even when nothing was heard, since other processes change closing times. */
const LOOK_AGAIN_MS = 1_000;
const AFTER_FAILURE_MS = 500;
/** A lot is open until its instant is over (D16), so the look comes a moment after it. */
const AFTER_CLOSE_MS = 2;

/** Closes lots when their time is up, to a few ms. Every process runs one. */
export function createCloser(context: Context): RecurringWork {
  const closer = new RecurringWork({
    failure: "closing lots failed",
    log: context.log,
    afterFailureMs: AFTER_FAILURE_MS,
    run: async (isStopped) => {
      while (!isStopped() && (await closeLots(context)) > 0);
      if (!isStopped()) await retryCloses(context);
      const next = await nextCloseInMs(context.pool);
      if (next === null) return LOOK_AGAIN_MS;
      // Another process may hold a lot that is due; it is not ours then, so the wait is never zero.
      return Math.min(LOOK_AGAIN_MS, Math.max(next + AFTER_CLOSE_MS, AFTER_CLOSE_MS * 5));
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

import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { findSignals } from "./find-signals.ts";

/** Delay after a close, because other lots close soon after. */
const AFTER_CLOSE_MS = 5_000;
/** Interval of recalculation, because live lots change signals too. */
const AGAIN_MS = 10 * 60_000;

/** Recalculates signals after lots close and every ten minutes. Every process can run one. */
export function createSignalFinder(context: Pick<Context, "pool" | "bus" | "log">): RecurringWork {
  const finder = new RecurringWork({
    failure: "recalculating signals failed",
    log: context.log,
    afterFailureMs: AGAIN_MS,
    run: async () => {
      await findSignals(context);
      return AGAIN_MS;
    },
  });
  context.bus.listen({
    onEvent: (event) => {
      if (event.type === "lot-closed") finder.wake(AFTER_CLOSE_MS);
    },
    onGap: () => finder.wake(AFTER_CLOSE_MS),
  });
  return finder;
}

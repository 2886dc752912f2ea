import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import { findSignals } from "./find-signals.ts";

/** Lots close one after the other, so that what follows a close waits for a few more. */
const AFTER_CLOSE_MS = 5_000;
/** Lots that are live change hints too. */
const AGAIN_MS = 10 * 60_000;

/** Works hints out after lots closed, and now and then. Every process may run one. */
export function createSignalFinder(context: Pick<Context, "pool" | "bus" | "log">): RecurringWork {
  const finder = new RecurringWork({
    failure: "signals could not be worked out",
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

import { fingerprintOf, signalsOf } from "@gavelyard/domain/bidding/shill-signals";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { signalFacts } from "./facts-sql.ts";
import { claimFinding, replaceSignals } from "./sql.ts";

/** Maximum signals kept; staff never review more. */
const MAX_SIGNALS = 500;

/** Recalculates the signals from the bids; does nothing while another process does so. */
export async function findSignals({ pool }: Pick<Context, "pool">): Promise<void> {
  await inTransaction(pool, async (tx) => {
    if (!(await claimFinding(tx))) return;
    const found = signalsOf(await signalFacts(tx)).slice(0, MAX_SIGNALS);
    await replaceSignals(
      tx,
      found.map((signal) => ({ ...signal, fingerprint: fingerprintOf(signal) })),
    );
  });
}

import { setTimeout as sleep } from "node:timers/promises";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { RecurringWork } from "../recurring-work.ts";
import { prove } from "./prove.ts";
import { lotsToCheck, noteBroken, recordOfLot } from "./sql.ts";

/** Days after the close for which a lot is checked. */
const CHECKED_DAYS = 14;
const MAX_LOTS = 2_000;
/** Pause after each lot, because the same process decides bids. */
const PAUSE_MS = 5;
const EVERY_MS = 3_600_000;

type Checking = Pick<Context, "pool" | "log">;

/**
 * Verifies the records of recently closed lots against their hashes and the rules. Logs and audits
 * each broken record once. Returns the number of newly broken records.
 */
export async function checkProofs(
  { pool, log }: Checking,
  stopped: () => boolean = () => false,
): Promise<number> {
  let broken = 0;
  for (const lotId of await lotsToCheck(pool, CHECKED_DAYS, MAX_LOTS)) {
    if (stopped()) break;
    const record = await recordOfLot(pool, lotId);
    const problem = record === null ? null : (await prove(record)).problem;
    if (problem !== null && problem !== undefined) {
      broken += 1;
      log.error({ lotId, problem }, "the record of a closed lot is broken");
      await inTransaction(pool, async (tx) => {
        if (!(await noteBroken(tx, lotId, problem))) return;
        await insertAudit(tx, {
          actorId: null,
          action: "proof-broken",
          subjectType: "lot",
          subjectId: lotId,
          reason: problem,
          ip: null,
        });
      });
    }
    await sleep(PAUSE_MS);
  }
  return broken;
}

/** Runs `checkProofs` every hour. Every process runs one. */
export function createProofChecks(context: Checking): RecurringWork {
  return new RecurringWork({
    failure: "checking proofs failed",
    log: context.log,
    afterFailureMs: EVERY_MS,
    run: async (isStopped) => {
      await checkProofs(context, isStopped);
      return EVERY_MS;
    },
  });
}

import { setTimeout as sleep } from "node:timers/promises";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { proofOf } from "./lot-proof.ts";
import { lotsToCheck, noteBroken, recordOfLot } from "./sql.ts";

/** Closed lots are checked again for this long. */
const CHECKED_DAYS = 14;
const MOST_LOTS = 2_000;
/** A pause after each lot, since bids are decided by the same process. */
const PAUSE_MS = 5;
const FIRST_MS = 20_000;
const EVERY_MS = 3_600_000;

type Checking = Pick<Context, "pool" | "log">;

/**
 * Checks the records of lots that closed in the last days against their hashes and the rules. A broken
 * one is logged as an error and audited, once. Answers how many were found broken.
 */
export async function checkProofs(
  { pool, log }: Checking,
  stopped: () => boolean = () => false,
): Promise<number> {
  let broken = 0;
  for (const lotId of await lotsToCheck(pool, CHECKED_DAYS, MOST_LOTS)) {
    if (stopped()) break;
    const record = await recordOfLot(pool, lotId);
    const problem = record === null ? null : proofOf(record).problem;
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

/** Runs `checkProofs` soon after the start and then every hour, until stopped. Every process runs one. */
export class ProofChecks {
  readonly #context: Checking;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(context: Checking) {
    this.#context = context;
  }

  start(waitMs = FIRST_MS): void {
    this.#timer = setTimeout(() => {
      this.#working = checkProofs(this.#context, () => this.#stopped)
        .catch((error: unknown) =>
          this.#context.log.error({ err: error }, "checking proofs failed"),
        )
        .then(() => {
          if (!this.#stopped) this.start(EVERY_MS);
        });
    }, waitMs);
  }

  /** Lets the lot that is being checked finish. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }
}

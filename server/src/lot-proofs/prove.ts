import type { LotProof } from "@gavelyard/domain/lot-proofs/lot-proof";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { TaskQueue } from "../task-queue.ts";
import { proofOf } from "./lot-proof.ts";
import type { LotRecord } from "./sql.ts";

/** A closed lot's proof as JSON, or the first problem in its record. */
export type ProvedLot =
  | {
      readonly json: string;
      readonly root: string;
      /** Steps of the negotiation that followed the close. */
      readonly negotiated: number;
      readonly problem?: never;
    }
  | { readonly problem: string };

/** Steps up to which a lot is proved on the event loop, which takes a few milliseconds. */
const MAX_ON_LOOP = 200;
const MAX_WAITING = 20;
const TIMEOUT_MS = 60_000;
const queue = new TaskQueue(1, MAX_WAITING);

/**
 * Proves a closed lot. A long one is proved in a thread, one after another, because the event loop
 * decides bids.
 * @throws Refusal 503 when too many are waiting
 */
export async function prove(record: LotRecord, maxOnLoop = MAX_ON_LOOP): Promise<ProvedLot> {
  if (record.rows.length <= maxOnLoop) return provedLot(record);
  return queue.take(async () => {
    const thread = new Worker(new URL("./proof-worker.ts", import.meta.url), {
      workerData: record,
      execArgv: [],
    });
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const [proved] = (await once(thread, "message", { signal })) as [ProvedLot];
      return proved;
    } finally {
      await thread.terminate();
    }
  });
}

export function provedLot(record: LotRecord): ProvedLot {
  const { proof, problem } = proofOf(record);
  if (proof === undefined) return { problem };
  const { root, negotiation }: LotProof = proof;
  return { json: JSON.stringify(proof), root, negotiated: negotiation.steps.length };
}

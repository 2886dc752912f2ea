import type { Pipeline } from "../db/pipeline.ts";
import { NotCopied } from "../db/servers/servers.ts";
import { CommitOutcomeUnknown } from "../db/transaction.ts";
import { notesInsertion, type Bus } from "../events/bus.ts";
import { BatchEvents } from "./batch-events.ts";
import {
  aliasesInsertion,
  holdsUpdate,
  lotsUpdate,
  refusalsInsertion,
  type LockedLots,
} from "./batch-sql.ts";
import { openingsInsertion } from "./chain-sql.ts";
import { decideBatch, type DecidedBatch, type OrderAnswer } from "./decide-batch.ts";
import { readFacts, type BidOrder } from "./facts.ts";
import { ledgerInsertion } from "./ledger-sql.ts";

/**
 * Decides orders in one transaction of two round trips (docs/bid-desk.md): begin, lock and read;
 * then write and commit. `take` gets the units whose lots are locked elsewhere, and returns the
 * orders to decide; the others are left alone. Returns the answers in the order of the taken
 * orders.
 * @throws NotCopied when nothing may be written; CommitOutcomeUnknown when the batch may be
 *   committed; any other error when nothing was written
 */
export async function placeBatch(
  pipeline: Pipeline,
  orders: readonly BidOrder[],
  {
    bus,
    lockedLots,
    take,
    copies,
  }: {
    bus: Bus;
    lockedLots: LockedLots;
    take: (lockedUnits: ReadonlySet<number>) => readonly BidOrder[];
    /** Whether a commit must also be on a synchronous standby. */
    copies: boolean;
  },
): Promise<OrderAnswer[]> {
  const { facts, lockedUnits } = await readFacts(pipeline, orders, lockedLots);
  if (copies && !facts.copied) throw new NotCopied("synchronous_standby_names is empty");
  const taken = take(lockedUnits);
  if (taken.length === 0) {
    await pipeline.rollback();
    return [];
  }
  const batch = decideBatch(taken, facts);
  const events = new BatchEvents(batch);
  const dispatch = bus.dispatch(events.forOthers);
  // Build everything before sending anything, so that an error can't leave a part written.
  const writes = writesOf(batch, dispatch.notes);
  const written = await pipeline.commit(writes);
  try {
    const ledgerIds = written.ledger.map(({ id }) => id);
    bus.deliver(events.forThisProcess(ledgerIds), dispatch);
    return batch.answer(ledgerIds);
  } catch (error) {
    throw new CommitOutcomeUnknown("a committed batch could not be published", { cause: error });
  }
}

function writesOf(batch: DecidedBatch, notes: readonly string[]) {
  return {
    ledger: ledgerInsertion(batch.ledger),
    lots: lotsUpdate(
      batch.judged.map(({ lotId, aliasCount, state, chain, nowMs }) => ({
        lotId,
        aliasCount,
        state,
        chainHead: chain.head,
        decidedAtMs: nowMs,
      })),
    ),
    openings: openingsInsertion(batch.lots.map(({ chain }) => chain)),
    aliases: aliasesInsertion(batch.aliases),
    refusals: refusalsInsertion(batch.refusals),
    holds: holdsUpdate(batch.holds),
    notes: notesInsertion(notes),
  };
}

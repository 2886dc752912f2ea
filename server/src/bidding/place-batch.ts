import type { Pipeline } from "../db/pipeline.ts";
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
 * Decides orders in one transaction of two flights (docs/bid-desk.md): begin, lock and read; then write
 * and commit. `take` gets the units of lots that are locked elsewhere, and returns the orders to decide;
 * what it leaves out is not touched. Returns the answers in the sequence of what it returned.
 * @throws CommitOutcomeUnknown when the batch may be on disk; any other error when nothing is
 */
export async function placeBatch(
  pipeline: Pipeline,
  orders: readonly BidOrder[],
  {
    bus,
    lockedLots,
    take,
  }: {
    bus: Bus;
    lockedLots: LockedLots;
    take: (lockedUnits: ReadonlySet<number>) => readonly BidOrder[];
  },
): Promise<OrderAnswer[]> {
  const { facts, lockedUnits } = await readFacts(pipeline, orders, lockedLots);
  const taken = take(lockedUnits);
  if (taken.length === 0) {
    await pipeline.rollback();
    return [];
  }
  const batch = decideBatch(taken, facts);
  const events = new BatchEvents(batch);
  const dispatch = bus.dispatch(events.forOthers);
  // All is built before anything is sent: what cannot be built is not written in part.
  const writes = writesOf(batch, dispatch.notes);
  const written = await pipeline.commit(writes);
  try {
    const ledgerIds = written.ledger.map(({ id }) => id);
    bus.deliver(events.told(ledgerIds), dispatch);
    return batch.answer(ledgerIds);
  } catch (error) {
    throw new CommitOutcomeUnknown("a batch is on disk and could not be told", { cause: error });
  }
}

function writesOf(batch: DecidedBatch, notes: readonly string[]) {
  return {
    ledger: ledgerInsertion(batch.ledger),
    lots: lotsUpdate(
      batch.lots.map(({ lotId, aliasCount, state, chain }) => ({
        lotId,
        aliasCount,
        state,
        chainHead: chain.head,
      })),
    ),
    openings: openingsInsertion(batch.lots.map(({ chain }) => chain)),
    aliases: aliasesInsertion(batch.aliases),
    refusals: refusalsInsertion(batch.refusals),
    holds: holdsUpdate(batch.holds),
    notes: notesInsertion(notes),
  };
}

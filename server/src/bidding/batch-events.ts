import { centsToDollars } from "@gavelyard/domain/money";
import type { ProductEvent } from "../events/events.ts";
import type { DecidedBatch, LotInBatch } from "./batch.ts";
import { lotMessage } from "./lot-messages.ts";

/**
 * What a batch tells: each lot's new rows, and everyone who led before or during the batch and does
 * not any more. Without `ledgerIds` the lots' messages are left out, as other processes get it.
 */
export function batchEvents(batch: DecidedBatch, ledgerIds: readonly number[]): ProductEvent[] {
  const idOfRow = new Map(batch.ledger.map((row, index) => [row, ledgerIds[index]]));
  return batch.lots.flatMap((lot) => {
    const messages = lot.rows.flatMap((row) => {
      const id = idOfRow.get(row);
      return id === undefined ? [] : [lotMessage(lot.terms, { ...row, id }, null, batch.nowMs)];
    });
    const changed: ProductEvent = {
      type: "lot-changed",
      inventoryId: lot.terms.inventoryId,
      lotId: lot.lotId,
      seq: lot.state.seq,
      messages,
    };
    return [changed, ...outbid(lot, batch.nowMs)];
  });
}

/** Everyone who led a lot before or during the batch and does not any more. */
export function outbidIn(lot: LotInBatch): number[] {
  const leader = lot.state.leader?.userId ?? null;
  const led = new Set(lot.ledInBatch);
  if (lot.leaderBefore !== null) led.add(lot.leaderBefore);
  if (leader !== null) led.delete(leader);
  return [...led];
}

function outbid(lot: LotInBatch, nowMs: number): ProductEvent[] {
  const userIds = outbidIn(lot);
  if (userIds.length === 0) return [];
  return [
    {
      type: "users-told",
      userIds,
      event: {
        type: "OUTBID",
        inventoryId: lot.terms.inventoryId,
        title: lot.title,
        amount: centsToDollars(lot.state.priceCents ?? 0),
        at: new Date(nowMs).toISOString(),
      },
    },
  ];
}

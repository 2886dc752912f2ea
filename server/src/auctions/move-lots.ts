import type { PoolClient } from "pg";
import { appendSteps, rowAside, type LotSteps } from "../bidding/chain-sql.ts";
import { lotNowMs } from "../bidding/lot-sql.ts";
import type { ProductEvent } from "../events/events.ts";
import { leaderAliases, moveLots, openLots, type LotTimes } from "./run-list-sql.ts";

export interface Times {
  readonly opensAtMs: number;
  readonly closesAtMs: number;
}

export interface Mover {
  /** Null for an automatic extension after an outage. */
  readonly userId: number | null;
  readonly nowMs: number;
  readonly ip: string | null;
  readonly reason?: string;
}

/**
 * Reschedules an auction's open lots. The caller has locked the auction and its lots. A lot that is open for bids or has a ledger
 * gets a row that records the move; other lots only get the new times (D16, D22). Lots whose close
 * has passed stay as they are. Bids on the lots wait meanwhile, so it takes the same few statements
 * for any number of lots.
 */
export async function moveOpenLots(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  auctionId: number,
  timesOf: (lot: Times, index: number, lotId: number) => Times,
  by: Mover,
): Promise<void> {
  const moves: Omit<LotTimes, "head">[] = [];
  const steps: LotSteps[] = [];
  const lots = await openLots(tx, auctionId, new Date(by.nowMs));
  const aliases = await leaderAliases(
    tx,
    lots.map(({ id }) => id),
  );
  for (const [index, lot] of lots.entries()) {
    const before = { opensAtMs: lot.opens_at.getTime(), closesAtMs: lot.closes_at.getTime() };
    const after = timesOf(before, index, lot.id);
    if (after.opensAtMs === before.opensAtMs && after.closesAtMs === before.closesAtMs) continue;
    const isOnRecord = before.opensAtMs <= by.nowMs || lot.seq > 0;
    const seq = isOnRecord ? lot.seq + 1 : lot.seq;
    moves.push({ lotId: lot.id, ...after, seq });
    if (!isOnRecord) continue;
    const leaderAlias = aliases.get(lot.id) ?? null;
    const row = rowAside(lot, {
      kind: "EXTENSION",
      userId: null,
      aliasNo: leaderAlias,
      placedAtMs: lotNowMs(lot, by.nowMs),
      closesAtMs: after.closesAtMs,
      extended: true,
      reason: by.reason ?? null,
      actorId: by.userId,
      ip: by.ip,
    });
    steps.push({ lot, rows: [row], leaderAlias });
    record({ type: "lot-changed", inventoryId: lot.inventory_id, lotId: lot.id, seq });
  }
  const done = await appendSteps(tx, steps);
  const heads = new Map(steps.map(({ lot }, index) => [lot.id, done[index]?.head ?? null]));
  await moveLots(
    tx,
    moves.map((move) => ({ ...move, head: heads.get(move.lotId) ?? null })),
    new Date(by.nowMs),
  );
  if (moves.length > 0) record({ type: "lots-rescheduled" });
}

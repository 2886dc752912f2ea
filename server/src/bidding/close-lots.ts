import type { LotMessage } from "@gavelyard/contract/realtime";
import { defaultIncrements } from "@gavelyard/domain/bid-increments";
import { paymentDueAtMs } from "@gavelyard/domain/business-days";
import { centsToDollars } from "@gavelyard/domain/money";
import { lotOutcome, lotStateAfterClose, type LotOutcome } from "@gavelyard/domain/settlement";
import type { PoolClient } from "pg";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { ProductEvent } from "../events/events.ts";
import {
  biddersOfLot,
  insertAward,
  lockBidders,
  lockLotsToClose,
  markClosed,
  setInventoryStatus,
  turnHoldIntoAward,
  winningBidId,
  type ClosingLotRow,
} from "./close-sql.ts";
import { tellOfClose } from "./close-mails.ts";
import { appendSteps } from "./chain-sql.ts";
import { lotMessage } from "./lot-messages.ts";
import { publishRoots, type ClosedLot } from "./roots-sql.ts";

/** Lots closed in one transaction at most, so that bidders never wait long for a lock. */
const MAX_LOTS_AT_ONCE = 50;

/**
 * Closes every lot whose time is up by the database's clock, each exactly once, however many
 * processes try: writes the CLOSE row, the outcome, the award of the winner and what it holds of the
 * limit, publishes the root of its record, and tells both sides (D16, D21, D27). Answers how many lots
 * it closed.
 */
export async function closeLots(context: Pick<Context, "pool" | "bus">): Promise<number> {
  return act(context, async (tx, record) => {
    const lots = await lockLotsToClose(tx, MAX_LOTS_AT_ONCE);
    await lockBidders(
      tx,
      lots.flatMap((lot) => (lot.leader_id === null ? [] : [lot.leader_id])),
    );
    const closed: ClosedLot[] = [];
    for (const lot of lots) {
      const root = await closeLot(tx, record, lot);
      if (root !== null) closed.push({ lotId: lot.id, root, closedAtMs: lot.now.getTime() });
    }
    await publishRoots(tx, closed);
    return lots.length;
  });
}

async function closeLot(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  lot: ClosingLotRow,
): Promise<string | null> {
  const outcome = lotOutcome({
    leaderId: lot.leader_id,
    priceCents: lot.price_cents,
    reserveCents: lot.reserve_cents,
  });
  const bidders = await biddersOfLot(tx, lot.id);
  const leader = bidders.find(({ user_id }) => user_id === lot.leader_id);
  const { message, root } = await writeClose(tx, lot, outcome, leader?.alias_no ?? null);
  await markClosed(tx, { id: lot.id, seq: message.seq, outcome, closedAtMs: lot.now.getTime() });
  await setInventoryStatus(tx, lot.inventory_id, lotStateAfterClose(outcome));
  const dueAtMs = paymentDueAtMs({
    awardedAtMs: lot.now.getTime(),
    zone: lot.time_zone,
    days: lot.payment_due_days,
  });
  if (outcome === "SOLD") await award(tx, lot, dueAtMs);
  await tellOfClose(tx, { lot, outcome, bidders, paymentDueAtMs: dueAtMs, root });
  for (const event of closeEvents(lot, outcome, bidders, message)) record(event);
  return root;
}

function closeEvents(
  lot: ClosingLotRow,
  outcome: LotOutcome,
  bidders: readonly { user_id: number }[],
  message: LotMessage,
): ProductEvent[] {
  const { inventory_id: inventoryId, id: lotId, auction_id: auctionId, leader_id: leaderId } = lot;
  const told = {
    inventoryId,
    title: lot.title,
    amount: centsToDollars(lot.price_cents ?? 0),
    at: lot.now.toISOString(),
  };
  const losers = bidders.map(({ user_id }) => user_id).filter((userId) => userId !== leaderId);
  const events: ProductEvent[] = [
    { type: "lot-changed", inventoryId, lotId, seq: message.seq, messages: () => [message] },
    { type: "lot-closed", inventoryId, auctionId, outcome },
    { type: "users-told", userIds: losers, event: { type: "LOST", ...told } },
  ];
  if (outcome === "SOLD" && leaderId !== null) {
    events.push({ type: "users-told", userIds: [leaderId], event: { type: "WON", ...told } });
  }
  return events;
}

/** The last row of the lot's ledger; what it says is what the lot's topic hears. */
async function writeClose(
  tx: PoolClient,
  lot: ClosingLotRow,
  outcome: LotOutcome,
  leaderAlias: number | null,
): Promise<{ message: LotMessage; root: string | null }> {
  const row = {
    lotId: lot.id,
    seq: lot.seq + 1,
    kind: "CLOSE" as const,
    userId: lot.leader_id,
    aliasNo: leaderAlias,
    placedAtMs: lot.now.getTime(),
    closesAtMs: lot.closes_at.getTime(),
    amountCents: lot.price_cents,
    requestedCents: null,
    maxCents: null,
    bidCount: lot.bid_count,
    undoesSeq: null,
    extended: false,
    reason: null,
    actorId: null,
    idempotencyKey: null,
    request: null,
    ip: null,
  };
  const { ids, head } = await appendSteps(tx, lot, [row], leaderAlias, outcome);
  const [id] = ids;
  if (id === undefined) throw new Error("a close was not written");
  const terms = {
    inventoryId: lot.inventory_id,
    startingCents: lot.starting_cents,
    reserveCents: lot.reserve_cents,
    increments: lot.increments ?? defaultIncrements,
  };
  return { message: lotMessage(terms, { ...row, id }, outcome, lot.now.getTime()), root: head };
}

/** The award of the winner, and what it holds of the limit in place of the maximum (D25, D27). */
async function award(tx: PoolClient, lot: ClosingLotRow, dueAtMs: number): Promise<void> {
  const { leader_id: userId, price_cents: hammerCents, leader_max_cents: maxCents } = lot;
  if (userId === null || hammerCents === null || maxCents === null) return;
  await insertAward(tx, {
    lotId: lot.id,
    bidId: await winningBidId(tx, lot.id, userId),
    userId,
    hammerCents,
    paymentDueAtMs: dueAtMs,
  });
  await turnHoldIntoAward(tx, userId, maxCents, hammerCents);
}

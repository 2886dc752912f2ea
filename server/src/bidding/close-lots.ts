import type { WebhookEvent } from "@gavelyard/contract/webhooks";
import { paymentDueAtMs } from "@gavelyard/domain/business-days";
import { centsToDollars } from "@gavelyard/domain/money";
import {
  lotOutcome,
  lotStateAfterClose,
  type LotOutcome,
} from "@gavelyard/domain/sales/settlement";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { CommitOutcomeUnknown, inTransaction } from "../db/transaction.ts";
import { act } from "../events/act.ts";
import type { ProductEvent } from "../events/events.ts";
import { isUnavailable } from "../db/is-unavailable.ts";
import { recordForWebhooks } from "../webhooks/events-sql.ts";
import { appendSteps, rowAside, type LotSteps, type LotStepsDone } from "./chain-sql.ts";
import { alwaysOpen, type DecisionGate } from "./decision-gate.ts";
import { enqueueCloseEmails } from "./close-mails.ts";
import {
  biddersOfLots,
  insertAwards,
  lockBidders,
  lockDueLot,
  lockDueLots,
  lotsToRetry,
  markClosed,
  setAside,
  clearSetAside,
  turnHoldsIntoAwards,
  type ClosingLotRow,
  type Win,
} from "./close-sql.ts";
import { lotMessage, lotTerms } from "./lot-messages.ts";
import { publishRoots } from "./roots-sql.ts";

const MAX_LOTS_AT_ONCE = 50;

type ClosingContext = Pick<Context, "pool" | "bus" | "log">;

/**
 * Closes lots that are due by the database's clock, each exactly once across all processes. Writes
 * the CLOSE row, the outcome, the winner's award and its hold, publishes the root of the record,
 * and notifies bidders (D16, D21, D27). Lots share a transaction; if it fails, each is closed in
 * its own, and set aside if that fails. Returns how many lots were due. Does nothing after an
 * outage until closing times are extended (D36).
 */
export async function closeLots(
  context: ClosingContext,
  gate: DecisionGate = alwaysOpen,
): Promise<number> {
  let due: readonly number[] = [];
  try {
    await act(context, async (tx, record) => {
      const lots = await lockDueLots(tx, MAX_LOTS_AT_ONCE);
      if (!gate.isOpen) return;
      due = lots.map(({ id }) => id);
      await closeLocked(tx, record, lots);
    });
  } catch (error) {
    if (due.length === 0 || isPassing(error)) throw error;
    for (const lotId of due) await closeAlone(context, lotId);
  }
  return due.length;
}

export async function retryCloses(context: ClosingContext): Promise<void> {
  for (const lotId of await lotsToRetry(context.pool)) await closeAlone(context, lotId);
}

/** Closes one lot, or sets it aside with a log entry and, the first time, an audit entry. */
async function closeAlone(context: ClosingContext, lotId: number): Promise<void> {
  try {
    await act(context, async (tx, record) => {
      const lots = await lockDueLot(tx, lotId);
      await closeLocked(tx, record, lots);
      if (lots.length > 0) await clearSetAside(tx, lotId);
    });
  } catch (error) {
    if (isPassing(error)) throw error;
    context.log.error({ err: error, lotId }, "closing a lot failed; it is set aside");
    const reason = error instanceof Error ? error.message : String(error);
    await inTransaction(context.pool, async (tx) => {
      if ((await setAside(tx, lotId, reason)) > 1) return;
      await insertAudit(tx, {
        actorId: null,
        action: "lot-close-failed",
        subjectType: "lot",
        subjectId: lotId,
        reason,
        ip: null,
      });
    });
  }
}

/** Whether an error is temporary: the database is unavailable or full, or transactions conflict. */
function isPassing(error: unknown): boolean {
  if (error instanceof CommitOutcomeUnknown || isUnavailable(error)) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(40...|53...|25006)$/.test(code);
}

interface Closing {
  readonly lot: ClosingLotRow;
  readonly outcome: LotOutcome;
  readonly bidders: readonly { readonly user_id: number; readonly alias_no: number }[];
  /** Hash of the last row, which is the root of the record; null for a lot without a chain. */
  readonly root: string | null;
  readonly row: LotStepsDone["rows"][number];
  readonly paymentDueAtMs: number;
}

/**
 * Closes locked lots. Locks bidders last and only for the commit, since they may be bidding on
 * other lots.
 */
async function closeLocked(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  lots: readonly ClosingLotRow[],
): Promise<void> {
  if (lots.length === 0) return;
  const bidders = await biddersOfLots(
    tx,
    lots.map(({ id }) => id),
  );
  const ending = lots.map((lot) => endOf(lot, bidders.get(lot.id) ?? []));
  const done = await appendSteps(tx, ending.map(closeStep));
  const closings = ending.map((end, index) => closingOf(end, done[index]));
  await markClosed(
    tx,
    closings.map(({ lot, outcome, row, root }) => ({
      lotId: lot.id,
      inventoryId: lot.inventory_id,
      seq: row.seq,
      outcome,
      unit: lotStateAfterClose(outcome),
      closedAtMs: row.placedAtMs,
      root,
    })),
  );
  const wins = closings.flatMap(winOf);
  if (wins.length > 0) await insertAwards(tx, wins);
  await enqueueCloseEmails(tx, closings);
  await recordForWebhooks(tx, closings.map(lotClosedEvent));
  for (const event of closings.flatMap(closeEvents)) record(event);
  await publishRoots(
    tx,
    closings.flatMap(({ lot, root, row }) =>
      root === null ? [] : [{ lotId: lot.id, root, closedAtMs: row.placedAtMs }],
    ),
  );
  if (wins.length === 0) return;
  await lockBidders(
    tx,
    wins.map(({ userId }) => userId),
  );
  await turnHoldsIntoAwards(tx, wins);
}

function lotClosedEvent({ lot, outcome }: Closing): WebhookEvent {
  const price = lot.price_cents === null ? null : centsToDollars(lot.price_cents);
  const { id: lotId, auction_id: auctionId, inventory_id: inventoryId } = lot;
  return { type: "lot.closed", data: { lotId, auctionId, inventoryId, outcome, price } };
}

function endOf(lot: ClosingLotRow, bidders: Closing["bidders"]) {
  const outcome = lotOutcome({
    leaderId: lot.leader_id,
    priceCents: lot.price_cents,
    reserveCents: lot.reserve_cents,
  });
  return { lot, bidders, outcome };
}
type End = ReturnType<typeof endOf>;

function closeStep({ lot, bidders, outcome }: End): LotSteps {
  const leaderAlias = bidders.find(({ user_id }) => user_id === lot.leader_id)?.alias_no ?? null;
  const row = rowAside(lot, {
    kind: "CLOSE",
    userId: lot.leader_id,
    aliasNo: leaderAlias,
    placedAtMs: lot.now.getTime(),
    closesAtMs: lot.closes_at.getTime(),
    extended: false,
  });
  return { lot, rows: [row], leaderAlias, outcome };
}

function closingOf(end: End, done: LotStepsDone | undefined): Closing {
  const row = done?.rows[0];
  if (done === undefined || row === undefined) throw new Error("a close was not written");
  const { now, time_zone: zone, payment_due_days: days } = end.lot;
  return {
    ...end,
    root: done.head,
    row,
    paymentDueAtMs: paymentDueAtMs({ awardedAtMs: now.getTime(), zone, days }),
  };
}

/**
 * Returns the award to a sold lot's leader. Its hold replaces the one for the maximum (D25, D27).
 */
function winOf({ lot, outcome, paymentDueAtMs }: Closing): Win[] {
  const { leader_id: userId, price_cents: hammerCents, leader_max_cents: maxCents } = lot;
  if (outcome !== "SOLD" || userId === null || hammerCents === null || maxCents === null) return [];
  return [{ lotId: lot.id, userId, hammerCents, maxCents, paymentDueAtMs }];
}

function closeEvents({ lot, outcome, bidders, row }: Closing): ProductEvent[] {
  const { inventory_id: inventoryId, id: lotId, auction_id: auctionId, leader_id: leaderId } = lot;
  const at = lot.now.toISOString();
  const told = {
    inventoryId,
    title: lot.title,
    amount: centsToDollars(lot.price_cents ?? 0),
    at,
  };
  const losers = bidders.map(({ user_id }) => user_id).filter((userId) => userId !== leaderId);
  const events: ProductEvent[] = [
    {
      type: "lot-changed",
      inventoryId,
      lotId,
      seq: row.seq,
      messages: () => [lotMessage(lotTerms(lot), row, outcome, row.placedAtMs)],
    },
    { type: "lot-closed", inventoryId, auctionId, outcome, at },
    { type: "users-told", userIds: losers, event: { type: "LOST", ...told } },
  ];
  if (outcome === "SOLD" && leaderId !== null) {
    events.push({ type: "users-told", userIds: [leaderId], event: { type: "WON", ...told } });
  }
  return events;
}

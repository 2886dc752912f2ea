import { decideRetraction } from "@gavelyard/domain/bidding";
import { defaultIncrements } from "@gavelyard/domain/bid-increments";
import { centsToDollars } from "@gavelyard/domain/money";
import { isStaff } from "@gavelyard/domain/roles";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { Principal } from "../http/access.ts";
import { badRequest, forbidden, notFound } from "../http/errors.ts";
import { insertAudit } from "../audit/sql.ts";
import { lotMessage } from "./lot-messages.ts";
import { lotState } from "./lot-sql.ts";
import { appendSteps, type UnchainedRow } from "./chain-sql.ts";
import { refusedRetraction } from "./refusals.ts";
import {
  aliasesOfLot,
  bidOnLot,
  clockMs,
  lockLimitsOfLot,
  lockLot,
  standingRequests,
} from "./retract-sql.ts";
import { holdsUpdate, lotsUpdate } from "./batch-sql.ts";

/** What is to be taken back, by whom and why. */
export interface RetractOrder {
  readonly bidId: number;
  /** The bidder whose bid it must be. */
  readonly userId: number;
  readonly by: Principal;
  readonly reason: string | null;
  readonly ip: string | null;
}

/**
 * Takes back a bid: its bidder within the rules of D23, staff at any time with a reason. Appends to
 * the ledger, resolves the lot again and tells the lot's topic and a bidder who leads again.
 * Answers the unit whose lot it was.
 * @throws HttpError 400, 403, 404 or 409
 */
export async function retractBid(
  context: Pick<Context, "pool" | "bus">,
  order: RetractOrder,
): Promise<number> {
  const staff = isStaff(order.by.role);
  if (staff && order.reason === null) {
    throw badRequest("Enter a reason for voiding the bid.", [
      { path: "reason", message: "Must not be empty" },
    ]);
  }
  return act(context, async (tx, record) => {
    const bid = await bidOnLot(tx, order.bidId);
    if (bid === null) throw notFound("Bid not found.");
    if (bid.user_id !== order.userId) throw forbidden("This bid belongs to another account");

    const lot = await lockLot(tx, bid.lot_id);
    const nowMs = await clockMs(tx);
    const available = await lockLimitsOfLot(tx, bid.lot_id);
    const standing = await standingRequests(tx, bid.lot_id);
    const before = lotState(lot);
    const verdict = decideRetraction(
      before,
      standing.map((row) => ({
        seq: row.seq,
        userId: row.user_id,
        requestedCents: row.requested_cents,
        maxCents: row.max_cents,
        placedAtMs: row.placed_at.getTime(),
      })),
      { seq: bid.seq, by: staff ? "STAFF" : "BIDDER" },
      (userId) => available.get(userId) ?? 0,
      nowMs,
    );
    if (!verdict.accepted) throw refusedRetraction(verdict.refusal);

    const aliases = await aliasesOfLot(tx, bid.lot_id);
    const rows = verdict.rows.map((row): UnchainedRow => ({
      ...row,
      lotId: lot.id,
      aliasNo: row.userId === null ? null : (aliases.get(row.userId) ?? null),
      placedAtMs: nowMs,
      reason: order.reason,
      actorId: staff ? order.by.userId : null,
      idempotencyKey: null,
      request: null,
      ip: order.ip,
    }));
    const leads = verdict.lot.leader?.userId;
    const leaderAlias = leads === undefined ? null : (aliases.get(leads) ?? null);
    const { ids } = await appendSteps(tx, lot, rows, leaderAlias);
    const change = {
      lotId: lot.id,
      aliasCount: lot.alias_count,
      state: verdict.lot,
      chainHead: null,
    };
    for (const statement of [lotsUpdate([change]), holdsUpdate(verdict.holds)]) {
      if (statement !== null) await tx.query(statement);
    }
    if (staff) {
      await insertAudit(tx, {
        actorId: order.by.userId,
        action: "bid-voided",
        subjectType: "bid",
        subjectId: bid.id,
        reason: order.reason,
        ip: order.ip,
      });
    }

    const terms = {
      inventoryId: lot.inventory_id,
      startingCents: lot.starting_cents,
      reserveCents: lot.reserve_cents,
      increments: lot.increments ?? defaultIncrements,
    };
    record({
      type: "lot-changed",
      inventoryId: lot.inventory_id,
      lotId: lot.id,
      seq: verdict.lot.seq,
      messages: () =>
        rows.map((row, index) => lotMessage(terms, { ...row, id: ids[index] ?? 0 }, null, nowMs)),
    });
    const leader = verdict.lot.leader;
    if (leader !== null && leader.userId !== before.leader?.userId) {
      record({
        type: "users-told",
        userIds: [leader.userId],
        event: {
          type: "LEADING",
          inventoryId: lot.inventory_id,
          title: lot.title,
          amount: centsToDollars(verdict.lot.priceCents ?? 0),
          at: new Date(nowMs).toISOString(),
        },
      });
    }
    return lot.inventory_id;
  });
}

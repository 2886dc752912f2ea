import { msg } from "@gavelyard/messages/text";
import { decideRetraction } from "@gavelyard/domain/bidding/bidding";
import { centsToDollars } from "@gavelyard/domain/money";
import { TWO_BEFORE_CLOSE_MS } from "@gavelyard/domain/proposals";
import type { PoolClient } from "pg";
import type { ProductEvent } from "../events/events.ts";
import type { Actor } from "../http/actor.ts";
import { badRequest, Refusal, notFound } from "../refusal.ts";
import { insertAudit } from "../audit/sql.ts";
import { clockNow } from "../db/clock.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { shownPerson } from "../proposals/person-sql.ts";
import { requireSecondPerson } from "../proposals/proposals.ts";
import { lotMessage, lotTerms } from "./lot-messages.ts";
import { lotNowMs, lotState } from "./lot-sql.ts";
import { appendSteps, type UnchainedRow } from "./chain-sql.ts";
import { refusedRetraction } from "./refusals.ts";
import {
  aliasesOfLot,
  bidOnLot,
  hasRetracted,
  lockLimitsOfLot,
  lockLot,
  standingRequests,
} from "./retract-sql.ts";
import { holdsUpdate, lotsUpdate } from "./batch-sql.ts";

export interface RetractOrder {
  readonly bidId: number;
  /** The bidder to whom the bid must belong. */
  readonly userId: number;
  readonly by: Actor;
  /** Whether staff void it; otherwise its bidder retracts it. */
  readonly staff: boolean;
  readonly reason: string | null;
}

/**
 * Retracts or voids a bid, with a reason. Its bidder can do so within D23, staff until the close.
 * Staff need a second person for the high bid and in the last hour (D38), and we email the bidder
 * of a voided bid. Appends to the ledger, recalculates price and leader, and publishes to the lot's
 * topic and to a bidder who leads again. Returns the id of the unit.
 * @throws Refusal 400, 403, 404 or 409
 */
export async function retractBid(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  order: RetractOrder,
): Promise<number> {
  const { by, staff } = order;
  if (order.reason === null) {
    throw badRequest(
      staff
        ? msg("Enter a reason for voiding the bid.")
        : msg("Enter a reason for retracting the bid."),
      [{ path: "reason", message: msg("Must not be empty") }],
    );
  }
  const bid = await bidOnLot(tx, order.bidId);
  if (bid === null) throw notFound(msg("Bid not found."));
  if (bid.user_id !== order.userId)
    throw new Refusal("not-yours", msg("This bid belongs to another account"));

  const lot = await lockLot(tx, bid.lot_id);
  const nowMs = lotNowMs(lot, (await clockNow(tx)).getTime());
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
    {
      seq: bid.seq,
      by: staff ? "STAFF" : "BIDDER",
      retractedBefore: !staff && (await hasRetracted(tx, lot.id, order.userId)),
    },
    (userId) => available.get(userId) ?? 0,
    nowMs,
  );
  if (!verdict.accepted) throw refusedRetraction(verdict.refusal);
  // Voiding the high bid reveals the next-highest maximum in the new price.
  const leads = before.leader?.userId === bid.user_id;
  if (staff && (leads || before.closesAtMs - nowMs < TWO_BEFORE_CLOSE_MS)) {
    await requireSecondPerson(tx, by, {
      kind: "BID_VOID",
      subjectType: "bid",
      subjectId: bid.id,
      title: lot.title,
      // The price afterward would reveal a private maximum, so nobody sees it in advance (D46).
      before: {
        ...(await shownPerson(tx, bid.user_id, lot.id)),
        bidId: bid.id,
        bidCents: bid.requested_cents,
      },
      after: null,
      reason: order.reason,
    });
  }

  const aliases = await aliasesOfLot(tx, bid.lot_id);
  const rows = verdict.rows.map((row): UnchainedRow => ({
    ...row,
    lotId: lot.id,
    aliasNo: row.userId === null ? null : (aliases.get(row.userId) ?? null),
    placedAtMs: nowMs,
    reason: order.reason,
    actorId: staff ? by.userId : null,
    idempotencyKey: null,
    request: null,
    ip: by.ip,
  }));
  const nextLeader = verdict.lot.leader?.userId;
  const leaderAlias = nextLeader === undefined ? null : (aliases.get(nextLeader) ?? null);
  const [done] = await appendSteps(tx, [{ lot, rows, leaderAlias }]);
  const change = {
    lotId: lot.id,
    aliasCount: lot.alias_count,
    state: verdict.lot,
    chainHead: done?.head ?? null,
    decidedAtMs: nowMs,
  };
  for (const statement of [lotsUpdate([change]), holdsUpdate(verdict.holds)]) {
    if (statement !== null) await tx.query(statement);
  }
  if (staff) {
    await insertAudit(tx, {
      actorId: by.userId,
      action: "bid-voided",
      subjectType: "bid",
      subjectId: bid.id,
      reason: order.reason,
      ip: by.ip,
    });
    await enqueue(tx, "send-mail", {
      eventKey: `bid-voided:${bid.id}`,
      to: bid.email,
      content: {
        kind: "BID_VOIDED",
        name: bid.name,
        inventoryId: lot.inventory_id,
        title: lot.title,
        auctionName: bid.auction_name,
        bidCents: bid.requested_cents,
        reason: order.reason,
      },
    });
  }

  record({
    type: "lot-changed",
    inventoryId: lot.inventory_id,
    lotId: lot.id,
    seq: verdict.lot.seq,
    messages: () => (done?.rows ?? []).map((row) => lotMessage(lotTerms(lot), row, null, nowMs)),
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
}

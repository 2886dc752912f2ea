import { msg, type Message } from "@gavelyard/messages/text";
import { decideStatus, type StatusRefusal } from "@gavelyard/domain/auctions/auction-lifecycle";
import { insertAudit } from "../audit/sql.ts";
import type { PoolClient } from "pg";
import type { ProductEvent } from "../events/events.ts";
import type { Actor } from "../http/actor.ts";
import { Refusal } from "../refusal.ts";
import { requireSecondPerson } from "../proposals/proposals.ts";
import { noSuchAuction, publishDraft } from "./change-auction.ts";
import { moveOpenLots, type Times } from "./move-lots.ts";
import { lockAuction, updateAuction } from "./staff-sql.ts";

export interface StatusChange {
  readonly auctionId: number;
  readonly status: "LIVE" | "UPCOMING" | "EXPIRED";
  /** The new start; only with UPCOMING. */
  readonly startTime?: string | undefined;
  /** Why the auction ends now. */
  readonly reason?: string | undefined;
}

const refusals: Readonly<Record<StatusRefusal, Message>> = {
  FROZEN: msg("This auction is canceled or settled and can't be changed"),
  DRAFT: msg("A draft can't end. Publish it first."),
  NOT_STARTED: msg("This auction hasn't started. Cancel it instead."),
  ALL_LOTS_CLOSED: msg("Lots in this auction have closed. Duplicate it instead."),
  HAS_BIDS: msg("The auction has bids, so it can't be upcoming again"),
  START_NOT_AHEAD: msg("startTime: Enter a start time in the future"),
  NO_END: msg("scheduledEndTime: Set the auction's end first"),
  END_NOT_AHEAD: msg("scheduledEndTime: The end has passed. Set a new one first."),
  TOO_SHORT: msg("scheduledEndTime: An auction lasts at least 5 minutes. Set a later end first."),
};

/**
 * Changes an auction's times, since only they determine its status (D16): LIVE starts it now,
 * EXPIRED ends it now after a second person confirmed it (D38), UPCOMING gives it a future start if
 * there are no bids. Publishes a draft.
 * @throws Refusal 404, 409
 */
export async function changeStatus(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  { auctionId: id, reason, ...change }: StatusChange,
  by: Actor,
): Promise<void> {
  const auction = await lockAuction(tx, id);
  if (auction === null) throw noSuchAuction();
  const nowMs = auction.now.getTime();
  const startMs = auction.start_time?.getTime() ?? null;
  const endMs = auction.scheduled_end_time?.getTime() ?? null;
  const newStartMs = change.startTime === undefined ? undefined : Date.parse(change.startTime);
  // A later start moves the end by as much.
  const shiftMs =
    change.status === "UPCOMING" && newStartMs !== undefined && startMs !== null
      ? newStartMs - startMs
      : 0;
  const verdict = decideStatus(
    {
      lifecycle: auction.lifecycle,
      startMs,
      endMs,
      lastCloseMs: auction.last_close?.getTime() ?? null,
      openLots: auction.open_lots,
      closedLots: auction.closed_lots,
      hasBids: auction.bids > 0,
    },
    {
      status: change.status,
      startMs: newStartMs,
      endMs: endMs === null ? undefined : endMs + shiftMs,
    },
    nowMs,
  );
  if (!verdict.accepted) throw new Refusal("wrong-state", refusals[verdict.refusal]);
  if (verdict.startMs === null) return;
  if (change.status === "EXPIRED") {
    await requireSecondPerson(tx, by, {
      kind: "AUCTION_END",
      subjectType: "auction",
      subjectId: id,
      title: auction.name,
      before: { lastLotClosesAt: auction.last_close, openLots: auction.open_lots },
      after: { lastLotClosesAt: "once confirmed", openLots: 0 },
      reason: reason ?? null,
    });
  }
  await updateAuction(
    tx,
    id,
    new Map([
      ["start_time", new Date(verdict.startMs).toISOString()],
      ["scheduled_end_time", new Date(verdict.endMs).toISOString()],
    ]),
  );
  if (auction.lifecycle === "DRAFT") {
    const timed = await lockAuction(tx, id);
    if (timed !== null) await publishDraft(tx, record, timed, by);
  } else {
    const moved: Readonly<Record<StatusChange["status"], (lot: Times) => Times>> = {
      LIVE: (lot) => ({ ...lot, opensAtMs: Math.min(lot.opensAtMs, nowMs) }),
      // A paused lot opens for a moment before it closes.
      EXPIRED: (lot) => ({
        opensAtMs: Math.min(lot.opensAtMs, nowMs - 1),
        closesAtMs: Math.min(lot.closesAtMs, nowMs),
      }),
      UPCOMING: (lot) => ({
        opensAtMs: lot.opensAtMs + shiftMs,
        closesAtMs: lot.closesAtMs + shiftMs,
      }),
    };
    await moveOpenLots(tx, record, id, moved[change.status], { ...by, nowMs });
  }
  await insertAudit(tx, {
    actorId: by.userId,
    action: "auction-moved",
    subjectType: "auction",
    subjectId: id,
    before: { startTime: auction.start_time, scheduledEndTime: auction.scheduled_end_time },
    after: change,
    reason: reason ?? null,
    ip: by.ip,
  });
}

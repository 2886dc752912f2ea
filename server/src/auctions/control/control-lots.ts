import { msg } from "@gavelyard/messages/text";
import { insertAudit } from "../../audit/sql.ts";
import type { LotRow } from "../../bidding/lot-sql.ts";
import { act } from "../../events/act.ts";
import type { ProductEvent } from "../../events/events.ts";
import type { Actor } from "../../http/actor.ts";
import { Refusal, notFound } from "../../refusal.ts";
import { requireSecondPerson } from "../../proposals/proposals.ts";
import { noSuchAuction, type AuctionActor, type AuctionContext } from "../change-auction.ts";
import { auctionOfLot, followersOf } from "./sql.ts";
import { moveOpenLots, type Times } from "../move-lots.ts";
import { openLots } from "../run-list-sql.ts";
import { lockAuction, type LockedAuction } from "../staff-sql.ts";
import type { PoolClient } from "pg";

const MINUTE_MS = 60_000;
const MAX_RECIPIENTS = 500;

type Recorder = (event: ProductEvent) => void;

/** Locks a published auction with its lots. @throws Refusal 404, 409 */
async function lockPublished(tx: PoolClient, id: number): Promise<LockedAuction> {
  const auction = await lockAuction(tx, id);
  if (auction === null) throw noSuchAuction();
  if (auction.lifecycle !== "PUBLISHED")
    throw new Refusal("wrong-state", msg("This auction isn't published"));
  return auction;
}

async function withAuction(
  context: AuctionContext,
  id: number,
  work: (tx: PoolClient, record: Recorder, auction: LockedAuction) => Promise<void>,
): Promise<void> {
  await act(context, async (tx, record) => work(tx, record, await lockPublished(tx, id)));
}

/** Locks an open lot and its auction. @throws Refusal 404, 409 */
async function lockOpenLot(
  tx: PoolClient,
  lotId: number,
): Promise<{ readonly lot: LotRow; readonly auction: LockedAuction }> {
  const auctionId = await auctionOfLot(tx, lotId);
  if (auctionId === null) throw notFound(msg("Lot not found"));
  const auction = await lockPublished(tx, auctionId);
  const lot = (await openLots(tx, auction.id, auction.now)).find(({ id }) => id === lotId);
  if (lot === undefined) throw new Refusal("lot-closed", msg("This lot is closed"));
  return { lot, auction };
}

/** Moves a locked lot, and writes the audit record. Returns its auction's id. */
async function moveLot(
  tx: PoolClient,
  record: Recorder,
  { lot, auction }: { readonly lot: LotRow; readonly auction: LockedAuction },
  {
    action,
    reason,
    timesOf,
  }: {
    readonly action: "lot-extended" | "lot-closed-early";
    readonly reason: string;
    readonly timesOf: (lot: Times, nowMs: number) => Times;
  },
  by: AuctionActor,
): Promise<number> {
  const nowMs = auction.now.getTime();
  await moveOpenLots(
    tx,
    record,
    auction.id,
    (times, _index, id) => (id === lot.id ? timesOf(times, nowMs) : times),
    { ...by, nowMs, reason },
  );
  await insertAudit(tx, {
    actorId: by.userId,
    action,
    subjectType: "lot",
    subjectId: lot.id,
    before: { closesAt: lot.closes_at },
    reason,
    ip: by.ip,
  });
  return auction.id;
}

/**
 * Extends an open lot. Returns its auction's id.
 * @throws Refusal 404, 409
 */
export const extendLot = (
  context: AuctionContext,
  lotId: number,
  { minutes, reason }: { readonly minutes: number; readonly reason: string },
  by: AuctionActor,
): Promise<number> =>
  act(context, async (tx, record) =>
    moveLot(
      tx,
      record,
      await lockOpenLot(tx, lotId),
      {
        action: "lot-extended",
        reason,
        timesOf: (lot) => ({ ...lot, closesAtMs: lot.closesAtMs + minutes * MINUTE_MS }),
      },
      by,
    ),
  );

/**
 * Closes an open lot now, with its current high bid, after a second person confirmed it (D38).
 * Returns its auction's id.
 * @throws Refusal 404, 409
 */
export async function closeLot(
  tx: PoolClient,
  record: Recorder,
  { lotId, reason }: { readonly lotId: number; readonly reason: string },
  by: Actor,
): Promise<number> {
  const locked = await lockOpenLot(tx, lotId);
  const { lot } = locked;
  await requireSecondPerson(tx, by, {
    kind: "LOT_CLOSE",
    subjectType: "lot",
    subjectId: lotId,
    title: lot.title,
    before: { closesAt: lot.closes_at, bidCents: lot.price_cents },
    after: { closesAt: "once confirmed" },
    reason,
  });
  return moveLot(
    tx,
    record,
    locked,
    {
      action: "lot-closed-early",
      reason,
      timesOf: (lot, nowMs) => ({
        opensAtMs: Math.min(lot.opensAtMs, nowMs - 1),
        closesAtMs: nowMs,
      }),
    },
    by,
  );
}

/**
 * Pauses bidding for some minutes. Each open lot gets a new opening and a close that is later by as
 * much, so that the clock still decides everything (D16).
 * @throws Refusal 404, 409
 */
export async function pauseAuction(
  context: AuctionContext,
  id: number,
  { minutes, reason }: { readonly minutes: number; readonly reason: string },
  by: AuctionActor,
): Promise<void> {
  const pauseMs = minutes * MINUTE_MS;
  await withAuction(context, id, async (tx, record, auction) => {
    const nowMs = auction.now.getTime();
    const lots = await openLots(tx, id, auction.now);
    const running = lots.filter((lot) => lot.opens_at.getTime() <= nowMs);
    if (running.length === 0)
      throw new Refusal("wrong-state", msg("No lot in this auction is open for bids"));
    const ids = new Set(running.map((lot) => lot.id));
    await moveOpenLots(
      tx,
      record,
      id,
      (lot, _index, lotId) =>
        ids.has(lotId) ? { opensAtMs: nowMs + pauseMs, closesAtMs: lot.closesAtMs + pauseMs } : lot,
      { ...by, nowMs, reason },
    );
    await insertAudit(tx, {
      actorId: by.userId,
      action: "auction-paused",
      subjectType: "auction",
      subjectId: id,
      after: { minutes },
      reason,
      ip: by.ip,
    });
  });
}

/**
 * Resumes bidding before a pause is over; closes move forward by the rest of the pause.
 * @throws Refusal 404, 409
 */
export async function resumeAuction(
  context: AuctionContext,
  id: number,
  by: AuctionActor,
): Promise<void> {
  await withAuction(context, id, async (tx, record, auction) => {
    const nowMs = auction.now.getTime();
    const lots = await openLots(tx, id, auction.now);
    const paused = new Set(lots.filter((lot) => isPaused(lot, auction)).map((lot) => lot.id));
    if (paused.size === 0) throw new Refusal("already-done", msg("This auction is not paused"));
    await moveOpenLots(
      tx,
      record,
      id,
      (lot, _index, lotId) =>
        paused.has(lotId)
          ? { opensAtMs: nowMs, closesAtMs: lot.closesAtMs - (lot.opensAtMs - nowMs) }
          : lot,
      { ...by, nowMs },
    );
    await insertAudit(tx, {
      actorId: by.userId,
      action: "auction-resumed",
      subjectType: "auction",
      subjectId: id,
      ip: by.ip,
    });
  });
}

/** Whether a lot is paused: it opens later although its auction has started. */
const isPaused = (
  lot: { readonly opens_at: Date },
  auction: { readonly start_time: Date | null; readonly now: Date },
): boolean =>
  auction.start_time !== null && auction.start_time <= auction.now && lot.opens_at > auction.now;

/**
 * Sends a notice to everyone who bid in an auction or watches its open lots; returns how many.
 * @throws Refusal 404, 409
 */
export async function messageBidders(
  context: AuctionContext,
  id: number,
  message: string,
  by: AuctionActor,
): Promise<number> {
  let told = 0;
  await withAuction(context, id, async (tx, record, auction) => {
    const followers = await followersOf(tx, id);
    told = followers.length;
    for (let first = 0; first < told; first += MAX_RECIPIENTS) {
      record({
        type: "users-told",
        userIds: followers.slice(first, first + MAX_RECIPIENTS),
        event: {
          type: "NOTICE",
          title: auction.name,
          message,
          inventoryId: null,
          auctionId: id,
          at: auction.now.toISOString(),
        },
      });
    }
    await insertAudit(tx, {
      actorId: by.userId,
      action: "bidders-told",
      subjectType: "auction",
      subjectId: id,
      after: { message, told },
      ip: by.ip,
    });
  });
  return told;
}

import { msg, t } from "@gavelyard/messages/text";
import { insertAudit } from "../audit/sql.ts";
import { act } from "../events/act.ts";
import { Refusal, notFound } from "../refusal.ts";
import { noSuchAuction, type AuctionActor, type AuctionContext } from "./change-auction.ts";
import { removeLots, setPlannedLots } from "./run-list-sql.ts";
import { copyAuction, removeImage, lockAuction, updateAuction } from "./staff-sql.ts";

/**
 * Cancels an auction that is not live and has no bids; its units become available again (D12).
 * @throws Refusal 404, 409
 */
export async function cancelAuction(
  context: AuctionContext,
  id: number,
  by: AuctionActor,
): Promise<void> {
  await act(context, async (tx, record) => {
    const auction = await lockAuction(tx, id);
    if (auction === null || auction.lifecycle === "CANCELLED") throw noSuchAuction();
    if (auction.bids > 0)
      throw new Refusal("in-use", msg("This auction has bids, so you can't cancel it"));
    if (auction.lifecycle === "SETTLED")
      throw new Refusal("wrong-state", msg("This auction is settled, so you can't cancel it"));
    const nowMs = auction.now.getTime();
    const isLive =
      auction.lifecycle === "PUBLISHED" &&
      auction.start_time !== null &&
      auction.start_time.getTime() <= nowMs &&
      (auction.scheduled_end_time?.getTime() ?? 0) >= nowMs;
    if (isLive) throw new Refusal("wrong-state", msg("This auction is live. End it first."));
    await removeLots(tx, id);
    await setPlannedLots(tx, id, []);
    await updateAuction(tx, id, new Map([["lifecycle", "CANCELLED"]]));
    await insertAudit(tx, {
      actorId: by.userId,
      action: "auction-cancelled",
      subjectType: "auction",
      subjectId: id,
      before: { lifecycle: auction.lifecycle },
      after: { lifecycle: "CANCELLED" },
      ip: by.ip,
    });
    record({ type: "lots-rescheduled" });
  });
}

export async function cancelAuctions(
  context: AuctionContext,
  ids: readonly number[],
  by: AuctionActor,
): Promise<{ auctionId: number; deleted: boolean; message: string }[]> {
  const report: { auctionId: number; deleted: boolean; message: string }[] = [];
  for (const auctionId of new Set(ids)) {
    try {
      await cancelAuction(context, auctionId, by);
      report.push({ auctionId, deleted: true, message: t("Auction canceled") });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      report.push({ auctionId, deleted: false, message: error.message });
    }
  }
  return report;
}

/**
 * Copies an auction as a draft (D30); returns the draft's id.
 * @throws Refusal 404
 */
export async function duplicateAuction(
  context: AuctionContext,
  id: number,
  by: AuctionActor,
): Promise<number> {
  return act(context, async (tx) => {
    const copy = await copyAuction(tx, id, by.userId);
    if (copy === null) throw noSuchAuction();
    await insertAudit(tx, {
      actorId: by.userId,
      action: "auction-created",
      subjectType: "auction",
      subjectId: copy,
      after: { copiedFrom: id },
      ip: by.ip,
    });
    return copy;
  });
}

/**
 * Removes a picture from the auctions that show it.
 * @throws Refusal 404 when none does
 */
export async function removeAuctionImage(
  context: AuctionContext,
  imageId: string,
  by: AuctionActor,
): Promise<void> {
  await act(context, async (tx) => {
    const ids = await removeImage(tx, imageId);
    if (ids.length === 0) throw notFound(msg("No auction uses this picture"));
    for (const id of ids) {
      await insertAudit(tx, {
        actorId: by.userId,
        action: "auction-changed",
        subjectType: "auction",
        subjectId: id,
        before: { image: imageId },
        after: { image: null },
        ip: by.ip,
      });
    }
  });
}

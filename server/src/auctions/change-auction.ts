import { msg, type Message } from "@gavelyard/messages/text";
import type { AuctionChanges, NewAuction } from "@gavelyard/contract/auctions/auctions-staff";
import {
  auctionTerms,
  isFrozen,
  isRecordField,
  lockedField,
  timesProblem,
  type LockedField,
  type TimesProblem,
} from "@gavelyard/domain/auctions/auction-lifecycle";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { ProductEvent } from "../events/events.ts";
import { badRequest, Refusal, notFound } from "../refusal.ts";
import type { StoredPicture } from "../media/picture-store.ts";
import { insertPicture, pictureExists } from "../media/sql.ts";
import { recordForWebhooks } from "../webhooks/events-sql.ts";
import { moveOpenLots } from "./move-lots.ts";
import { openLotsOf, planLots } from "./plan-lots.ts";
import { setLotTerms } from "./run-list-sql.ts";
import {
  insertAuction,
  lockAuction,
  openTermsOf,
  updateAuction,
  type AuctionColumn,
  type LockedAuction,
} from "./staff-sql.ts";
import { isTaxSet } from "../inventory/tax-sql.ts";
import { feesOf, incrementsOf, currentSoftClose, currentTables } from "./terms.ts";

export type AuctionContext = Pick<Context, "pool" | "bus">;

export interface AuctionActor {
  readonly userId: number;
  readonly ip: string | null;
}

export const noSuchAuction = () => notFound(msg("Auction not found"));

/** An auction's picture: a new one, a stored one by id, none (null), or unchanged (undefined). */
export type AuctionPicture = StoredPicture | { readonly id: string } | null | undefined;

const plainColumns = [
  ["auctionName", "name"],
  ["description", "description"],
  ["timeZone", "time_zone"],
  ["startTime", "start_time"],
  ["scheduledEndTime", "scheduled_end_time"],
  ["softCloseWindowSec", "soft_close_window_sec"],
  ["softCloseExtendSec", "soft_close_extend_sec"],
  ["maxExtensions", "max_extensions"],
  ["staggerSec", "stagger_sec"],
  ["paymentDueDays", "payment_due_days"],
  ["pickupDueDays", "pickup_due_days"],
] as const satisfies readonly (readonly [keyof AuctionChanges, AuctionColumn])[];

function columnsOf(given: AuctionChanges): Map<AuctionColumn, unknown> {
  const columns = new Map<AuctionColumn, unknown>();
  for (const [field, column] of plainColumns) {
    if (given[field] !== undefined) columns.set(column, given[field]);
  }
  if (given.increments !== undefined) {
    columns.set("increments", incrementsOf(given.increments));
    columns.set("increments_from_settings", false);
  }
  if (given.fees !== undefined) {
    columns.set("fee_schedule", feesOf(given.fees));
    columns.set("fees_from_settings", false);
  }
  return columns;
}

async function setPicture(
  tx: PoolClient,
  columns: Map<AuctionColumn, unknown>,
  picture: AuctionPicture,
): Promise<void> {
  if (picture === undefined) return;
  if (picture === null) columns.set("image_id", null);
  else {
    if ("width" in picture) await insertPicture(tx, picture);
    else if (!(await pictureExists(tx, picture.id)))
      throw badRequest(msg("imageUrl: Picture not found"));
    columns.set("image_id", picture.id);
  }
}

function refuseTimes(startTime: Date | null, endTime: Date | null): void {
  const startMs = startTime?.getTime() ?? null;
  const endMs = endTime?.getTime() ?? null;
  if (timesProblem({ startMs, endMs }, "DRAFT", 0) !== null) {
    throw badRequest(
      msg("scheduledEndTime: The auction must end at least 5 minutes after it starts"),
      [{ path: "scheduledEndTime", message: msg("Must be at least 5 minutes after the start") }],
    );
  }
}

const dateOf = (instant: string | null | undefined) =>
  instant === null || instant === undefined ? null : new Date(instant);

/**
 * Creates an auction, as a draft or published at once. Returns its id.
 * @throws Refusal 400, 409
 */
export async function createAuction(
  context: AuctionContext,
  { publish, lots = [], ...given }: NewAuction,
  picture: AuctionPicture,
  by: AuctionActor,
): Promise<number> {
  return act(context, async (tx, record) => {
    refuseTimes(dateOf(given.startTime), dateOf(given.scheduledEndTime));
    const columns = new Map([...(await currentSoftClose(tx)), ...columnsOf(given)]);
    await setPicture(tx, columns, picture);
    columns.set("created_by", by.userId);
    const id = await insertAuction(tx, columns);
    await planLots(tx, id, lots);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "auction-created",
      subjectType: "auction",
      subjectId: id,
      after: { ...given, lots: lots.length },
      ip: by.ip,
    });
    const auction = await lockAuction(tx, id);
    const isComplete = given.startTime != null && given.scheduledEndTime != null && lots.length > 0;
    if (auction !== null && (publish ?? isComplete)) await publishDraft(tx, record, auction, by);
    return id;
  });
}

const publishRefusals: Readonly<Record<TimesProblem["code"], Message>> = {
  MISSING: msg("startTime: Set the auction's start and end first"),
  IN_THE_PAST: msg("scheduledEndTime: The auction would already be over"),
  TOO_SHORT: msg("scheduledEndTime: The auction must end at least 5 minutes after it starts"),
};

/**
 * Publishes a locked draft: its run list becomes lots.
 * @throws Refusal 409 when it lacks times or units
 */
export async function publishDraft(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  auction: LockedAuction,
  by: AuctionActor,
): Promise<void> {
  const problem = timesProblem(
    {
      startMs: auction.start_time?.getTime() ?? null,
      endMs: auction.scheduled_end_time?.getTime() ?? null,
    },
    "PUBLISHED",
    auction.now.getTime(),
  );
  if (problem !== null) throw new Refusal("wrong-state", publishRefusals[problem.code]);
  // Terms left to the settings are fixed now; later changes of the settings affect later auctions.
  const terms = await currentTables(tx, await openTermsOf(tx, auction.id));
  await updateAuction(
    tx,
    auction.id,
    new Map([...terms, ["taxed_by_place", await isTaxSet(tx)], ["lifecycle", "PUBLISHED"]]),
  );
  await openLotsOf(tx, auction.id);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "auction-published",
    subjectType: "auction",
    subjectId: auction.id,
    ip: by.ip,
  });
  const data = { auctionId: auction.id, name: auction.name };
  await recordForWebhooks(tx, [{ type: "auction.published", data }]);
  record({ type: "lots-rescheduled" });
}

/**
 * Changes an auction: all of a draft; of a published one, its texts and, until the first bid, its
 * terms. New times move the lots that are still open.
 * @throws Refusal 400, 404; 409 for what can no longer be changed
 */
export async function changeAuction(
  context: AuctionContext,
  id: number,
  { publish, lots, updatedAt, ...given }: AuctionChanges,
  picture: AuctionPicture,
  by: AuctionActor,
): Promise<void> {
  await act(context, async (tx, record) => {
    const auction = await lockAuction(tx, id);
    if (auction === null) throw noSuchAuction();
    if (isFrozen(auction.lifecycle))
      throw new Refusal(
        "wrong-state",
        auction.lifecycle === "SETTLED"
          ? msg("This auction is settled and can't be changed")
          : msg("This auction is canceled and can't be changed"),
      );
    if (updatedAt !== undefined && Date.parse(updatedAt) !== auction.updated_at.getTime())
      throw new Refusal(
        "edit-conflict",
        msg("Someone changed this auction while you were editing. Check it, then save again."),
      );
    const isDraft = auction.lifecycle === "DRAFT";
    if (!isDraft) refusePublished(auction, { ...given, ...(lots === undefined ? {} : { lots }) });
    const start = given.startTime === undefined ? auction.start_time : dateOf(given.startTime);
    const end =
      given.scheduledEndTime === undefined
        ? auction.scheduled_end_time
        : dateOf(given.scheduledEndTime);
    refuseTimes(start, end);
    const columns = columnsOf(given);
    if (!isDraft) {
      const left = await currentTables(tx, {
        increments: given.increments === null,
        fees: given.fees === null,
      });
      for (const [column, value] of left) columns.set(column, value);
    }
    await setPicture(tx, columns, picture);
    // Every change moves `updated_at`, also one of the run list alone: the next editor compares it.
    await updateAuction(tx, id, columns);
    if (isDraft) {
      if (lots !== undefined) await planLots(tx, id, lots);
    } else await carryToLots(tx, record, auction, { start, end, given }, by);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "auction-changed",
      subjectType: "auction",
      subjectId: id,
      after: { ...given, ...(lots === undefined ? {} : { lots: lots.length }) },
      ip: by.ip,
    });
    const changed = await lockAuction(tx, id);
    if (isDraft && publish === true && changed !== null)
      await publishDraft(tx, record, changed, by);
  });
}

const termsOf = (given: AuctionChanges) =>
  auctionTerms.filter((field) => given[field] !== undefined);

function refusePublished(auction: LockedAuction, given: AuctionChanges): void {
  const kept = lockedField(
    { hasRecord: auction.begun, hasBids: auction.bids > 0 },
    {
      fields: termsOf(given),
      clearsTimes: given.startTime === null || given.scheduledEndTime === null,
    },
  );
  if (kept !== null)
    throw new Refusal("wrong-state", lockedBecause[kept.by], {
      issues: [{ path: kept.field, message: lockedBecause[kept.by] }],
    });
}

const lockedBecause: Readonly<Record<LockedField["by"], Message>> = {
  RUN_LIST: msg(
    "You can't change the run list of a published auction. Duplicate the auction instead.",
  ),
  TIMES: msg("You can't change a published auction's times here"),
  RECORD: msg("You can't change this after a lot's record has started"),
  BIDS: msg("You can't change this after bidding starts"),
};

/** Copies new terms to lots without a record, and moves open lots when the times change. */
async function carryToLots(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  auction: LockedAuction,
  {
    start,
    end,
    given,
  }: { readonly start: Date | null; readonly end: Date | null; readonly given: AuctionChanges },
  by: AuctionActor,
): Promise<void> {
  if (termsOf(given).some(isRecordField)) await setLotTerms(tx, auction.id);
  const nowMs = auction.now.getTime();
  const startMs = start?.getTime() ?? nowMs;
  const endBeforeMs = auction.scheduled_end_time?.getTime() ?? nowMs;
  const endMs = end?.getTime() ?? endBeforeMs;
  const stagger = given.staggerSec ?? auction.stagger_sec;
  const isRestarted = startMs !== (auction.start_time?.getTime() ?? nowMs);
  const isRestaggered = stagger !== auction.stagger_sec;
  if (!isRestarted && !isRestaggered && endMs === endBeforeMs) return;
  if (endMs !== endBeforeMs && endMs <= nowMs)
    throw new Refusal(
      "wrong-state",
      msg("The end time must be in the future. To end the auction now, change its status."),
    );
  if (auction.bids > 0 && endMs < endBeforeMs)
    throw new Refusal(
      "wrong-state",
      msg(
        "scheduledEndTime: After bidding starts, the end can only move later. To end the auction early, change its status.",
      ),
    );
  if (isRestaggered && endMs <= nowMs)
    throw new Refusal(
      "wrong-state",
      msg("staggerSec: Lots have started to close, so the time between them can't change"),
    );
  await moveOpenLots(
    tx,
    record,
    auction.id,
    (lot, index) => ({
      opensAtMs: isRestarted ? startMs : lot.opensAtMs,
      // A lot extended by soft close keeps its distance from the end. An earlier end leaves each
      // lot at least a second, unless it had less.
      closesAtMs: isRestaggered
        ? endMs + index * stagger * 1_000
        : Math.max(lot.closesAtMs + endMs - endBeforeMs, Math.min(lot.closesAtMs, nowMs + 1_000)),
    }),
    { ...by, nowMs },
  );
}

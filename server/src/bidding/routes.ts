import { msg, t } from "@gavelyard/messages/text";
import { aliasName } from "@gavelyard/domain/bidding/bidding";
import * as calls from "@gavelyard/contract/bidding/bidding";
import { id } from "@gavelyard/contract/common";
import type { Lot } from "@gavelyard/contract/inventory/inventory";
import { dollarsToCents, centsToDollars } from "@gavelyard/domain/money";
import { isStaff } from "@gavelyard/domain/users/roles";
import { z } from "zod";
import { actorOf } from "../http/actor.ts";
import { deviceOf } from "../network/device.ts";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import { Refusal, notFound } from "../refusal.ts";
import { idempotencyKey } from "../http/idempotency-key.ts";
import type { Serve } from "../http/serve.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { cardsByIds } from "../inventory/sql.ts";
import type { BidDesk } from "./desk.ts";
import { bidsOfUser, historyOf, publicBid, standingOf } from "./history-sql.ts";
import { noSuchLot } from "./refusals.ts";
import { worded } from "./receipt.ts";
import { retractBid } from "./retract-bid.ts";
import { bidOnLot } from "./retract-sql.ts";
import { currentLot } from "./sql.ts";

const voidInput = z.object({ bidId: id, userId: id, reason: z.string().nullable() });

/**
 * Bid routes: placing, raising and retracting bids, and a lot's ledger (section 7, D18 to D25).
 * Calls that bidders wait for use the connections of `urgent`, which browsing doesn't take up.
 */
export function biddingRoutes(
  serve: Serve,
  context: Context,
  { desk, urgent, proposals }: { desk: BidDesk; urgent: Context; proposals: Proposals },
): void {
  const { pool } = context;
  const voiding = proposals.register("BID_VOID", voidInput, (tx, record, input, by) =>
    retractBid(tx, record, { ...input, by, staff: true }),
  );

  serve(calls.placeBid, async ({ params, body, request }) => {
    const receipt = await desk.place({
      inventoryId: params.inventoryId,
      userId: params.userId,
      amountCents: dollarsToCents(body.amount),
      maxCents: body.maxAmount === undefined ? null : dollarsToCents(body.maxAmount),
      raisesBidId: null,
      idempotencyKey: idempotencyKey(request),
      ip: deviceOf(request).ip,
    });
    return worded(receipt);
  });

  serve(calls.raiseBid, async ({ params, body, user, request }) => {
    const bid = await bidOnLot(urgent.pool, params.id);
    if (bid === null) throw notFound(msg("Bid not found."));
    if (bid.user_id !== user.userId)
      throw new Refusal("not-yours", msg("This bid belongs to another account"));
    const receipt = await desk.place({
      inventoryId: bid.inventory_id,
      userId: user.userId,
      amountCents: dollarsToCents(body.newAmount),
      maxCents: null,
      raisesBidId: bid.id,
      idempotencyKey: idempotencyKey(request),
      ip: deviceOf(request).ip,
    });
    return worded(receipt);
  });

  serve(calls.retractBid, async ({ params, query, user, request }) => {
    const by = actorOf(user, request);
    const asked = { bidId: params.id, userId: query.userId, reason: query.reason ?? null };
    const inventoryId = await voiding.orPropose(
      asked,
      by,
      (tx, record) => retractBid(tx, record, { ...asked, by, staff: isStaff(user.role) }),
      urgent,
    );
    return {
      message: t("Bid retracted."),
      lot: await lotOf(urgent, inventoryId),
      serverTime: (await clockNow(urgent.pool)).toISOString(),
    };
  });

  serve(calls.bidsOfInventory, async ({ params, user }) => {
    const history = await historyOf(pool, params.id, user?.userId ?? null);
    if (history === null) throw noSuchLot();
    return history;
  });

  serve(calls.highestBid, async ({ params, user }) => {
    const [lot, row] = [await lotOf(context, params.id), await currentLot(pool, params.id)];
    if (row === null) throw noSuchLot();
    const standing = user === null ? null : await standingOf(pool, row.id, user.userId);
    return {
      ...lot,
      inventoryId: params.id,
      bidId: row.leader_bid_id,
      amount: lot.price,
      bidderAlias: row.leader_alias === null ? null : aliasName(row.leader_alias),
      mine:
        standing === null
          ? null
          : {
              leading: standing.leading,
              maxAmount: standing.maxCents === null ? null : centsToDollars(standing.maxCents),
              bidderAlias: standing.aliasNo === null ? null : aliasName(standing.aliasNo),
            },
      serverTime: row.now.toISOString(),
    };
  });

  serve(calls.bidsOfUser, ({ params, user }) =>
    bidsOfUser(pool, params.id, params.id === user.userId),
  );

  serve(calls.bidById, async ({ params, user }) => {
    const bid = await publicBid(pool, params.id, user?.userId ?? null);
    if (bid === null) throw notFound(msg("Bid not found."));
    return bid;
  });
}

async function lotOf({ pool }: Context, inventoryId: number): Promise<Lot> {
  const lot = (await cardsByIds(pool, [inventoryId])).get(inventoryId)?.lot;
  if (lot === null || lot === undefined) throw noSuchLot();
  return lot;
}

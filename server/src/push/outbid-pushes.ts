import { defaultIncrements } from "@gavelyard/domain/bidding/bid-increments";
import { lotMinNextBidCents } from "@gavelyard/domain/bidding/bidding";
import { outbidNotice } from "@gavelyard/domain/users/push-notices";
import { unawaited } from "@gavelyard/domain/unawaited";
import type { Context } from "../context.ts";
import { RecurringWork } from "../recurring-work.ts";
import type { Db } from "../db/pool.ts";
import { stillOutbid } from "./outbid-sql.ts";
import type { Pushes } from "./pushes.ts";

/** Delay, in ms, that lets a series of bids settle before we push. */
const GATHER_MS = 200;
const IDLE_MS = 60_000;
/** Maximum waiting bidders; the emails reach all of them (`server/src/reminders`). */
const MAX_WAITING = 10_000;

async function outbidOrders(db: Db, pairs: Parameters<typeof stillOutbid>[1]) {
  return (await stillOutbid(db, pairs)).map((row) => ({
    inventoryId: row.inventory_id,
    userId: row.user_id,
    kind: "OUTBID" as const,
    notice: outbidNotice({
      inventoryId: row.inventory_id,
      title: row.title,
      priceCents: row.price_cents,
      minNextBidCents: lotMinNextBidCents({
        priceCents: row.price_cents,
        startingCents: row.starting_cents,
        increments: row.increments ?? defaultIncrements,
      }),
    }),
    goodUntil: row.closes_at.toISOString(),
    deviceId: null,
  }));
}

/**
 * Creates the work that pushes to bidders who were outbid in this process, about 200 ms after the
 * commit, unless they lead again by then (D49). It runs no query while nobody is outbid, and bids
 * never wait for it.
 */
export function createOutbidPushes(
  context: Pick<Context, "pool" | "bus" | "log">,
  pushes: Pushes,
): RecurringWork {
  const waiting = new Map<string, { inventoryId: number; userId: number }>();
  const work = new RecurringWork({
    failure: "outbid pushes failed",
    log: context.log,
    afterFailureMs: IDLE_MS,
    run: async () => {
      const pairs = [...waiting.values()];
      waiting.clear();
      if (pairs.length === 0) return IDLE_MS;
      const { pool } = context;
      const orders = await outbidOrders(pool, pairs);
      // Not awaited, so that a slow push service doesn't delay other bidders.
      unawaited(
        pushes.sendNow(
          orders,
          "OUTBID",
          async (order) => (await outbidOrders(pool, [order]))[0] ?? null,
        ),
      );
      return IDLE_MS;
    },
  });
  context.bus.listen({
    onEvent: (event, local) => {
      if (!local || event.type !== "users-told" || event.event.type !== "OUTBID") return;
      const { inventoryId } = event.event;
      for (const userId of event.userIds) {
        if (waiting.size < MAX_WAITING)
          waiting.set(`${inventoryId} ${userId}`, { inventoryId, userId });
      }
      work.wake(GATHER_MS);
    },
    onGap: () => {},
  });
  return work;
}

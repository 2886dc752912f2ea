import { pickupWords } from "@gavelyard/domain/sales/pickup";
import { inEachLanguage } from "../http/reader-language.ts";
import {
  closingNotice,
  paymentDueNotice,
  pickupNotice,
} from "@gavelyard/domain/users/push-notices";
import { formatDateTime, formatTime } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { enqueueAll, job, type PushOrder } from "../jobs/enqueue.ts";
import { RecurringWork } from "../recurring-work.ts";
import {
  closingNow,
  takeClosing,
  takePaymentsDue,
  takePickupsTomorrow,
  type ClosingRow,
} from "./due-sql.ts";
import type { Pushes } from "./pushes.ts";

const POLL_MS = 5_000;
const CLOSING_WITHIN_SEC = 600;
const DAY_MS = 86_400_000;

/**
 * Creates the work that sends scheduled pushes: lots that close soon, payments due, tomorrow's
 * pickups. Every process may run it; each reminder is sent once.
 */
export function createDuePushes(
  context: Pick<Context, "pool" | "log">,
  pushes: Pushes,
): RecurringWork {
  return new RecurringWork({
    failure: "push reminders failed",
    log: context.log,
    afterFailureMs: POLL_MS,
    run: async () => {
      await pushClosing(context, pushes);
      await pushDue(context);
      return POLL_MS;
    },
  });
}

function closingOrder(row: ClosingRow) {
  return {
    lotId: row.lot_id,
    userId: row.user_id,
    kind: "ENDING_SOON" as const,
    notice: closingNotice({
      inventoryId: row.inventory_id,
      title: row.title,
      priceCents: row.price_cents,
      position: row.position,
      closes: inEachLanguage(() => formatTime(row.closes_at.getTime(), row.time_zone)),
    }),
    goodUntil: row.closes_at.toISOString(),
    deviceId: null,
  };
}

/**
 * Sends pushes for lots that close soon, without the queue, where the bidder's status would become
 * outdated.
 */
export async function pushClosing(
  { pool }: Pick<Context, "pool">,
  pushes: Pick<Pushes, "sendNow">,
): Promise<void> {
  const rows = await takeClosing(pool, CLOSING_WITHIN_SEC);
  unawaited(
    pushes.sendNow(rows.map(closingOrder), "ENDING_SOON", async (order) => {
      const row = await closingNow(pool, order);
      return row === null ? null : closingOrder(row);
    }),
  );
}

export async function pushDue({ pool }: Pick<Context, "pool">): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const payments = (await takePaymentsDue(tx)).map((row): PushOrder => ({
      userId: row.user_id,
      kind: "PAYMENT_DUE",
      notice: paymentDueNotice({
        inventoryId: row.inventory_id,
        title: row.title,
        invoice: row.number,
        balanceCents: row.balance_cents,
        due: inEachLanguage(() => formatDateTime(row.due_at.getTime(), row.time_zone)),
      }),
      goodUntil: new Date(row.due_at.getTime() + DAY_MS).toISOString(),
      deviceId: null,
    }));
    const pickups = (await takePickupsTomorrow(tx)).map((row): PushOrder => ({
      userId: row.user_id,
      kind: "PICKUP",
      notice: pickupNotice({
        inventoryId: row.inventory_id,
        title: row.title,
        slot: inEachLanguage(() =>
          pickupWords({
            day: row.pickup_on,
            fromHour: row.pickup_from_hour,
            untilHour: row.pickup_until_hour,
          }),
        ),
        yard: row.place,
      }),
      goodUntil: row.starts_at.toISOString(),
      deviceId: null,
    }));
    await enqueueAll(
      tx,
      [...payments, ...pickups].map((order) => job("send-push", order)),
    );
  });
}

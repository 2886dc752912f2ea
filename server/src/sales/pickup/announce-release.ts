import { msg } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import { mailTo, notice, unitOfMail } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import { deliveryOfAward } from "../deliveries-sql.ts";
import { openSale, type Recorder } from "../lock-sale.ts";
import { pickupFacts, winOf } from "../pickups-sql.ts";

/**
 * Tells a buyer that a paid unit can be picked up, now that its money is cleared (D76). Does nothing
 * if the payment was reversed meanwhile, other money still has to clear, or we deliver the unit.
 */
export async function announceRelease(
  tx: PoolClient,
  record: Recorder,
  awardId: number,
  clearsAtMs?: number,
): Promise<void> {
  const win = await winOf(tx, awardId);
  if (win === null) return;
  const sale = await openSale(tx, win.lotId);
  const facts = await pickupFacts(tx, awardId);
  if (facts === null || facts.left || facts.clearsAtMs > sale.nowMs) return;
  // Other money paid it, and the buyer was told then.
  if (clearsAtMs !== undefined && clearsAtMs !== facts.clearsAtMs) return;
  if ((await deliveryOfAward(tx, awardId))?.status === "ACCEPTED") return;
  const buyer = await personById(tx, win.userId);
  await mailTo(tx, buyer, `release:${awardId}:${facts.clearsAtMs}`, {
    kind: "RELEASE_ISSUED",
    ...unitOfMail(sale, buyer),
    timeZone: sale.timeZone,
    yard: facts.place,
    pickupDueAt: new Date(facts.dueAtMs).toISOString(),
  });
  record(
    notice(
      sale,
      [win.userId],
      msg("Your payment has cleared. The unit is released and ready for pickup."),
    ),
  );
}

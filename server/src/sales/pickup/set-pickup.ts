import { msg } from "@gavelyard/messages/text";
import { inEachLanguage } from "../../http/reader-language.ts";
import {
  hourWords,
  judgePickup,
  pickupWords,
  type PickupRefusal,
  type PickupSlot,
} from "@gavelyard/domain/sales/pickup";
import { formatDate } from "@gavelyard/domain/time-zone";
import type { PoolClient } from "pg";
import { insertAudit } from "../../audit/sql.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { mailTo, notice, unitOfMail } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import { deliveryOfAward } from "../deliveries-sql.ts";
import { openSale, type Recorder, type SaleActor } from "../lock-sale.ts";
import { pickupFacts, setPickupSlot, winOf, type PickupFacts } from "../pickups-sql.ts";

/**
 * Schedules the pickup of a paid unit for its buyer or for staff. Audits it and notifies the buyer
 * by email and live. Returns the invoice's ID.
 * @throws Refusal 403 for another customer, 404; 409 before it is paid, once it has left, or when
 * it is too late for a customer to change it; 422 for a time that the yard doesn't offer
 */
export async function setPickup(
  tx: PoolClient,
  record: Recorder,
  awardId: number,
  slot: PickupSlot,
  by: SaleActor & { readonly staff: boolean },
): Promise<number> {
  const win = await winOf(tx, awardId);
  if (win === null) throw notFound(msg("Award not found"));
  if (!by.staff && win.userId !== by.userId)
    throw new Refusal("not-yours", msg("This belongs to another account"));
  const sale = await openSale(tx, win.lotId);
  if ((await deliveryOfAward(tx, awardId))?.status === "ACCEPTED") {
    throw new Refusal(
      "wrong-state",
      msg(
        "We're delivering this unit. The delivery must be canceled before you can schedule a pickup.",
      ),
    );
  }
  const facts = await pickupFacts(tx, awardId);
  if (facts === null)
    throw new Refusal("too-early", msg("You can schedule pickup once the invoice is paid in full"));
  const refusal = judgePickup(sale.nowMs, slot, facts, by.staff ? "STAFF" : "CUSTOMER");
  if (refusal !== null) throw refused(refusal, facts);
  await setPickupSlot(tx, awardId, slot, by.userId);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "pickup-set",
    subjectType: "inventory",
    subjectId: sale.inventoryId,
    before: facts.current,
    after: { awardId, ...slot },
    ip: by.ip,
  });
  const buyer = await personById(tx, win.userId);
  const { timeZone } = facts.yard;
  await mailTo(tx, buyer, `pickup:${awardId}:${sale.nowMs}`, {
    kind: "PICKUP_SET",
    ...unitOfMail(sale, buyer),
    timeZone,
    yard: facts.place,
    ...slot,
  });
  record(
    notice(
      sale,
      [win.userId],
      msg("Pickup is on {slot}.", { slot: inEachLanguage(() => pickupWords(slot)) }),
    ),
  );
  return facts.invoiceId;
}

function refused(refusal: PickupRefusal, { yard, dueAtMs, clearsAtMs }: PickupFacts): Refusal {
  switch (refusal) {
    case "NOT_CLEARED":
      return new Refusal(
        "value-refused",
        msg("day: The payment clears on {day}. Choose a later time.", {
          day: inEachLanguage(() => formatDate(clearsAtMs, yard.timeZone)),
        }),
      );
    case "LEFT":
      return new Refusal("too-late", msg("The unit has already left the yard"));
    case "STANDS":
      return new Refusal(
        "too-late",
        msg("You can change a pickup until the day before. Call the yard."),
      );
    case "NO_WINDOW":
      return new Refusal("value-refused", msg("untilHour: Must be after the start hour"));
    case "OUTSIDE_HOURS":
      return new Refusal(
        "value-refused",
        msg("fromHour: The yard is open for pickup from {opens} to {closes}", {
          opens: inEachLanguage(() => hourWords(yard.opensHour)),
          closes: inEachLanguage(() => hourWords(yard.closesHour)),
        }),
      );
    case "CLOSED_DAY":
      return new Refusal(
        "value-refused",
        msg("day: The yard is closed on weekends and federal holidays"),
      );
    case "PAST":
      return new Refusal("value-refused", msg("day: This time has passed"));
    case "TOO_SOON":
      return new Refusal(
        "value-refused",
        msg("day: Choose tomorrow or a later day, or call the yard"),
      );
    case "TOO_LATE":
      return new Refusal(
        "value-refused",
        msg("day: Pickup is due by {dueAtMs}. Call the yard for a later day.", {
          dueAtMs: formatDate(dueAtMs, yard.timeZone),
        }),
      );
  }
}

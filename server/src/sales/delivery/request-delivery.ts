import { mark, msg } from "@gavelyard/messages/text";
import type { requestDelivery as contract } from "@gavelyard/contract/sales/deliveries";
import { estimateFrom, isReachedByRoad } from "@gavelyard/domain/sales/delivery";
import { deliveryAfter, isDeliveryActive } from "@gavelyard/domain/sales/delivery-order";
import { centsToDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { unitsToDeliver } from "./estimates-sql.ts";
import { pointOfZip } from "../../http/distance.ts";
import { Refusal, notFound } from "../../refusal.ts";
import { setting } from "../../operating-settings/sql.ts";
import {
  deliveryOfAward,
  endDelivery,
  insertDelivery,
  type NewDelivery,
} from "../deliveries-sql.ts";
import { mailTo, notice, unitOfMail } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import { invoiceOfAward } from "../invoices-sql.ts";
import { auditDelivery, deliveryConflict, openDelivery } from "./open-delivery.ts";
import { lotName, openSale, type Recorder, type SaleActor } from "../lock-sale.ts";
import { winOf } from "../pickups-sql.ts";

/**
 * Requests a quote to deliver a won unit, for its buyer, or for staff on the buyer's behalf, in
 * which case the buyer gets an email (D62). Stores the current estimate. Returns the invoice's ID.
 * @throws Refusal 404; 409 before the invoice, after the unit left, with another request, or
 * while delivery is off
 */
export async function requestDelivery(
  tx: PoolClient,
  record: Recorder,
  awardId: number,
  asked: z.output<typeof contract.body>,
  by: SaleActor & { readonly staff: boolean },
): Promise<number> {
  const win = await winOf(tx, awardId);
  if (win === null || (!by.staff && win.userId !== by.userId))
    throw notFound(msg("Award not found"));
  const sale = await openSale(tx, win.lotId);
  const invoice = await invoiceOfAward(tx, awardId);
  if (invoice === null) {
    throw new Refusal(
      "too-early",
      msg("{sale} has no invoice yet. Request delivery once you have it.", { sale: lotName(sale) }),
    );
  }
  if (sale.award?.id !== awardId || invoice.status === "VOID") {
    throw new Refusal(
      "too-late",
      msg("The sale of {sale} has ended, so there is nothing to deliver", { sale: lotName(sale) }),
    );
  }
  if (sale.unit === "RELEASED")
    throw new Refusal("too-late", msg("{sale} has already left the yard", { sale: lotName(sale) }));
  const known = await deliveryOfAward(tx, awardId);
  if (known !== null && isDeliveryActive(known.status)) {
    throw new Refusal(
      "already-exists",
      msg("Delivery of {sale} is already requested", { sale: lotName(sale) }),
    );
  }
  const settings = await setting(tx, "delivery");
  if (settings?.isOn !== true) {
    throw new Refusal(
      "wrong-state",
      msg("We don't arrange delivery at the moment. Schedule a pickup instead."),
    );
  }
  const zip = asked.address.zip.slice(0, 5);
  const [to, [unit]] = [await pointOfZip(zip), await unitsToDeliver(tx, [sale.inventoryId])];
  const estimate: NewDelivery["estimate"] =
    to === null || unit === undefined || !isReachedByRoad(zip)
      ? null
      : estimateFrom(unit, to, settings.rates);
  await insertDelivery(tx, awardId, { ...asked, estimate });
  const amount = estimate === null ? null : centsToDollars(estimate.totalCents);
  const forBuyer = by.staff ? { buyerId: win.userId } : {};
  await auditDelivery(tx, sale, "delivery-requested", { zip, amount, ...forBuyer }, by);
  if (!by.staff) return invoice.id;
  const { city, state } = asked.address;
  const destination = `${city}, ${state} ${asked.address.zip}`;
  const buyer = await personById(tx, win.userId);
  await mailTo(tx, buyer, `delivery-requested:${awardId}:${sale.nowMs}`, {
    kind: "DELIVERY_REQUESTED",
    ...unitOfMail(sale, buyer),
    destination,
  });
  record(
    notice(
      sale,
      [win.userId],
      msg("We requested delivery to {destination} for you.", { destination }),
    ),
  );
  return invoice.id;
}

/**
 * Withdraws a request for delivery before its quote was accepted. Returns the invoice's ID.
 * @throws Refusal 404, 409
 */
export async function withdrawDelivery(tx: PoolClient, id: number, by: SaleActor): Promise<number> {
  const { sale, award, invoice, delivery } = await openDelivery(tx, id, by.userId);
  if (deliveryAfter(delivery.status, "WITHDRAW") === null) {
    throw delivery.status === "ACCEPTED"
      ? new Refusal(
          "too-late",
          msg("You accepted the quote, so the carrier may be booked. Call us to cancel."),
        )
      : deliveryConflict(delivery);
  }
  await endDelivery(tx, award.id, mark("Withdrawn by the buyer"));
  await auditDelivery(tx, sale, "delivery-withdrawn", {}, by);
  return invoice.id;
}

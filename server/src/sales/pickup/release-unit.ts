import { mark, msg } from "@gavelyard/messages/text";
import { formatDate } from "@gavelyard/domain/time-zone";
import type { PoolClient } from "pg";
import { timingSafeEqual } from "node:crypto";
import { insertAudit } from "../../audit/sql.ts";
import type { FieldCipher } from "../../db/secrets/sealed.ts";
import { badRequest, Refusal, notFound } from "../../refusal.ts";
import { inEachLanguage } from "../../http/reader-language.ts";
import { recordForWebhooks } from "../../webhooks/events-sql.ts";
import { lotOfWebhooks, mailTo, notice, unitOfMail } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import {
  deliveryOfAward,
  endDelivery,
  setHandedOver,
  type DeliveryRow,
} from "../deliveries-sql.ts";
import { clearsAtOf, invoiceOfAward } from "../invoices-sql.ts";
import { lotName, openSale, type Recorder, type SaleActor } from "../lock-sale.ts";
import { requireSecondPerson } from "../../proposals/proposals.ts";
import { isSamePerson } from "../../proposals/same-person-sql.ts";
import { recordersOf, releaseOf, sealedPinRow, setReleased } from "../payments-sql.ts";
import { lotOfAward, setUnitStatus, type Sale } from "../sale-sql.ts";

export interface Driver {
  /** Null for our carrier, and in a stored proposal (the PIN was checked before it was saved). */
  readonly gatePin: string | null;
  /** Whether it is our carrier, who delivers the unit (D62). */
  readonly byCarrier: boolean;
  readonly carrierName: string;
  readonly driverName: string;
  /** Of the truck; empty if nobody noted it. */
  readonly plate: string;
}

/**
 * Releases a paid unit to a driver with the gate PIN (D29), or to our carrier if the buyer accepted
 * a delivery (D62). The caller must limit the tries. Staff who recorded its payment need a second
 * person (D38).
 * @throws Refusal 400 for a wrong PIN, 404, 409 if it isn't paid or has already left
 */
export async function releaseUnit(
  tx: PoolClient,
  record: Recorder,
  awardId: number,
  driver: Driver,
  cipher: FieldCipher,
  by: SaleActor,
): Promise<void> {
  const lotId = await lotOfAward(tx, awardId);
  if (lotId === null) throw notFound(msg("Award not found"));
  const sale = await openSale(tx, lotId);
  const release = await releaseOf(tx, awardId);
  if (release === null)
    throw new Refusal(
      "too-early",
      msg("{sale} isn't paid, so it can't be released", { sale: lotName(sale) }),
    );
  if (release.released_at !== null)
    throw new Refusal(
      "already-done",
      msg("{sale} has already left the yard", { sale: lotName(sale) }),
    );
  const invoice = await invoiceOfAward(tx, awardId);
  await refuseUncleared(tx, sale, invoice);
  const delivery = await deliveryOfAward(tx, awardId);
  refuseWrongHandover(sale, invoice, delivery, driver.byCarrier);
  if (by.confirmed === undefined && !driver.byCarrier) {
    const pin = cipher.open(sealedPinRow(awardId), release.gate_pin);
    if (pin === null || driver.gatePin === null || !sameText(pin, driver.gatePin)) {
      throw badRequest(msg("gatePin: This isn't the gate PIN for this unit"));
    }
  }
  const { carrierName, driverName, plate } = driver;
  const taker = { carrierName, driverName, ...(plate === "" ? {} : { plate }) };
  if (await isSamePerson(tx, by.userId, await recordersOf(tx, awardId))) {
    await requireSecondPerson(tx, by, {
      kind: "UNIT_RELEASE",
      subjectType: "award",
      subjectId: awardId,
      title: sale.title,
      before: { lot: sale.label, status: "PAID" },
      after: { status: "RELEASED", ...taker },
      reason: null,
    });
  }
  await setReleased(tx, awardId, { carrierName, driverName, plate, by: by.userId });
  if (delivery !== null && driver.byCarrier) await setHandedOver(tx, delivery.id);
  else await endDelivery(tx, awardId, mark("The unit was picked up"));
  await setUnitStatus(tx, sale.inventoryId, "RELEASED");
  const data = { ...lotOfWebhooks(sale), awardId };
  await recordForWebhooks(tx, [{ type: "unit.released", data }]);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "unit-released",
    subjectType: "inventory",
    subjectId: sale.inventoryId,
    after: { awardId, ...taker },
    ip: by.ip,
  });
  if (sale.award === null) return;
  record(
    notice(
      sale,
      [sale.award.userId],
      msg("The unit left the yard with {driver}.", { driver: driverName }),
    ),
  );
  if (delivery === null || !driver.byCarrier) return;
  const buyer = await personById(tx, sale.award.userId);
  await mailTo(tx, buyer, `delivery-left:${delivery.id}`, {
    kind: "DELIVERY_LEFT",
    ...unitOfMail(sale, buyer),
    carrierName,
    arrivesFrom: delivery.arrivesFrom ?? "",
  });
}

/** @throws Refusal 409 while the bank can still take the money back (D76) */
async function refuseUncleared(
  tx: PoolClient,
  sale: Sale,
  invoice: { readonly id: number } | null,
): Promise<void> {
  const clearsAtMs = invoice === null ? 0 : await clearsAtOf(tx, invoice.id);
  if (clearsAtMs <= sale.nowMs) return;
  throw new Refusal(
    "too-early",
    msg("The payment for {sale} clears on {day}, so the unit stays in the yard until then", {
      sale: lotName(sale),
      day: inEachLanguage(() => formatDate(clearsAtMs, sale.timeZone)),
    }),
  );
}

/** @throws Refusal 409 for a handover that wasn't agreed, or whose delivery isn't paid */
function refuseWrongHandover(
  sale: Sale,
  invoice: { readonly status: string } | null,
  delivery: DeliveryRow | null,
  byCarrier: boolean,
): void {
  const agreed = delivery?.status === "ACCEPTED";
  if (agreed && !byCarrier) {
    throw new Refusal(
      "wrong-state",
      msg("We're delivering {sale}. Hand it to the carrier, or cancel the delivery first.", {
        sale: lotName(sale),
      }),
    );
  }
  if (byCarrier && !agreed)
    throw new Refusal(
      "wrong-state",
      msg("The buyer of {sale} hasn't accepted a delivery", { sale: lotName(sale) }),
    );
  if (agreed && invoice?.status !== "PAID") {
    throw new Refusal(
      "too-early",
      msg("The delivery of {sale} isn't paid, so the unit stays in the yard", {
        sale: lotName(sale),
      }),
    );
  }
}

function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

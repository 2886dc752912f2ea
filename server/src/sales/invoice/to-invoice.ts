import { say } from "@gavelyard/messages/text";
import type { Delivery } from "@gavelyard/contract/sales/delivery-estimates";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import { goesByCarrier, quoteExpired } from "@gavelyard/domain/sales/delivery-order";
import { invoiceStatusAt, sayLabel } from "@gavelyard/domain/sales/invoice";
import { centsToDollars } from "@gavelyard/domain/money";
import { defaultHoursZone } from "@gavelyard/domain/opening-hours";
import { defaultTitleDays, titleClock } from "@gavelyard/domain/titles/title";
import { balanceCents } from "@gavelyard/domain/sales/payments";
import type { Db } from "../../db/pool.ts";
import type { FieldCipher } from "../../db/secrets/sealed.ts";
import { quoteOf, type DeliveryRow } from "../deliveries-sql.ts";
import { invoiceById, type InvoiceRow, type PaymentRow } from "../invoices-sql.ts";
import { sealedPinRow } from "../payments-sql.ts";
import { slotOf } from "../pickups-sql.ts";

/** Maps a row to an invoice. Its status goes by the database's clock. */
export function toInvoice(row: InvoiceRow, gatePin: string | null): Invoice {
  const paidCents = row.payments
    .filter(({ voidedAt }) => voidedAt === null)
    .reduce((sum, { cents }) => sum + cents, 0);
  const { status, total_cents: totalCents } = row;
  return {
    id: row.id,
    number: row.number,
    status: invoiceStatusAt(row.now.getTime(), {
      status: row.status,
      dueAtMs: row.due_at.getTime(),
      paidCents,
    }),
    awardId: row.award_id,
    userId: row.user_id,
    billTo: row.bill_to,
    auctionId: row.auction_id,
    auctionName: row.auction_name,
    timeZone: row.time_zone,
    lotNumber: row.lot_label,
    inventoryId: row.inventory_id,
    name: row.title,
    stockNumber: row.stock_number,
    vin: row.vin,
    lines: row.lines.map(({ kind, label, cents }) => ({
      kind,
      label: sayLabel(label),
      amount: centsToDollars(cents),
    })),
    total: centsToDollars(totalCents),
    paid: centsToDollars(paidCents),
    balance: centsToDollars(balanceCents({ status, totalCents, paidCents })),
    issuedAt: row.issued_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    payments: row.payments.map(toPayment),
    release:
      row.gate_pin === null
        ? null
        : {
            // Nobody needs it for a unit that we deliver.
            gatePin: row.delivery !== null && goesByCarrier(row.delivery.status) ? null : gatePin,
            clearsAt: awaitsClearing(row) ? (row.clears_at?.toISOString() ?? null) : null,
            issuedAt: row.release_issued_at.toISOString(),
            pickupDueAt: row.pickup_due_at.toISOString(),
            releasedAt: row.released_at?.toISOString() ?? null,
            carrierName: row.carrier_name,
            driverName: row.driver_name,
            plate: row.plate,
            exitPictures: [...row.exit_pictures],
          },
    title: toTitle(row),
    pickup: slotOf(row),
    delivery: row.delivery === null ? null : toDelivery(row.delivery, row.now),
    yard: {
      place: row.yard,
      timeZone: row.yard_time_zone,
      opensHour: row.opens_hour,
      closesHour: row.closes_hour,
    },
    serverTime: row.now.toISOString(),
  };
}

/** Returns an invoice by its ID, without its gate PIN. */
export async function invoiceAfter(db: Db, id: number): Promise<Invoice> {
  const row = await invoiceById(db, id);
  if (row === null) throw new Error(`invoice ${id} is gone`);
  return toInvoice(row, null);
}

/** Formats a time within JSON, which has the database's own offset. */
export const instant = (text: string): string => new Date(text).toISOString();

function toDelivery(row: DeliveryRow, now: Date): Delivery {
  const { id, status, address, contactName, contactPhone, instructions, endReason } = row;
  const quote = quoteOf(row);
  return {
    id,
    status,
    address,
    contactName,
    contactPhone,
    instructions,
    endReason: endReason === null ? null : say(endReason),
    requestedAt: instant(row.requestedAt),
    estimate:
      row.miles === null || row.estimateCents === null
        ? null
        : { miles: row.miles, amount: centsToDollars(row.estimateCents) },
    quote:
      quote === null
        ? null
        : {
            amount: centsToDollars(quote.cents),
            until: new Date(quote.untilMs).toISOString(),
            expired: quoteExpired(status, quote.untilMs, now.getTime()),
            pickupFrom: quote.pickupFrom,
            arrivesFrom: quote.arrivesFrom,
          },
    handedOverAt: row.handedOverAt === null ? null : instant(row.handedOverAt),
    deliveredAt: row.deliveredAt === null ? null : instant(row.deliveredAt),
  };
}

/** Where the title of a paid unit is, with its clock (D82). */
function toTitle(row: InvoiceRow): Invoice["title"] {
  const { unit_title: title, clears_at: clears } = row;
  if (title === null || row.gate_pin === null) return null;
  const { state, expectedOn, left, days, zone } = title;
  const hasLeft = state === "SENT" || state === "WITH_BUYER";
  // It is with the buyer of another sale.
  if (hasLeft && left === null) return null;
  const paidAtMs = Math.max(row.release_issued_at.getTime(), clears?.getTime() ?? 0);
  return {
    state,
    expectedOn,
    ...titleClock(paidAtMs, { days: days ?? defaultTitleDays, zone: zone ?? defaultHoursZone }),
    left: hasLeft && left !== null ? { ...left, at: instant(left.at) } : null,
  };
}

function toPayment(row: PaymentRow): Invoice["payments"][number] {
  return {
    id: row.id,
    amount: centsToDollars(row.cents),
    method: row.method,
    reference: row.reference,
    receivedAt: instant(row.receivedAt),
    recordedAt: instant(row.recordedAt),
    receiptId: row.receiptId,
    voided:
      row.voidedAt === null ? null : { at: instant(row.voidedAt), reason: row.voidReason ?? "" },
  };
}

const awaitsClearing = ({ clears_at: clears, now }: InvoiceRow) => clears !== null && clears > now;

/**
 * Decrypts the gate PIN of a paid invoice; null if it isn't paid, or with money that isn't cleared
 * (D76). Show it only to the winner.
 */
export function gatePinOf(row: InvoiceRow, cipher: FieldCipher): string | null {
  return row.gate_pin === null || awaitsClearing(row)
    ? null
    : cipher.open(sealedPinRow(row.award_id), row.gate_pin);
}

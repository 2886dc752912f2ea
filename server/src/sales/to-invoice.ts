import type { Invoice } from "@gavelyard/contract/payments";
import { invoiceStatusAt } from "@gavelyard/domain/invoice";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Sealer } from "../db/sealed.ts";
import type { InvoiceRow } from "./invoices-sql.ts";
import { sealedPinRow } from "./payments-sql.ts";

/** An invoice as the wire has it, with its status by the database's clock. */
export function toInvoice(row: InvoiceRow, gatePin: string | null): Invoice {
  const { paid_cents: paidCents } = row;
  const paid = paidCents ?? 0;
  return {
    id: row.id,
    number: row.number,
    status: invoiceStatusAt(row.now.getTime(), {
      status: row.status,
      dueAtMs: row.due_at.getTime(),
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
      label,
      amount: centsToDollars(cents),
    })),
    total: centsToDollars(row.total_cents),
    paid: centsToDollars(paid),
    balance: row.status === "VOID" ? 0 : centsToDollars(row.total_cents - paid),
    issuedAt: row.issued_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    payment:
      paidCents === null
        ? null
        : {
            method: row.method,
            reference: row.reference,
            receivedAt: row.received_at.toISOString(),
            recordedAt: row.recorded_at.toISOString(),
          },
    release:
      row.gate_pin === null
        ? null
        : {
            gatePin,
            issuedAt: row.release_issued_at.toISOString(),
            pickupDueAt: row.pickup_due_at.toISOString(),
            releasedAt: row.released_at?.toISOString() ?? null,
            carrierName: row.carrier_name,
            driverName: row.driver_name,
          },
    serverTime: row.now.toISOString(),
  };
}

/** The gate PIN of a paid invoice, for its winner's eyes alone. */
export function gatePinOf(row: InvoiceRow, sealer: Sealer): string | null {
  return row.gate_pin === null ? null : sealer.open(sealedPinRow(row.award_id), row.gate_pin);
}

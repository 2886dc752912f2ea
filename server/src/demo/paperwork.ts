import { centsToDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import { randomInt } from "node:crypto";
import { insertAudit } from "../audit/sql.ts";
import type { Secrets } from "../db/secrets/secrets.ts";
import { issueInvoice } from "../sales/invoice/issue-invoice.ts";
import {
  insertPayment,
  insertRelease,
  sealedPinRow,
  setInvoicePaid,
  setReleased,
} from "../sales/payments-sql.ts";
import { insertReceipt } from "../sales/receipts-sql.ts";
import { salesOf } from "../sales/sale-sql.ts";
import { firstUserWithRole } from "./desk-work-sql.ts";
import { awardsWithoutPaperwork } from "./paperwork-sql.ts";

const DAY_MS = 86_400_000;
const PICKUP_DAYS = 5;
const drivers = ["Lena Ortiz", "Sam Whitfield", "Andre Cole", "Joy Nakamura"] as const;
const carriers = ["Red River Haulaway", "Llano Auto Transport", "Prairie Star Freight"] as const;

/**
 * Writes the paperwork of the demo's sales: an invoice for each declared award, and a payment,
 * release and pickup for each paid one.
 */
export async function fillPaperwork(tx: PoolClient, secrets: Secrets): Promise<void> {
  const rows = await awardsWithoutPaperwork(tx);
  if (rows.length === 0) return;
  const recordedBy = await firstUserWithRole(tx, "ROLE_ADMIN");
  if (recordedBy === undefined) return;
  const cipher = secrets.cipher("gate PINs");
  const sales = new Map(
    (
      await salesOf(
        tx,
        rows.map(({ lot_id }) => lot_id),
      )
    ).map((sale) => [sale.lotId, sale]),
  );
  for (const award of rows) {
    const sale = sales.get(award.lot_id);
    if (sale === undefined) continue;
    const { id, user_id: userId, hammer_cents: hammerCents } = award;
    const paymentDueAtMs = award.due_at.getTime();
    const invoice = await issueInvoice(tx, sale, { id, userId, hammerCents, paymentDueAtMs });
    if (award.status !== "PAID") continue;
    const paidAtMs = Math.min(award.created_at.getTime() + DAY_MS, sale.nowMs);
    const method = id % 3 === 0 ? "ACH" : "WIRE";
    const reference = `FW${String(700_000 + id)}`;
    const cents = invoice.totalCents;
    const receiptId = await insertReceipt(tx, {
      userId,
      cents,
      method,
      reference,
      payer: "",
      documentId: null,
      receivedAtMs: paidAtMs,
      clearsAtMs: paidAtMs,
      recordedBy,
    });
    const payment = { awardId: id, invoiceId: invoice.id, cents, receiptId, recordedBy };
    const paymentId = await insertPayment(tx, payment);
    await insertAudit(tx, {
      actorId: recordedBy,
      action: "payment-recorded",
      subjectType: "lot",
      subjectId: award.lot_id,
      after: {
        awardId: id,
        userId,
        invoice: invoice.number,
        paymentId,
        receiptId,
        amount: centsToDollars(cents),
        balance: 0,
        method,
        reference,
      },
      ip: null,
    });
    await setInvoicePaid(tx, invoice.id);
    const pin = String(randomInt(1_000_000)).padStart(6, "0");
    const sealed = cipher.seal(sealedPinRow(id), pin);
    await insertRelease(tx, id, sealed, paidAtMs + PICKUP_DAYS * DAY_MS);
    if (award.unit_status !== "RELEASED") continue;
    const carrierName = carriers[id % carriers.length] ?? carriers[0];
    const driverName = drivers[id % drivers.length] ?? drivers[0];
    await setReleased(tx, id, { carrierName, driverName, plate: "", by: recordedBy });
    await insertAudit(tx, {
      actorId: recordedBy,
      action: "unit-released",
      subjectType: "inventory",
      subjectId: sale.inventoryId,
      after: { awardId: id, carrierName, driverName },
      ip: null,
    });
  }
}

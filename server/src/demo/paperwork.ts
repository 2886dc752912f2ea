import { centsToDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import { randomInt } from "node:crypto";
import { insertAudit } from "../audit/sql.ts";
import type { FieldCipher } from "../db/secrets/sealed.ts";
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
import { salesOf, type Sale } from "../sales/sale-sql.ts";
import { firstUserWithRole } from "./desk-work-sql.ts";
import { awardsWithoutPaperwork, type AwardWithoutPaperwork } from "./paperwork-sql.ts";

const DAY_MS = 86_400_000;
const PICKUP_DAYS = 5;
const CLEARING_DAYS = 6;
const OVERPAID_CENTS = 120_000;
const drivers = ["Lena Ortiz", "Sam Whitfield", "Andre Cole", "Joy Nakamura"] as const;
const carriers = ["Red River Haulaway", "Llano Auto Transport", "Prairie Star Freight"] as const;

/** Paid awards of one buyer in one auction. */
type Purchase = {
  readonly award: AwardWithoutPaperwork;
  readonly sale: Sale;
  invoiceId: number;
  invoice: string;
  cents: number;
}[];

/**
 * Writes the paperwork of the demo's sales: an invoice for each declared award, and a receipt, payments,
 * releases and pickups for the paid ones. What a buyer bought in one auction is paid at once.
 */
export async function fillPaperwork(tx: PoolClient, secrets: Secrets): Promise<void> {
  const rows = await awardsWithoutPaperwork(tx);
  if (rows.length === 0) return;
  const recordedBy = await firstUserWithRole(tx, "ROLE_ADMIN");
  if (recordedBy === undefined) return;
  const lots = rows.map(({ lot_id: lotId }) => lotId);
  const sales = new Map((await salesOf(tx, lots)).map((sale) => [sale.lotId, sale]));
  const purchases = new Map<string, Purchase>();
  for (const award of rows) {
    const sale = sales.get(award.lot_id);
    if (sale === undefined) continue;
    const { id, user_id: userId, hammer_cents: hammerCents } = award;
    const paymentDueAtMs = award.due_at.getTime();
    const invoice = await issueInvoice(tx, sale, { id, userId, hammerCents, paymentDueAtMs });
    if (award.status !== "PAID") continue;
    const key = `${userId} ${award.auction_id}`;
    const purchase = purchases.get(key) ?? [];
    purchase.push({
      award,
      sale,
      invoiceId: invoice.id,
      invoice: invoice.number,
      cents: invoice.totalCents,
    });
    purchases.set(key, purchase);
  }
  const cipher = secrets.cipher("gate PINs");
  for (const purchase of purchases.values()) await payPurchase(tx, purchase, recordedBy, cipher);
}

async function payPurchase(
  tx: PoolClient,
  purchase: Purchase,
  recordedBy: number,
  cipher: FieldCipher,
): Promise<void> {
  const [first] = purchase;
  if (first === undefined) return;
  const { id, user_id: userId } = first.award;
  const allHere = purchase.every(({ award }) => award.unit_status !== "RELEASED");
  const paidAtMs = Math.min(
    ...purchase.map(({ award, sale }) => Math.min(award.created_at.getTime() + DAY_MS, sale.nowMs)),
  );
  const total = purchase.reduce((sum, { cents }) => sum + cents, 0);
  // A check that hasn't cleared is only for units that are still in the yard.
  const byCheck = allHere && id % 5 === 0;
  const method = byCheck ? "CHECK" : id % 3 === 0 ? "ACH" : "WIRE";
  const reference = byCheck ? String(4_000 + id) : `FW${String(700_000 + id)}`;
  const overpaid = id % 7 === 0 ? OVERPAID_CENTS : 0;
  const receiptId = await insertReceipt(tx, {
    userId,
    cents: total + overpaid,
    method,
    reference,
    payer: "",
    documentId: null,
    receivedAtMs: paidAtMs,
    clearsAtMs: byCheck ? first.sale.nowMs + CLEARING_DAYS * DAY_MS : paidAtMs,
    recordedBy,
  });
  for (const { award, sale, invoiceId, invoice, cents } of purchase) {
    const payment = { awardId: award.id, invoiceId, cents, receiptId, recordedBy };
    const paymentId = await insertPayment(tx, payment);
    await insertAudit(tx, {
      actorId: recordedBy,
      action: "payment-recorded",
      subjectType: "lot",
      subjectId: award.lot_id,
      after: {
        awardId: award.id,
        userId,
        invoice,
        paymentId,
        receiptId,
        amount: centsToDollars(cents),
        balance: 0,
        method,
        reference,
      },
      ip: null,
    });
    await setInvoicePaid(tx, invoiceId);
    const pin = String(randomInt(1_000_000)).padStart(6, "0");
    const sealed = cipher.seal(sealedPinRow(award.id), pin);
    await insertRelease(tx, award.id, sealed, paidAtMs + PICKUP_DAYS * DAY_MS);
    if (award.unit_status !== "RELEASED") continue;
    const carrierName = carriers[award.id % carriers.length] ?? carriers[0];
    const driverName = drivers[award.id % drivers.length] ?? drivers[0];
    await setReleased(tx, award.id, { carrierName, driverName, plate: "", by: recordedBy });
    await insertAudit(tx, {
      actorId: recordedBy,
      action: "unit-released",
      subjectType: "inventory",
      subjectId: sale.inventoryId,
      after: { awardId: award.id, carrierName, driverName },
      ip: null,
    });
  }
}

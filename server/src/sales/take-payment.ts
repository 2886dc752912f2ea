import type { markAsPaid } from "@gavelyard/contract/payments";
import { paymentDueAtMs } from "@gavelyard/domain/business-days";
import { centsToDollars, formatDollars } from "@gavelyard/domain/money";
import { mayMoveAward } from "@gavelyard/domain/settlement";
import { randomInt } from "node:crypto";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import type { Sealer } from "../db/sealed.ts";
import { insertDocument, type DocumentRow } from "../documents/sql.ts";
import { conflict, HttpError } from "../http/errors.ts";
import { mailTo, notice, unitOfMail } from "./announce-award.ts";
import { payAward } from "./awards-sql.ts";
import { peopleByIds } from "./bids-sql.ts";
import { issueInvoice } from "./issue-invoice.ts";
import {
  lotName,
  nextPhase,
  notNow,
  openSale,
  type Recorder,
  type SaleActor,
} from "./open-sale.ts";
import { insertPayment, insertRelease, lotOfBuyer, sealedPinRow, yardOf } from "./payments-sql.ts";
import { setUnitStatus } from "./sale-sql.ts";

/** What staff record of a payment. */
export interface Payment extends z.output<typeof markAsPaid.body> {
  readonly userId: number;
  readonly inventoryId: number;
  /** The invoice file, kept already. */
  readonly document: DocumentRow;
}

/**
 * Records the payment of a declared winner in full: frees the limit, marks the invoice as paid and
 * issues the release with its gate PIN (D29). Answers the invoice's id.
 * @throws HttpError 409 for anyone but the declared winner of the unit's newest sale, or once it is
 * paid; 422 for a payment in the future
 */
export async function takePayment(
  tx: PoolClient,
  record: Recorder,
  payment: Payment,
  sealer: Sealer,
  by: SaleActor,
): Promise<number> {
  const lotId = await lotOfBuyer(tx, payment.userId, payment.inventoryId);
  if (lotId === null) throw conflict("This user is not the declared winner of this vehicle");
  const sale = await openSale(tx, lotId);
  const { award } = sale;
  if (award === null || award.userId !== payment.userId) {
    throw conflict(`This user is not the declared winner of ${lotName(sale)}`);
  }
  if (!mayMoveAward(award.status, "PAID")) {
    throw award.status === "PENDING"
      ? conflict(`Declare the winner of ${lotName(sale)} first`)
      : notNow(sale);
  }
  nextPhase(sale, "PAY");
  const receivedMs = payment.receivedAt === undefined ? sale.nowMs : Date.parse(payment.receivedAt);
  if (receivedMs > sale.nowMs) {
    throw new HttpError(422, "receivedAt: A payment cannot be received in the future");
  }
  const due = award.paymentDueAt === null ? sale.nowMs : Date.parse(award.paymentDueAt);
  const invoice = await issueInvoice(tx, sale, { ...award, paymentDueAtMs: due });
  await insertDocument(tx, payment.document);
  await insertPayment(tx, {
    awardId: award.id,
    invoiceId: invoice.id,
    cents: invoice.totalCents,
    method: payment.method,
    reference: payment.reference,
    documentId: payment.document.id,
    receivedAtMs: receivedMs,
    recordedBy: by.userId,
  });
  await payAward(tx, award.id);
  await setUnitStatus(tx, sale.inventoryId, "PAID");
  const pickupDueAtMs = paymentDueAtMs({
    awardedAtMs: sale.nowMs,
    zone: sale.timeZone,
    days: sale.pickupDueDays,
  });
  const pin = String(randomInt(1_000_000)).padStart(6, "0");
  await insertRelease(tx, award.id, sealer.seal(sealedPinRow(award.id), pin), pickupDueAtMs);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "payment-recorded",
    subjectType: "lot",
    subjectId: lotId,
    after: {
      awardId: award.id,
      userId: award.userId,
      invoice: invoice.number,
      amount: centsToDollars(invoice.totalCents),
      method: payment.method,
      reference: payment.reference,
    },
    ip: by.ip,
  });
  const buyer = (await peopleByIds(tx, [award.userId])).get(award.userId);
  if (buyer === undefined) throw new Error(`buyer ${award.userId} is gone`);
  const unit = unitOfMail(sale, buyer);
  await mailTo(tx, buyer, `payment:${award.id}`, {
    kind: "PAYMENT_RECEIVED",
    ...unit,
    hammerCents: award.hammerCents,
    invoiceNumber: invoice.number,
    paidCents: invoice.totalCents,
  });
  await mailTo(tx, buyer, `release:${award.id}`, {
    kind: "RELEASE_ISSUED",
    ...unit,
    timeZone: sale.timeZone,
    yard: await yardOf(tx, sale.inventoryId),
    pickupDueAt: new Date(pickupDueAtMs).toISOString(),
  });
  const words = `We received ${formatDollars(invoice.totalCents)}. It is released and ready to be collected.`;
  record(notice(sale, [award.userId], words));
  return invoice.id;
}

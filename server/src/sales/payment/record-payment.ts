import { msg } from "@gavelyard/messages/text";
import type { markAsPaid } from "@gavelyard/contract/sales/payments";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import {
  balanceCents,
  isShownBalance,
  refusePayment,
  type OwedInvoice,
  type PaymentRefusal,
} from "@gavelyard/domain/sales/payments";
import { formatDate } from "@gavelyard/domain/time-zone";
import { randomInt } from "node:crypto";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import type { FieldCipher } from "../../db/secrets/sealed.ts";
import { Refusal } from "../../refusal.ts";
import { inEachLanguage } from "../../http/reader-language.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { lotOfWebhooks, mailTo, notice, unitOfMail } from "../announce-award.ts";
import { recordForWebhooks } from "../../webhooks/events-sql.ts";
import { payAward } from "../awards-sql.ts";
import { personById, type PersonRow } from "../bids-sql.ts";
import { clearsAtOf, type ShortInvoice } from "../invoices-sql.ts";
import { pickupDueOf, type Recorder, type SaleActor } from "../lock-sale.ts";
import {
  insertPayment,
  insertRelease,
  sealedPinRow,
  setInvoicePaid,
  yardOf,
} from "../payments-sql.ts";
import { recordReceipt, type CashDesk, type RecordedReceipt } from "./record-receipt.ts";
import { setUnitStatus, type Sale, type SaleAward } from "../sale-sql.ts";

/** A locked sale whose declared winner has a balance to pay. */
export interface Debt {
  readonly sale: Sale;
  readonly award: SaleAward;
  readonly invoice: ShortInvoice & OwedInvoice;
}

/** Who pays, and what a last payment needs. */
export interface Paying {
  readonly buyer: PersonRow;
  readonly cipher: FieldCipher;
  readonly by: SaleActor;
}

interface Money extends z.output<typeof markAsPaid.body> {
  readonly cents: number;
  readonly documentId: string | null;
}

/**
 * Records money that came in for one open invoice (D29).
 * @throws Refusal 409 if the invoice is paid or void, its balance isn't the one that was shown, or
 * the payment is recorded already; 422 for more than the balance, a date in the future or without a
 * bank's reference
 */
export async function recordPayment(
  tx: PoolClient,
  record: Recorder,
  debt: Debt,
  money: Money,
  desk: CashDesk,
  by: SaleActor,
): Promise<void> {
  const { sale, award, invoice } = debt;
  const { cents, balance } = money;
  const receivedAtMs = money.receivedAt === undefined ? sale.nowMs : Date.parse(money.receivedAt);
  const shownBalanceCents = balance === undefined ? undefined : dollarsToCents(balance);
  const refusal = refusePayment(sale.nowMs, invoice, { cents, receivedAtMs, shownBalanceCents });
  if (refusal !== null) throw refused(refusal, invoice);
  const { method, reference, documentId, repeatReason } = money;
  const receipt = await recordReceipt(
    tx,
    desk,
    { userId: award.userId, cents, method, reference, documentId, receivedAtMs, repeatReason },
    [invoice.id],
    by,
  );
  const buyer = await personById(tx, award.userId);
  await payInvoice(tx, record, debt, { ...receipt, cents }, { buyer, cipher: desk.cipher, by });
}

/**
 * Pays an open invoice with a part of a receipt, at most its balance (D75). If it pays the balance,
 * the sale is paid (D29); otherwise the buyer gets the remaining balance by email.
 */
export async function payInvoice(
  tx: PoolClient,
  record: Recorder,
  debt: Debt,
  receipt: RecordedReceipt & { readonly cents: number },
  { buyer, cipher, by }: Paying,
): Promise<void> {
  const { sale, award, invoice } = debt;
  const { cents, method, reference, repeats } = receipt;
  const left = balanceCents(invoice) - cents;
  const paymentId = await insertPayment(tx, {
    awardId: award.id,
    invoiceId: invoice.id,
    cents,
    receiptId: receipt.id,
    recordedBy: by.userId,
  });
  await insertAudit(tx, {
    actorId: by.userId,
    action: "payment-recorded",
    subjectType: "lot",
    subjectId: sale.lotId,
    after: {
      awardId: award.id,
      userId: award.userId,
      invoice: invoice.number,
      paymentId,
      receiptId: receipt.id,
      amount: centsToDollars(cents),
      balance: centsToDollars(left),
      method,
      reference,
      ...(repeats === null ? {} : { repeats: repeats.id }),
    },
    reason: repeats?.reason ?? null,
    ip: by.ip,
  });
  await recordForWebhooks(tx, [
    {
      type: "payment.recorded",
      data: {
        ...lotOfWebhooks(sale),
        awardId: award.id,
        userId: award.userId,
        paymentId,
        invoiceNumber: invoice.number,
        amount: centsToDollars(cents),
        balance: centsToDollars(left),
      },
    },
  ]);
  if (left === 0) {
    return award.status === "PAID"
      ? finishRest(tx, record, debt, buyer, { paymentId, cents })
      : finishSale(tx, record, debt, buyer, cipher);
  }
  await mailTo(tx, buyer, `part-payment:${paymentId}`, {
    kind: "PART_PAYMENT",
    ...unitOfMail(sale, buyer),
    timeZone: sale.timeZone,
    invoiceNumber: invoice.number,
    receivedCents: cents,
    balanceCents: left,
    paymentDueAt: invoice.dueAt.toISOString(),
  });
  const words = msg("We received {received}. The balance of invoice {invoice} is {balance}.", {
    received: formatDollars(cents),
    invoice: invoice.number,
    balance: formatDollars(left),
  });
  return record(notice(sale, [award.userId], words));
}

/**
 * Completes a paid sale: releases the hold, issues the release with its gate PIN, and notifies the
 * buyer. A unit with an agreed delivery goes to our carrier instead of the buyer's driver (D62).
 */
export async function finishSale(
  tx: PoolClient,
  record: Recorder,
  { sale, award, invoice }: Debt,
  buyer: PersonRow,
  cipher: FieldCipher,
): Promise<void> {
  await setInvoicePaid(tx, invoice.id);
  await payAward(tx, award.id);
  await setUnitStatus(tx, sale.inventoryId, "PAID");
  // The pickup period starts once the money is cleared (D76).
  const clearsAtMs = await clearsAtOf(tx, invoice.id);
  const isCleared = clearsAtMs <= sale.nowMs;
  const pickupDueAtMs = pickupDueOf(isCleared ? sale : { ...sale, nowMs: clearsAtMs });
  const pin = String(randomInt(1_000_000)).padStart(6, "0");
  await insertRelease(tx, award.id, cipher.seal(sealedPinRow(award.id), pin), pickupDueAtMs);
  const unit = unitOfMail(sale, buyer);
  await mailTo(tx, buyer, `payment:${award.id}:${sale.nowMs}`, {
    kind: "PAYMENT_RECEIVED",
    ...unit,
    hammerCents: award.hammerCents,
    invoiceNumber: invoice.number,
    paidCents: invoice.totalCents,
  });
  if (invoice.deliveryCents > 0 && isCleared) {
    return record(notice(sale, [award.userId], deliveryPaid(invoice.totalCents)));
  }
  if (!isCleared) {
    const runAt = new Date(clearsAtMs);
    await enqueue(tx, "announce-release", { awardId: award.id, clearsAtMs }, { runAt });
    const values = {
      received: formatDollars(invoice.totalCents),
      day: inEachLanguage(() => formatDate(clearsAtMs, sale.timeZone)),
    };
    const words =
      invoice.deliveryCents > 0
        ? msg(
            "We received {received}. Our carrier takes the unit once it clears, on {day}.",
            values,
          )
        : msg("We received {received}. The unit is released once it clears, on {day}.", values);
    return record(notice(sale, [award.userId], words));
  }
  await mailTo(tx, buyer, `release:${award.id}:${sale.nowMs}`, {
    kind: "RELEASE_ISSUED",
    ...unit,
    timeZone: sale.timeZone,
    yard: await yardOf(tx, sale.inventoryId),
    pickupDueAt: new Date(pickupDueAtMs).toISOString(),
  });
  const words = msg("We received {received}. The unit is released and ready for pickup.", {
    received: formatDollars(invoice.totalCents),
  });
  record(notice(sale, [award.userId], words));
}

const deliveryPaid = (cents: number) =>
  msg("We received {received}. The unit is ready for our carrier.", {
    received: formatDollars(cents),
  });

/**
 * Completes the payment of what was open on a paid sale: a delivery that was added to its invoice
 * (D62), or a returned payment of a unit that has left the yard (D75).
 */
async function finishRest(
  tx: PoolClient,
  record: Recorder,
  { sale, award, invoice }: Debt,
  buyer: PersonRow,
  { paymentId, cents }: { readonly paymentId: number; readonly cents: number },
): Promise<void> {
  await setInvoicePaid(tx, invoice.id);
  await mailTo(tx, buyer, `payment:${award.id}:${paymentId}`, {
    kind: "PAYMENT_RECEIVED",
    ...unitOfMail(sale, buyer),
    hammerCents: award.hammerCents,
    invoiceNumber: invoice.number,
    paidCents: cents,
  });
  const words =
    sale.unit === "PAID"
      ? deliveryPaid(cents)
      : msg("We received {received}. Invoice {invoice} is paid in full.", {
          received: formatDollars(cents),
          invoice: invoice.number,
        });
  record(notice(sale, [award.userId], words));
}

/** @throws Refusal 409 if an invoice's balance isn't the one that was shown */
export function refuseStaleBalance(
  invoice: OwedInvoice & Pick<ShortInvoice, "number">,
  shown: number | undefined,
): void {
  const shownCents = shown === undefined ? undefined : dollarsToCents(shown);
  if (!isShownBalance(invoice, shownCents)) throw balanceChanged(invoice);
}

const balanceChanged = (invoice: OwedInvoice & Pick<ShortInvoice, "number">) =>
  new Refusal(
    "edit-conflict",
    msg(
      "The balance of invoice {number} is now {balance}. Nothing was changed. Check it, then try again.",
      { number: invoice.number, balance: formatDollars(balanceCents(invoice)) },
    ),
  );

function refused(refusal: PaymentRefusal, invoice: Debt["invoice"]): Refusal {
  switch (refusal) {
    case "INVOICE_PAID":
      return new Refusal(
        "invoice-paid",
        msg("Invoice {number} is paid in full", { number: invoice.number }),
      );
    case "INVOICE_VOID":
      return new Refusal(
        "invoice-void",
        msg("Invoice {number} is void. Nothing is owed on it.", { number: invoice.number }),
      );
    case "BALANCE_CHANGED":
      return balanceChanged(invoice);
    case "NOTHING":
      return new Refusal("value-refused", msg("amount: Must be above 0"));
    case "MORE_THAN_DUE":
      return new Refusal(
        "value-refused",
        msg("amount: The balance of invoice {number} is only {balance}", {
          number: invoice.number,
          balance: formatDollars(invoice.totalCents - invoice.paidCents),
        }),
      );
    case "IN_THE_FUTURE":
      return new Refusal("value-refused", msg("receivedAt: Enter today or an earlier date"));
  }
}

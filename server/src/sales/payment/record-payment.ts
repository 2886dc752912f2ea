import { msg } from "@gavelyard/messages/text";
import type { markAsPaid } from "@gavelyard/contract/sales/payments";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { lacksReference, referenceKey } from "@gavelyard/domain/sales/payment-methods";
import {
  balanceCents,
  isShownBalance,
  judgePayment,
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
import { lotOfWebhooks, mailTo, notice, unitOfMail } from "../announce-award.ts";
import { recordForWebhooks } from "../../webhooks/events-sql.ts";
import { payAward } from "../awards-sql.ts";
import { personById, type PersonRow } from "../bids-sql.ts";
import type { ShortInvoice } from "../invoices-sql.ts";
import { pickupDueOf, type Recorder, type SaleActor } from "../lock-sale.ts";
import {
  earlierPayment,
  insertPayment,
  insertRelease,
  sealedPinRow,
  setInvoicePaid,
  yardOf,
  type EarlierPayment,
} from "../payments-sql.ts";
import { setUnitStatus, type Sale, type SaleAward } from "../sale-sql.ts";

/** A locked sale whose declared winner has a balance to pay. */
export interface Debt {
  readonly sale: Sale;
  readonly award: SaleAward;
  readonly invoice: ShortInvoice & OwedInvoice;
}

interface Receipt extends z.output<typeof markAsPaid.body> {
  readonly cents: number;
  readonly documentId: string | null;
}

/**
 * Records a payment on an open invoice. If it pays the balance, the sale is paid (D29); otherwise
 * the buyer gets the remaining balance by email.
 * @throws Refusal 409 if the invoice is paid or void, its balance isn't the one that was shown, or
 * the payment is recorded already; 422 for more than the balance, a date in the future or without a
 * bank's reference
 */
export async function recordPayment(
  tx: PoolClient,
  record: Recorder,
  debt: Debt,
  receipt: Receipt,
  cipher: FieldCipher,
  by: SaleActor,
): Promise<void> {
  const { sale, award, invoice } = debt;
  const { cents, reference, documentId, repeatReason } = receipt;
  // The specification's call names no method and no reference.
  const method = receipt.method ?? "WIRE";
  const receivedAtMs =
    receipt.receivedAt === undefined ? sale.nowMs : Date.parse(receipt.receivedAt);
  const shownBalanceCents =
    receipt.balance === undefined ? undefined : dollarsToCents(receipt.balance);
  const verdict = judgePayment(sale.nowMs, invoice, { cents, receivedAtMs, shownBalanceCents });
  if (!verdict.accepted) throw refused(verdict.refusal, invoice);
  if (receipt.method !== undefined && lacksReference(method, reference))
    throw new Refusal(
      "value-refused",
      msg("reference: Enter the bank's reference or check number"),
    );
  const marks = { method, cents, key: referenceKey(reference) };
  const earlier = await earlierPayment(tx, invoice.id, marks);
  if (earlier !== null && repeatReason === undefined) throw repeated(earlier, cents);
  const paymentId = await insertPayment(tx, {
    awardId: award.id,
    invoiceId: invoice.id,
    cents,
    method,
    reference,
    documentId,
    receivedAtMs,
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
      amount: centsToDollars(cents),
      balance: centsToDollars(verdict.balanceCents),
      method,
      reference,
      ...(earlier === null ? {} : { repeats: earlier.id }),
    },
    reason: earlier === null ? null : (repeatReason ?? null),
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
        balance: centsToDollars(verdict.balanceCents),
      },
    },
  ]);
  const buyer = await personById(tx, award.userId);
  if (verdict.balanceCents === 0) {
    return award.status === "PAID"
      ? finishDelivery(tx, record, debt, buyer, { paymentId, cents })
      : finishSale(tx, record, debt, buyer, cipher);
  }
  await mailTo(tx, buyer, `part-payment:${paymentId}`, {
    kind: "PART_PAYMENT",
    ...unitOfMail(sale, buyer),
    timeZone: sale.timeZone,
    invoiceNumber: invoice.number,
    receivedCents: cents,
    balanceCents: verdict.balanceCents,
    paymentDueAt: invoice.dueAt.toISOString(),
  });
  const words = msg("We received {received}. The balance of invoice {invoice} is {balance}.", {
    received: formatDollars(cents),
    invoice: invoice.number,
    balance: formatDollars(verdict.balanceCents),
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
  const pickupDueAtMs = pickupDueOf(sale);
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
  if (invoice.deliveryCents > 0) {
    return record(notice(sale, [award.userId], deliveryPaid(invoice.totalCents)));
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

/** Completes the payment of a delivery that was added to a paid invoice (D62). */
async function finishDelivery(
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
  record(notice(sale, [award.userId], deliveryPaid(cents)));
}

function repeated({ invoiceNumber, ...earlier }: EarlierPayment, cents: number): Refusal {
  const values = {
    amount: formatDollars(cents),
    reference: earlier.reference,
    invoice: invoiceNumber,
    day: inEachLanguage(() => formatDate(earlier.receivedAt.getTime(), earlier.timeZone)),
    name: earlier.recordedBy,
  };
  return new Refusal(
    "repeated-payment",
    referenceKey(earlier.reference) === ""
      ? msg(
          "{name} already recorded {amount} on invoice {invoice}, received {day}. Nothing was recorded. If this is another payment, say why.",
          values,
        )
      : msg(
          "{name} already recorded {amount} with reference {reference} on invoice {invoice}, received {day}. Nothing was recorded. If this is another payment, say why.",
          values,
        ),
  );
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

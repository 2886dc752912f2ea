import { msg } from "@gavelyard/messages/text";
import type { voidPayment as contract } from "@gavelyard/contract/sales/payments";
import { centsToDollars, formatDollars } from "@gavelyard/domain/money";
import { balanceCents, judgeRemoval } from "@gavelyard/domain/sales/payments";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { requireSecondPerson } from "../../proposals/proposals.ts";
import { recordForWebhooks } from "../../webhooks/events-sql.ts";
import { lotOfWebhooks, mailTo, notice, unitOfMail } from "../announce-award.ts";
import { unpayAward } from "../awards-sql.ts";
import { personById } from "../bids-sql.ts";
import { invoiceOfAward } from "../invoices-sql.ts";
import { lotName, nextPhase, openSale, type Recorder, type SaleActor } from "../lock-sale.ts";
import {
  deleteRelease,
  insertVoid,
  paidOf,
  paymentById,
  releaseOf,
  setInvoiceOpen,
} from "../payments-sql.ts";
import { receiptById } from "../receipts-sql.ts";
import { setUnitStatus, type Sale } from "../sale-sql.ts";

/**
 * Removes a payment from its invoice, and notifies the buyer. The money was recorded by mistake or
 * refunded, or it stays the buyer's credit (D75). If the invoice is paid, that takes a second person
 * (D38). Returns the invoice's ID.
 * @throws Refusal 404; 409 if the payment is removed already, the unit has left the yard, or the
 * payment is only a part of the money that would be gone
 */
export async function voidPayment(
  tx: PoolClient,
  record: Recorder,
  paymentId: number,
  { reason, money }: z.output<typeof contract.body>,
  by: SaleActor,
): Promise<number> {
  const found = await paymentById(tx, paymentId);
  if (found === null) throw notFound(msg("Payment not found"));
  const sale = await openSale(tx, found.lotId);
  const receipt = await receiptById(tx, found.receiptId);
  if (money === "GONE" && receipt?.cents !== found.cents) {
    throw new Refusal(
      "wrong-state",
      msg(
        "This payment is a part of {amount}. Keep it as the buyer's credit, or reverse the whole receipt.",
        { amount: formatDollars(receipt?.cents ?? 0) },
      ),
    );
  }
  const keepsCredit = money === "CREDIT";
  return removePayment(tx, record, sale, paymentId, { reason, keepsCredit, takesTwo: true }, by);
}

export interface Removal {
  readonly reason: string;
  /** Whether the money stays the buyer's credit. */
  readonly keepsCredit: boolean;
  /** Whether it takes a second person if the invoice is paid. */
  readonly takesTwo: boolean;
  readonly isReturned?: boolean;
}

/**
 * Removes a payment from its invoice within the locks of its sale. A paid sale is owed again, its
 * release and gate PIN are taken back, and the hold on the limit returns as far as the limit allows.
 * Returns the invoice's ID.
 */
export async function removePayment(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  paymentId: number,
  { reason, keepsCredit, takesTwo, isReturned = false }: Removal,
  by: SaleActor,
): Promise<number> {
  const payment = await paymentById(tx, paymentId);
  if (payment === null) throw notFound(msg("Payment not found"));
  const short = await invoiceOfAward(tx, payment.awardId);
  if (short === null) throw new Error(`payment ${paymentId} has no invoice`);
  const invoice = { ...short, paidCents: await paidOf(tx, short.id) };
  const isPaid = sale.award?.id === payment.awardId && sale.award.status === "PAID";
  const release = await releaseOf(tx, payment.awardId);
  const removal = judgeRemoval(invoice, payment, {
    isPaid,
    hasLeft: release !== null && release.released_at !== null,
    saleCents: invoice.totalCents - invoice.deliveryCents,
    isReturned,
  });
  if (removal === "REMOVED_ALREADY") {
    throw new Refusal("already-done", msg("This payment was already removed from the invoice"));
  }
  if (removal === "UNIT_LEFT") {
    throw new Refusal(
      "wrong-state",
      msg("{sale} has left the yard, so its payments can't change", { sale: lotName(sale) }),
    );
  }
  const left = balanceCents({
    ...invoice,
    status: invoice.status === "VOID" ? "VOID" : "ISSUED",
    paidCents: invoice.paidCents - payment.cents,
  });
  const before = {
    paymentId,
    invoice: invoice.number,
    amount: centsToDollars(payment.cents),
    ...(removal === "REMOVE" ? {} : { status: "PAID" }),
  };
  const after = {
    paymentId,
    balance: centsToDollars(left),
    ...(keepsCredit && takesTwo ? { credit: centsToDollars(payment.cents) } : {}),
    ...(removal === "REVERSE" ? { status: "DECLARED" } : {}),
  };
  if (removal !== "REMOVE" && takesTwo) {
    await requireSecondPerson(tx, by, {
      kind: "PAYMENT_REVERSAL",
      subjectType: "lot",
      subjectId: sale.lotId,
      title: sale.title,
      before: { lot: sale.label, ...before },
      after,
      reason,
    });
  }
  if (removal !== "REMOVE") await setInvoiceOpen(tx, invoice.id);
  await insertVoid(tx, paymentId, { reason, by: by.userId, keepsCredit });
  if (removal === "REVERSE") {
    nextPhase(sale, "REVERSE_PAYMENT");
    await unpayAward(tx, payment.awardId);
    await deleteRelease(tx, payment.awardId);
    await setUnitStatus(tx, sale.inventoryId, "SOLD");
  }
  await insertAudit(tx, {
    actorId: by.userId,
    action: "payment-voided",
    subjectType: "lot",
    subjectId: sale.lotId,
    before,
    after,
    reason,
    ip: by.ip,
  });
  await recordForWebhooks(tx, [
    {
      type: "payment.removed",
      data: {
        ...lotOfWebhooks(sale),
        awardId: payment.awardId,
        userId: payment.userId,
        paymentId,
        invoiceNumber: invoice.number,
        amount: centsToDollars(payment.cents),
        balance: centsToDollars(left),
      },
    },
  ]);
  const buyer = await personById(tx, payment.userId);
  await mailTo(tx, buyer, `payment-voided:${paymentId}`, {
    kind: "PAYMENT_VOIDED",
    ...unitOfMail(sale, buyer),
    invoiceNumber: invoice.number,
    voidedCents: payment.cents,
    balanceCents: left,
    reason,
    endsRelease: removal === "REVERSE",
  });
  const values = {
    payment: formatDollars(payment.cents),
    invoice: invoice.number,
    balance: formatDollars(left),
  };
  const words =
    removal === "REVERSE"
      ? msg(
          "A payment of {payment} was removed from invoice {invoice}. The balance is {balance}, and the gate PIN is no longer valid.",
          values,
        )
      : msg(
          "A payment of {payment} was removed from invoice {invoice}. The balance is {balance}.",
          values,
        );
  record(notice(sale, [payment.userId], words));
  return invoice.id;
}

import { msg } from "@gavelyard/messages/text";
import type { markAsPaid, recordPayment as recordPart } from "@gavelyard/contract/sales/payments";
import { dollarsToCents } from "@gavelyard/domain/money";
import { balanceCents } from "@gavelyard/domain/sales/payments";
import { mayMoveAward } from "@gavelyard/domain/sales/settlement";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertDocument, type DocumentRow } from "../../documents/sql.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { invoiceOfAward, saleOfInvoice } from "../invoices-sql.ts";
import { issueInvoice } from "../invoice/issue-invoice.ts";
import {
  lotName,
  nextPhase,
  saleConflict,
  openSale,
  type Recorder,
  type SaleActor,
} from "../lock-sale.ts";
import { lotOfBuyer, paidOf } from "../payments-sql.ts";
import { recordPayment, type Debt } from "./record-payment.ts";
import type { CashDesk } from "./record-receipt.ts";
import type { Sale } from "../sale-sql.ts";

/** A full payment as recorded by staff. */
export interface Payment extends z.output<typeof markAsPaid.body> {
  readonly userId: number;
  readonly inventoryId: number;
  /** The invoice file, already stored. */
  readonly document: DocumentRow;
}

/** @throws Refusal 409 unless the declared winner owes a payment */
export async function debtOf(tx: PoolClient, sale: Sale): Promise<Debt> {
  const { award } = sale;
  if (award === null) throw saleConflict(sale);
  const known = award.status === "PAID" ? await invoiceOfAward(tx, award.id) : null;
  // The sale is paid, but a delivery that was added later isn't (D62).
  if (known?.status === "ISSUED") {
    return { sale, award, invoice: { ...known, paidCents: await paidOf(tx, known.id) } };
  }
  if (!mayMoveAward(award.status, "PAID")) {
    throw award.status === "PENDING"
      ? new Refusal("too-early", msg("Declare the winner of {sale} first", { sale: lotName(sale) }))
      : saleConflict(sale);
  }
  nextPhase(sale, "PAY");
  const due = award.paymentDueAt === null ? sale.nowMs : Date.parse(award.paymentDueAt);
  const invoice = await issueInvoice(tx, sale, { ...award, paymentDueAtMs: due });
  return { sale, award, invoice: { ...invoice, paidCents: await paidOf(tx, invoice.id) } };
}

/**
 * Records that a declared winner has paid the whole balance: releases the hold, marks the invoice
 * as paid and issues the release with its gate PIN (D29). Returns the invoice's ID.
 * @throws Refusal 409 for anyone but the declared winner of the unit's newest sale, or if it is
 * paid already; 422 for a date in the future
 */
export async function takePayment(
  tx: PoolClient,
  record: Recorder,
  payment: Payment,
  desk: CashDesk,
  by: SaleActor,
): Promise<number> {
  const lotId = await lotOfBuyer(tx, payment.userId, payment.inventoryId);
  if (lotId === null)
    throw new Refusal("wrong-state", msg("This user isn't the declared winner of this vehicle"));
  const sale = await openSale(tx, lotId);
  if (sale.award?.userId !== payment.userId) {
    throw new Refusal(
      "wrong-state",
      msg("This user isn't the declared winner of {sale}", { sale: lotName(sale) }),
    );
  }
  const debt = await debtOf(tx, sale);
  await insertDocument(tx, payment.document);
  const cents = balanceCents(debt.invoice);
  const all = { ...payment, cents, documentId: payment.document.id };
  await recordPayment(tx, record, debt, all, desk, by);
  return debt.invoice.id;
}

/**
 * Records a partial payment. One that pays the balance has the same effects as a full payment.
 * @throws Refusal 404; 409 if the invoice is paid or void; 422 for more than the balance or a
 * date in the future
 */
export async function takePartPayment(
  tx: PoolClient,
  record: Recorder,
  invoiceId: number,
  part: z.output<typeof recordPart.body>,
  desk: CashDesk,
  by: SaleActor,
): Promise<void> {
  const of = await saleOfInvoice(tx, invoiceId);
  if (of === null) throw notFound(msg("Invoice not found"));
  const sale = await openSale(tx, of.lotId);
  const invoice = await invoiceOfAward(tx, of.awardId);
  if (sale.award?.id !== of.awardId || invoice?.status === "VOID") {
    throw new Refusal("invoice-void", msg("This invoice is void. Nothing is owed on it."));
  }
  const debt = await debtOf(tx, sale);
  const payment = { ...part, cents: dollarsToCents(part.amount), documentId: null };
  await recordPayment(tx, record, debt, payment, desk, by);
}

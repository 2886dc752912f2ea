import { mark } from "@gavelyard/messages/text";
import { allInCost, defaultFees, type FeeSchedule } from "@gavelyard/domain/sales/fees";
import { haulClassOf } from "@gavelyard/domain/sales/haul-class";
import {
  invoiceLines,
  invoiceTotalCents,
  storedLabels,
  type SaleLineKind,
} from "@gavelyard/domain/sales/invoice";
import { exemptingOf } from "@gavelyard/domain/sales/certificates";
import { taxedAt, taxOfSale } from "@gavelyard/domain/sales/tax";
import { basisPointsToPercent } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import { toPlace } from "../../inventory/tax-sql.ts";
import {
  insertInvoice,
  invoiceOfAward,
  type StoredLine,
  type ShortInvoice,
} from "../invoices-sql.ts";
import type { Sale } from "../sale-sql.ts";
import { insertSaleTax, taxedAward } from "./tax-of-sale-sql.ts";

function labelledLines(
  fees: FeeSchedule,
  hammerCents: number,
): (StoredLine & { readonly kind: SaleLineKind })[] {
  const labels: Readonly<Record<SaleLineKind, string>> = {
    HAMMER: mark("Hammer price"),
    BUYER_PREMIUM: mark("Buyer's premium"),
    DOC_FEE: mark("Document fee"),
    TAX:
      fees.exemptBy === undefined
        ? storedLabels.tax(basisPointsToPercent(fees.taxBasisPoints))
        : storedLabels.exempt(fees.exemptBy),
  };
  return invoiceLines(fees, hammerCents).map(({ kind, amountCents }) => ({
    kind,
    label: labels[kind],
    cents: amountCents,
  }));
}

/**
 * Issues the invoice of an award with its auction's fees and its tax (D94), in the caller's
 * transaction. Returns the existing invoice if there is one.
 */
export async function issueInvoice(
  tx: PoolClient,
  sale: Pick<Sale, "fees" | "timeZone">,
  award: {
    readonly id: number;
    readonly userId: number;
    readonly hammerCents: number;
    readonly paymentDueAtMs: number;
  },
): Promise<ShortInvoice & { readonly lines: readonly StoredLine[] }> {
  const known = await invoiceOfAward(tx, award.id);
  if (known !== null) return known;
  const of = await taxedAward(tx, award.id);
  const { state, zip, day } = of;
  const taxed = taxedAt(sale.fees ?? defaultFees, toPlace(of.place), haulClassOf(of.type));
  const certificate = exemptingOf(of.certificates, of);
  const fees = certificate === null ? taxed : { ...taxed, exemptBy: certificate.number };
  const lines = labelledLines(fees, award.hammerCents);
  const totalCents = invoiceTotalCents(
    lines.map(({ kind, cents }) => ({ kind, amountCents: cents })),
  );
  const issued = await insertInvoice(tx, {
    awardId: award.id,
    userId: award.userId,
    lines,
    totalCents,
    dueAtMs: award.paymentDueAtMs,
    timeZone: sale.timeZone,
  });
  const tax = taxOfSale(fees, allInCost(fees, award.hammerCents));
  await insertSaleTax(tx, {
    invoiceId: issued.id,
    state,
    zip,
    day,
    milliPercent: fees.taxBasisPoints * 10,
    ...tax,
    certificateId: tax.exemptCents > 0 ? (certificate?.id ?? null) : null,
  });
  const dueAt = new Date(award.paymentDueAtMs);
  return { ...issued, totalCents, deliveryCents: 0, status: "ISSUED", dueAt, lines };
}

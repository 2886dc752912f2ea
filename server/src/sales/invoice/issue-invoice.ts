import { mark } from "@gavelyard/messages/text";
import { defaultFees, type FeeSchedule } from "@gavelyard/domain/sales/fees";
import {
  invoiceLines,
  invoiceTotalCents,
  type SaleLineKind,
} from "@gavelyard/domain/sales/invoice";
import { basisPointsToPercent } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import {
  insertInvoice,
  invoiceOfAward,
  type StoredLine,
  type ShortInvoice,
} from "../invoices-sql.ts";
import type { Sale } from "../sale-sql.ts";

function labelledLines(
  fees: FeeSchedule,
  hammerCents: number,
): (StoredLine & { readonly kind: SaleLineKind })[] {
  const labels: Readonly<Record<SaleLineKind, string>> = {
    HAMMER: mark("Hammer price"),
    BUYER_PREMIUM: mark("Buyer's premium"),
    DOC_FEE: mark("Document fee"),
    TAX: `Sales tax ${basisPointsToPercent(fees.taxBasisPoints)}%`,
  };
  return invoiceLines(fees, hammerCents).map(({ kind, amountCents }) => ({
    kind,
    label: labels[kind],
    cents: amountCents,
  }));
}

/**
 * Issues the invoice of an award with its auction's fees, in the caller's transaction. Returns the
 * existing invoice if there is one.
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
  const lines = labelledLines(sale.fees ?? defaultFees, award.hammerCents);
  const known = await invoiceOfAward(tx, award.id);
  if (known !== null) return { ...known, lines };
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
  const dueAt = new Date(award.paymentDueAtMs);
  return { ...issued, totalCents, deliveryCents: 0, status: "ISSUED", dueAt, lines };
}

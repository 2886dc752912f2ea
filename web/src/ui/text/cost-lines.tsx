import { t } from "@gavelyard/messages/text";
import { feeScheduleOf, type FeeTable } from "@gavelyard/domain/sales/fees";
import {
  invoiceLines,
  invoiceTotalCents,
  type SaleLineKind,
} from "@gavelyard/domain/sales/invoice";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { Fragment, type ReactNode } from "react";
import { money } from "./format.ts";

/** What a hammer price costs with fees, line by line. `children` gets the total in dollars. */
export function CostLines({
  label,
  amount,
  fees,
  children,
}: {
  label: string;
  amount: number;
  fees: FeeTable;
  children?: (total: number) => ReactNode;
}) {
  const lines = invoiceLines(feeScheduleOf(fees), dollarsToCents(amount));
  const total = centsToDollars(invoiceTotalCents(lines));
  const hasTax = lines.some(({ kind }) => kind === "TAX");
  const names: Readonly<Record<SaleLineKind, string>> = {
    HAMMER: label,
    BUYER_PREMIUM: t("Buyer's premium"),
    DOC_FEE: t("Document fee"),
    TAX:
      fees.exemptBy === undefined
        ? t("Sales tax {percent}%", { percent: fees.taxPercent })
        : t("Tax exempt by certificate {number}", { number: fees.exemptBy }),
  };
  return (
    <dl className="figures grid max-w-sm grid-cols-[1fr_auto] gap-x-4 text-sm">
      {lines.map(({ kind, amountCents }) => (
        <Fragment key={kind}>
          <dt>{names[kind]}</dt>
          <dd className="text-right">{money(centsToDollars(amountCents))}</dd>
        </Fragment>
      ))}
      <dt className="font-bold">{hasTax ? t("Total") : t("Total before tax")}</dt>
      <dd className="text-right font-bold">{money(total)}</dd>
      {children?.(total)}
    </dl>
  );
}

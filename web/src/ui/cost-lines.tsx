import { t } from "@gavelyard/messages/text";
import { allInCost, feeScheduleOf, type FeeTable } from "@gavelyard/domain/fees";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import type { ReactNode } from "react";
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
  const cost = allInCost(feeScheduleOf(fees), dollarsToCents(amount));
  const total = centsToDollars(cost.totalCents);
  return (
    <dl className="figures grid max-w-sm grid-cols-[1fr_auto] gap-x-4 text-sm">
      <dt>{label}</dt>
      <dd className="text-right">{money(amount)}</dd>
      <dt>{t("Buyer's premium")}</dt>
      <dd className="text-right">{money(centsToDollars(cost.premiumCents))}</dd>
      <dt>{t("Document fee")}</dt>
      <dd className="text-right">{money(centsToDollars(cost.docFeeCents))}</dd>
      <dt className="font-bold">{t("Total before tax")}</dt>
      <dd className="text-right font-bold">{money(total)}</dd>
      {children?.(total)}
    </dl>
  );
}

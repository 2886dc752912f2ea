import { feeScheduleOf, type FeeTable } from "@gavelyard/domain/sales/fees";
import { invoiceLines, invoiceTotalCents } from "@gavelyard/domain/sales/invoice";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { t } from "@gavelyard/messages/text";
import { money } from "../../ui/text/format.ts";

/** What a hammer price costs with all fees, in one line: the costs beside a button (D77). */
export function allIn(amount: number, fees: FeeTable): string {
  const lines = invoiceLines(feeScheduleOf(fees), dollarsToCents(amount));
  const total = money(centsToDollars(invoiceTotalCents(lines)));
  if (fees.exemptBy !== undefined && fees.taxPercent > 0)
    return t("{total} with fees, tax exempt", { total });
  return lines.some(({ kind }) => kind === "TAX")
    ? t("{total} with fees and tax", { total })
    : t("{total} with fees, before tax", { total });
}

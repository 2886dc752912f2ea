import { plural, t } from "@gavelyard/messages/text";
import { financeTerms } from "@gavelyard/domain/requests";
import { loanCost } from "@gavelyard/domain/loan";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { useState } from "react";
import { Card, Facts } from "../ui/card.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { digits, money } from "../ui/text/format.ts";

export function Calculator({ initialPrice = 60_000 }: { initialPrice?: number }) {
  const [price, setPrice] = useState(String(initialPrice));
  const [down, setDown] = useState(String(Math.round(initialPrice / 5)));
  const [apr, setApr] = useState("9.5");
  const [months, setMonths] = useState("60");
  const rate = /^\d{1,2}(\.\d{1,2})?$/.test(apr) ? Math.min(60, Number(apr)) : 0;
  const borrowed = Math.max(0, Number(price) - Number(down));
  const cost = loanCost(dollarsToCents(borrowed), rate, Number(months));
  return (
    <Card title={t("Estimate your monthly payment")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Price with fees ($)")}
          inputMode="numeric"
          value={price}
          onChange={(event) => setPrice(digits(event.target.value, 7))}
        />
        <TextField
          label={t("Down payment ($)")}
          inputMode="numeric"
          value={down}
          onChange={(event) => setDown(digits(event.target.value, 7))}
        />
        <TextField
          label={t("Annual rate (%)")}
          inputMode="decimal"
          value={apr}
          onChange={(event) => setApr(event.target.value.replaceAll(/[^\d.]/g, "").slice(0, 5))}
        />
        <SelectField
          label={t("Term")}
          value={months}
          onChange={(event) => setMonths(event.target.value)}
        >
          {financeTerms.map((term) => (
            <option key={term} value={term}>
              {plural(term, "{n} month", "{n} months")}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="mt-4" aria-live="polite">
        <Facts
          rows={[
            [t("Monthly payment"), money(centsToDollars(cost.monthlyCents)), "figures text-2xl"],
            [t("Amount financed"), money(borrowed), "figures"],
            [t("Interest"), money(centsToDollars(cost.interestCents)), "figures"],
            [t("Total paid"), money(centsToDollars(cost.totalCents)), "figures"],
          ]}
        />
      </div>
      <p className="mt-2 text-sm text-soft">
        {t("This is an estimate. The lender sets the rate after reviewing you and the unit.")}
      </p>
    </Card>
  );
}

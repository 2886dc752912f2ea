import type { DeliveryEstimate } from "@gavelyard/contract/sales/delivery-estimates";
import { costAtDoorCents } from "@gavelyard/domain/sales/delivery";
import { feeScheduleOf } from "@gavelyard/domain/sales/fees";
import { invoiceLines, type SaleLineKind } from "@gavelyard/domain/sales/invoice";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useCall } from "../../api/api-context.ts";
import { messageOf } from "../../api/messages.ts";
import { saveReaderZip, useReaderZip } from "../../session/reader-zip.ts";
import { useOwnFees } from "../../tax-certificates/api.ts";
import { Facts } from "../../ui/card.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { count, digits, money } from "../../ui/text/format.ts";
import { Skeleton } from "../../ui/states.tsx";
import { estimatesQuery } from "./api.ts";

const saleLines = {
  HAMMER: t("Hammer price"),
  BUYER_PREMIUM: t("Buyer's premium"),
  DOC_FEE: t("Document fee"),
  TAX: t("Sales tax"),
} as const satisfies Record<SaleLineKind, string>;

/** What a unit costs delivered, with the parts of the cost (D62). */
export default function DoorSection({
  id,
  price,
}: {
  id: number;
  /** Next bid or starting price, which the reader can change. */
  price: number;
}) {
  const readerZip = useReaderZip();
  const [zip, setZip] = useState(readerZip);
  const [typed, setTyped] = useState<string | null>(null);
  const query = useQuery(estimatesQuery(useCall(), zip.length === 5 ? zip : "", [id]));
  const [estimate] = query.data ?? [];
  const hammer = typed === null ? price : Number(typed);
  return (
    <section aria-label={t("Cost at your door")} className="print:hidden">
      <h2 className="mb-2">{t("What it costs at your door")}</h2>
      <div className="mb-3 grid max-w-md grid-cols-2 gap-3">
        <TextField
          label={t("Your ZIP code")}
          inputMode="numeric"
          autoComplete="postal-code"
          value={zip}
          error={query.error === null ? undefined : messageOf(query.error, t("Couldn't estimate."))}
          onChange={(event) => {
            const next = digits(event.target.value, 5);
            setZip(next);
            saveReaderZip(next);
          }}
        />
        <TextField
          label={t("Hammer price ($)")}
          inputMode="numeric"
          value={typed ?? String(price)}
          onChange={(event) => setTyped(digits(event.target.value, 9))}
        />
      </div>
      <div aria-live="polite" className="max-w-md">
        {zip.length < 5 ? (
          <p className="text-soft">{t("Enter your ZIP code for an estimate with delivery.")}</p>
        ) : query.isFetching && estimate === undefined ? (
          <Skeleton className="h-40" />
        ) : estimate === undefined ? (
          query.error === null ? (
            <p className="text-soft">
              {t("We can't estimate delivery for this unit. Contact us.")}
            </p>
          ) : null
        ) : (
          <Cost estimate={estimate} hammer={hammer} zip={zip} />
        )}
      </div>
    </section>
  );
}

function Cost({
  estimate,
  hammer,
  zip,
}: {
  estimate: DeliveryEstimate;
  hammer: number;
  zip: string;
}) {
  const cents = dollarsToCents(hammer);
  const fees = useOwnFees(estimate.fees.taxPercent > 0)(estimate.fees, estimate.inventoryId);
  const { exemptBy } = feeScheduleOf(fees);
  const lines = invoiceLines(feeScheduleOf(fees), cents);
  const total = costAtDoorCents(fees, cents, dollarsToCents(estimate.total));
  const parts: readonly (readonly [name: string, amount: number])[] = [
    [
      t("{miles} mi at {rate}", { miles: count(estimate.miles), rate: money(estimate.perMile) }),
      estimate.haul,
    ],
    [t("Minimum charge adjustment"), estimate.toMinimum],
    [t("Permits"), estimate.permits],
  ];
  const costs = parts
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => `${name.toLowerCase()}: ${money(amount)}`)
    .join("; ");
  return (
    <>
      <Facts
        rows={[
          ...lines.map(({ kind, amountCents }): readonly [string, ReactNode, string] => [
            kind === "TAX" && exemptBy !== undefined
              ? t("Tax exempt by certificate {number}", { number: exemptBy })
              : saleLines[kind],
            money(centsToDollars(amountCents)),
            "figures",
          ]),
          [t("Delivery to {zip} (estimate)", { zip }), money(estimate.total), "figures"],
          [t("Estimated cost at your door"), money(centsToDollars(total)), "figures text-xl"],
        ]}
      />
      <p className="mt-2 text-sm text-soft">
        {t(
          "About {distance} by road: {costs}. This is an estimate, not a quote. If you win, ask for a quote on your invoice, or pick the unit up yourself.",
          { distance: plural(estimate.miles, "{n} mile", "{n} miles"), costs },
        )}
      </p>
    </>
  );
}

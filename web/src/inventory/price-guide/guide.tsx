import type { PriceGuide } from "@gavelyard/contract/inventory/price-guide";
import { formatDate } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { browserZone } from "../../clock.ts";
import { hours, miles, money } from "../../ui/text/format.ts";
import { Link } from "../../ui/page/router.tsx";

export function Guide({ guide: { range, sales } }: { guide: PriceGuide }) {
  if (range === null) {
    return (
      <p className="text-soft">{t("Not enough similar units have sold here for a price guide.")}</p>
    );
  }
  return (
    <>
      <p className="figures text-xl font-bold">
        {t("{low} to {high}", { low: money(range.low), high: money(range.high) })}
      </p>
      <p className="max-w-[70ch]">
        {t("Half of similar units sold in this range, and the median is {median}.", {
          median: money(range.median),
        })}{" "}
        {range.of === "MODEL"
          ? plural(
              range.sales,
              "Based on {n} paid sale of this model here, adjusted to this unit's year, miles or hours, and grade.",
              "Based on {n} paid sales of this model here, adjusted to this unit's year, miles or hours, and grade.",
            )
          : plural(
              range.sales,
              "Based on {n} paid sale of this type of unit here, adjusted to this unit's year, miles or hours, and grade.",
              "Based on {n} paid sales of this type of unit here, adjusted to this unit's year, miles or hours, and grade.",
            )}{" "}
        {t("Buyer's fees are not included.")}
      </p>
      {sales.length === 0 ? null : (
        <table className="mt-3 w-full text-left text-sm">
          <caption className="mb-1 text-left font-semibold">
            {t("Most recent of these sales")}
          </caption>
          <thead className="sr-only">
            <tr>
              <th>{t("Unit")}</th>
              <th>{t("Sold for")}</th>
            </tr>
          </thead>
          <tbody>
            {sales.map((sale) => (
              <tr key={sale.inventoryId} className="border-t border-line">
                <td className="py-2 pr-3">
                  <Link to={`/truck/${sale.inventoryId}`}>{sale.name}</Link>
                  <span className="block text-soft">
                    {[
                      sale.odometer === null ? null : miles(sale.odometer, sale.odometerUnit),
                      sale.engineHours === null ? null : hours(sale.engineHours),
                      formatDate(sale.closedAt, browserZone()),
                    ]
                      .filter((part) => part !== null)
                      .join(" · ")}
                  </span>
                </td>
                <td className="figures py-2 text-right">{money(sale.price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

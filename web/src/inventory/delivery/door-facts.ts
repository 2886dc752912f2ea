import type { DeliveryEstimate } from "@gavelyard/contract/sales/delivery-estimates";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { costAtDoorCents } from "@gavelyard/domain/sales/delivery";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { t } from "@gavelyard/messages/text";
import { count, money } from "../../ui/text/format.ts";

/** Delivery and delivered cost as facts of a comparison; none without an estimate. */
export function doorFacts(
  { id, price, lot }: Pick<InventoryDetail, "id" | "price" | "lot">,
  estimates: readonly DeliveryEstimate[],
  zip: string,
): [name: string, value: string][] {
  const estimate = estimates.find(({ inventoryId }) => inventoryId === id);
  if (estimate === undefined || lot?.status === "CLOSED") return [];
  const cents = costAtDoorCents(
    estimate.fees,
    dollarsToCents(lot?.minNextBid ?? price),
    dollarsToCents(estimate.total),
  );
  return [
    [
      t("Delivery to {zip} (estimate)", { zip }),
      t("{cost}, about {miles} mi", {
        cost: money(Math.round(estimate.total)),
        miles: count(estimate.miles),
      }),
    ],
    [t("Delivered cost at the next bid (estimate)"), money(Math.round(centsToDollars(cents)))],
  ];
}

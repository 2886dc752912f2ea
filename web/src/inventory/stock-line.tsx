import { t } from "@gavelyard/messages/text";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { Rich } from "../ui/text/rich.tsx";
import { placeAndInterest } from "../ui/unit-facts.ts";

/** The line below a unit's name: its stock number, place and interest. */
export function StockLine({ unit }: { unit: InventoryDetail }) {
  return (
    <p className="text-soft">
      <Rich
        text={t("Stock <code>{stockNumber}</code> · {unit}", {
          stockNumber: unit.stockNumber,
          unit: placeAndInterest(unit),
        })}
        code={(words) => <span className="code">{words}</span>}
      />
    </p>
  );
}

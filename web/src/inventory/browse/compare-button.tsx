import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { t } from "@gavelyard/messages/text";
import { ListIcon } from "../../ui/list-icon.tsx";
import { toastMessage } from "../../ui/toast-store.ts";
import { maxCompared, toggleCompared, useCompared } from "./compare-store.ts";

export function CompareButton({ unit }: { unit: Pick<InventoryCard, "id" | "name"> }) {
  const chosen = useCompared().includes(unit.id);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={t("Compare {name}", { name: unit.name })}
      title={t("Compare")}
      className="round-button top-15"
      onClick={() => {
        if (!toggleCompared(unit.id)) {
          toastMessage(t("Compare up to {number} units", { number: maxCompared }));
        }
      }}
    >
      <ListIcon name="scale" />
    </button>
  );
}

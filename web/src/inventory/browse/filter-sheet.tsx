import { t } from "@gavelyard/messages/text";
import type { Facets } from "@gavelyard/contract/inventory/inventory-filter";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import FacetPanel from "./facet-panel.tsx";

export default function FilterSheet({
  facets,
  onClose,
}: {
  facets: Facets | undefined;
  onClose: () => void;
}) {
  return (
    <Sheet title={t("Filters")} place="left" close={t("Show results")} onClose={onClose}>
      <FacetPanel facets={facets} />
    </Sheet>
  );
}

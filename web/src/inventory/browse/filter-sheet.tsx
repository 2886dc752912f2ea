import { plural, t } from "@gavelyard/messages/text";
import type { Facets } from "@gavelyard/contract/inventory/inventory-filter";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import FacetPanel from "./facet-panel.tsx";

export default function FilterSheet({
  facets,
  total,
  onClose,
}: {
  facets: Facets | undefined;
  /** How many units match, once that is known. */
  total?: number | undefined;
  onClose: () => void;
}) {
  return (
    <Sheet
      title={t("Filters")}
      place="left"
      close={
        total === undefined
          ? t("Show results")
          : plural(total, "Show {n} result", "Show {n} results")
      }
      onClose={onClose}
    >
      <FacetPanel facets={facets} />
    </Sheet>
  );
}

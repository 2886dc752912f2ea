import type { Facets } from "@gavelyard/contract/inventory-filter";
import { Sheet } from "../../ui/sheet.tsx";
import { FacetPanel } from "./facet-panel.tsx";

/** Sheet with the filters, for small screens. */
export default function FilterSheet({
  facets,
  onClose,
}: {
  facets: Facets | undefined;
  onClose: () => void;
}) {
  return (
    <Sheet title="Filters" place="left" close="Show results" onClose={onClose}>
      <FacetPanel facets={facets} />
    </Sheet>
  );
}

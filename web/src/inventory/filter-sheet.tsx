import type { Facets } from "@gavelyard/contract/inventory-filter";
import { Dialog } from "radix-ui";
import { Button } from "../ui/button.tsx";
import { FacetPanel } from "./facet-panel.tsx";

/** The filters on small screens, over the list. */
export default function FilterSheet({
  facets,
  onClose,
}: {
  facets: Facets | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-asphalt opacity-60" />
        <Dialog.Content
          className="fixed inset-y-0 left-0 z-50 w-[min(22rem,90vw)] overflow-y-auto bg-paper p-4"
          aria-describedby={undefined}
        >
          <div className="mb-2 flex items-center justify-between">
            <Dialog.Title className="text-lg font-bold">Filters</Dialog.Title>
            <Dialog.Close asChild>
              <Button tone="primary">Show results</Button>
            </Dialog.Close>
          </div>
          <FacetPanel facets={facets} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

import type { InventorySpecs } from "@gavelyard/contract/inventory-specs";
import { writeUp } from "@gavelyard/contract/write-up";
import { AsWritten } from "../../ui/as-written.tsx";

/** What staff wrote of a unit, under its headings; nothing for those that they left empty. */
export default function WriteUp({ specs }: { specs: InventorySpecs }) {
  return writeUp.map(({ field, label }) => {
    const text = specs[field];
    return text === null || text.trim() === "" ? null : (
      <div key={field} className="mt-4">
        <h3 className="mb-1">{label}</h3>
        <AsWritten text={text} className="max-w-[70ch] whitespace-pre-line" />
      </div>
    );
  });
}

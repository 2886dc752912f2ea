import type { InventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import { writeUp } from "@gavelyard/contract/inventory/write-up";
import { say, t } from "@gavelyard/messages/text";
import { AsWritten, writtenLang } from "../../ui/text/as-written.tsx";

/** What staff wrote about a unit, by heading, and announcements; empty parts are left out. */
export default function WriteUp({ specs }: { specs: InventorySpecs }) {
  return (
    <>
      {writeUp.map(({ field, label }) => {
        const text = specs[field];
        return text === null || text.trim() === "" ? null : (
          <div key={field} className="mt-4">
            <h3 className="mb-1">{say(label)}</h3>
            <AsWritten text={text} className="max-w-[70ch] whitespace-pre-line" />
          </div>
        );
      })}
      {specs.announcements === null ? null : (
        <p className="mt-3 max-w-[70ch] rounded-md bg-sunken p-3">
          <strong>{t("Announcements:")}</strong>{" "}
          <span lang={writtenLang()}>{specs.announcements}</span>
        </p>
      )}
    </>
  );
}

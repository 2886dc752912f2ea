import type { Image } from "@gavelyard/contract/inventory/inventory";
import { imageKinds } from "@gavelyard/contract/inventory/inventory-fields";
import { t } from "@gavelyard/messages/text";
import { CheckField, SelectField } from "../../ui/form/field.tsx";
import { count, words } from "../../ui/text/format.ts";

export function PictureBulk({
  total,
  selected,
  busy,
  onSelectAll,
  onView,
}: {
  total: number;
  selected: number;
  busy: boolean;
  onSelectAll: (all: boolean) => void;
  onView: (kind: Image["kind"]) => void;
}) {
  return (
    <div
      role="group"
      aria-label={t("Selected pictures")}
      className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-2"
    >
      <CheckField
        label={t("Select all pictures")}
        checked={selected === total}
        onChange={({ target }) => onSelectAll(target.checked)}
      />
      <SelectField
        label={t("View shown in selected pictures")}
        value=""
        disabled={busy || selected === 0}
        onChange={({ target }) => {
          const kind = imageKinds.find((one) => one === target.value);
          if (kind !== undefined) onView(kind);
        }}
      >
        <option value="">{selected === 0 ? t("Select pictures first") : t("Choose a view")}</option>
        {imageKinds.map((kind) => (
          <option key={kind} value={kind}>
            {words(kind)}
          </option>
        ))}
      </SelectField>
      <p aria-live="polite" className="py-3 text-soft">
        {t("{selected} of {total} selected", { selected: count(selected), total: count(total) })}
      </p>
    </div>
  );
}

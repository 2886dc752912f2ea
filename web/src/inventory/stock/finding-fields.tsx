import type { Image } from "@gavelyard/contract/inventory/inventory";
import { mediaUrl } from "@gavelyard/contract/inventory/media";
import { t } from "@gavelyard/messages/text";
import { X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextArea, TextField } from "../../ui/form/field.tsx";
import { words } from "../../ui/text/format.ts";
import type { FindingValues } from "./condition-values.ts";

const ratings = ["5", "4", "3", "2", "1"] as const;
const severities = ["NONE", "MINOR", "MODERATE", "MAJOR"] as const;

export function FindingFields({
  place,
  finding,
  images,
  faults,
  onChange,
  onRemove,
}: {
  /** Index, from 0. */
  place: number;
  finding: FindingValues;
  images: readonly Image[];
  faults: Readonly<Record<string, string>>;
  onChange: (changes: Partial<FindingValues>) => void;
  onRemove: () => void;
}) {
  const faultOf = (field: string) => faults[`sections.${place}.${field}`];
  const chosen = new Set(finding.photoIds);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange({ photoIds: [...next] });
  };
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-4 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="px-1 font-semibold">{t("Finding {number}", { number: place + 1 })}</legend>
      <TextField
        label={t("Part")}
        placeholder={t("Engine")}
        maxLength={60}
        error={faultOf("area")}
        value={finding.area}
        onChange={(event) => onChange({ area: event.target.value })}
      />
      <TextField
        label={t("Item inspected")}
        placeholder={t("Oil pan")}
        maxLength={80}
        error={faultOf("item")}
        value={finding.item}
        onChange={(event) => onChange({ item: event.target.value })}
      />
      <SelectField
        label={t("Rating")}
        value={finding.rating}
        onChange={(event) => onChange({ rating: event.target.value })}
      >
        {ratings.map((rating) => (
          <option key={rating} value={rating}>
            {t("{grade} of 5", { grade: Number(rating) })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("Severity")}
        value={finding.severity}
        onChange={(event) => onChange({ severity: event.target.value })}
      >
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {words(severity)}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t("Description")}
        rows={2}
        maxLength={500}
        className="sm:col-span-full"
        error={faultOf("note")}
        value={finding.note}
        onChange={(event) => onChange({ note: event.target.value })}
      />
      <div className="flex flex-wrap items-start justify-between gap-3 sm:col-span-full">
        {images.length === 0 ? (
          <p className="text-sm text-soft">{t("This unit has no pictures yet.")}</p>
        ) : (
          <details className="min-w-0 flex-1">
            <summary className="min-h-11 content-center font-semibold">
              {t("Pictures of the finding ({number})", { number: chosen.size })}
            </summary>
            <ul className="flex flex-wrap gap-2 pb-1">
              {images.map((image) => (
                <li key={image.id}>
                  <button
                    type="button"
                    aria-pressed={chosen.has(image.id)}
                    aria-label={image.alt}
                    className="block overflow-hidden rounded-md border-2 border-transparent opacity-60 aria-pressed:border-ink aria-pressed:opacity-100"
                    onClick={() => toggle(image.id)}
                  >
                    <img
                      src={mediaUrl(image.id, 160, "webp")}
                      alt=""
                      width={120}
                      height={80}
                      loading="lazy"
                      className="aspect-[3/2] w-30 object-cover"
                    />
                  </button>
                </li>
              ))}
            </ul>
          </details>
        )}
        <Button
          tone="quiet"
          onClick={onRemove}
          aria-label={t("Remove finding {number}", { number: place + 1 })}
        >
          <X aria-hidden className="size-4" /> {t("Remove")}
        </Button>
      </div>
    </fieldset>
  );
}

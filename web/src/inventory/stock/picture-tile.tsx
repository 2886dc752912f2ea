import { t } from "@gavelyard/messages/text";
import type { Image } from "@gavelyard/contract/inventory/inventory";
import { imageKinds } from "@gavelyard/contract/inventory/inventory-fields";
import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { words } from "../../ui/text/format.ts";
import { Picture } from "../../ui/picture.tsx";

export function PictureTile({
  image,
  first,
  busy,
  chosen,
  onChoose,
  onChange,
  onRemove,
}: {
  image: Image;
  first: boolean;
  busy: boolean;
  chosen: boolean;
  onChoose: (on: boolean) => void;
  onChange: (image: Image) => void;
  onRemove: () => void;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } =
    useSortable({ id: image.id });
  const [alt, setAlt] = useState(image.alt);
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className="rounded-lg border border-line bg-paper p-2"
    >
      <div className="relative">
        <Picture image={image} sizes="(min-width: 768px) 16rem, 45vw" className="rounded-md" />
        {first ? (
          <span className="absolute left-2 top-2">
            <Badge tone="attention">{t("Cover")}</Badge>
          </span>
        ) : null}
      </div>
      <div className="mt-2 flex items-center justify-between">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t("Move: {alt}", { alt: image.alt })}
          className="grid size-11 cursor-grab touch-none place-items-center rounded-md text-soft hover:bg-sunken"
        >
          <GripVertical aria-hidden className="size-5" />
        </button>
        <label className="grid size-11 cursor-pointer place-items-center">
          <span className="sr-only">{t("Select: {alt}", { alt: image.alt })}</span>
          <input
            type="checkbox"
            className="size-5"
            checked={chosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
        </label>
        <ConfirmButton
          label={
            <>
              <Trash2 aria-hidden className="size-4" />
              <span className="sr-only">{t("Remove: {alt}", { alt: image.alt })}</span>
            </>
          }
          title={t("Remove this picture?")}
          confirmLabel={t("Remove picture")}
          tone="danger"
          busy={busy}
          onConfirm={onRemove}
        >
          {image.alt}
        </ConfirmButton>
      </div>
      <SelectField
        label={t("View")}
        className="mt-2"
        value={image.kind}
        disabled={busy}
        onChange={({ target }) => {
          const kind = imageKinds.find((one) => one === target.value);
          if (kind !== undefined) onChange({ ...image, kind });
        }}
      >
        {imageKinds.map((kind) => (
          <option key={kind} value={kind}>
            {words(kind)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("Description")}
        className="mt-2"
        maxLength={200}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        onBlur={() => {
          const text = alt.trim();
          if (text === "") setAlt(image.alt);
          else if (text !== image.alt) onChange({ ...image, alt: text });
        }}
      />
    </li>
  );
}

import { t } from "@gavelyard/messages/text";
import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { imageKinds } from "@gavelyard/contract/inventory/inventory-fields";
import { ImagePlus } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { useCall } from "../../api/api-context.ts";
import { messageOf } from "../../api/messages.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { words } from "../../ui/text/format.ts";
import { maxPictureBytes, pictureFormats } from "../../ui/form/picture-files.ts";

interface Upload {
  readonly id: number;
  readonly file: File;
  /** Fraction sent, 0 to 1. */
  readonly share: number;
  readonly fault: string | null;
}

/** Uploads several pictures, dropped or selected, one by one so that they keep their order. */
export function PictureUploads({
  unitId,
  onAdded,
}: {
  unitId: number;
  onAdded: (unit: UnitForStaff) => void;
}) {
  const call = useCall();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<string>("EXTERIOR");
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [over, setOver] = useState(false);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const nextId = useRef(1);
  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...changes } : one)));

  const send = async ({ id, file }: Upload) => {
    if (file.size > maxPictureBytes)
      return change(id, { fault: t("The file is larger than 10 MB.") });
    const form = new FormData();
    form.set("kind", kind);
    form.set("imageUrllist", file);
    try {
      const unit = await call("addImages", {
        params: { id: String(unitId) },
        form,
        onProgress: (share) => change(id, { share }),
      });
      setUploads((now) => now.filter((one) => one.id !== id));
      onAdded(unit);
    } catch (error) {
      change(id, { fault: messageOf(error, t("Couldn't upload the file.")) });
    }
    return undefined;
  };
  const enqueue = (upload: Upload) => {
    queue.current = queue.current.then(() => send(upload));
  };
  const add = (files: Iterable<File>) => {
    const added = [...files].map((file) => {
      const upload: Upload = { id: nextId.current, file, share: 0, fault: null };
      nextId.current += 1;
      return upload;
    });
    setUploads((now) => [...now, ...added]);
    for (const upload of added) enqueue(upload);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div>
      {/* Dropping is a shortcut for the button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="group"
        aria-label={t("New pictures")}
        className={`flex flex-wrap items-end gap-4 rounded-lg border border-dashed p-4 ${
          over ? "border-amber bg-sunken" : "border-line"
        }`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        <SelectField
          label={t("View")}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        >
          {imageKinds.map((value) => (
            <option key={value} value={value}>
              {words(value)}
            </option>
          ))}
        </SelectField>
        <Button onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden className="size-5" /> {t("Choose pictures")}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t("Pictures")}
          accept={pictureFormats}
          onChange={(event) => {
            add(event.target.files ?? []);
            event.target.value = "";
          }}
        />
        <p className="text-sm text-soft">
          {t("Or drop files here. JPEG, PNG, WebP, AVIF, up to 10 MB each.")}
        </p>
      </div>
      <ul aria-live="polite" className="mt-2 grid gap-2">
        {uploads.map((upload) => (
          <li key={upload.id} className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{upload.file.name}</span>
            {upload.fault === null ? (
              <progress
                aria-label={t("Uploading {name}", { name: upload.file.name })}
                max={1}
                value={upload.share}
                className="h-2 w-40"
              />
            ) : (
              <>
                <span className="text-outbid">{upload.fault}</span>
                <Button
                  onClick={() => {
                    change(upload.id, { fault: null, share: 0 });
                    enqueue(upload);
                  }}
                >
                  {t("Try again")}
                </Button>
                <Button
                  tone="quiet"
                  onClick={() => setUploads((now) => now.filter(({ id }) => id !== upload.id))}
                >
                  {t("Skip")}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

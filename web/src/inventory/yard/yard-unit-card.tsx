import type { Image } from "@gavelyard/contract/inventory/inventory";
import { imageKinds } from "@gavelyard/contract/inventory/inventory-fields";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { Camera, ImagePlus, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { words } from "../../ui/text/format.ts";
import { toast } from "../../ui/toast-store.ts";
import { FindUnit } from "./find-unit.tsx";
import { runQueue } from "./use-yard-queue.ts";
import { pictureFormats } from "../../ui/form/picture-files.ts";
import type { YardQueue, YardState } from "./yard-queue.ts";
import type { YardPicture, YardUnit } from "./yard-store.ts";

/** Pictures whose previews are drawn, as a phone's memory allows. */
const MAX_SHOWN = 9;

export function YardUnitCard({
  unit,
  queue,
  state,
}: {
  unit: YardUnit;
  queue: YardQueue;
  state: YardState;
}) {
  const [kind, setKind] = useState<Image["kind"]>("EXTERIOR");
  const pictures = state.pictures.filter(({ unitKey }) => unitKey === unit.key);
  const sent = state.sent.get(unit.key) ?? 0;
  const add = async (files: readonly File[]) => {
    // Asks the browser not to clear what is kept here when the device runs low.
    unawaited(navigator.storage?.persist?.() ?? Promise.resolve(false));
    const faults = await queue.addPictures(unit.key, files, kind);
    for (const title of faults) toast({ type: "error", title });
    runQueue(queue);
  };
  const retry = async (found: Parameters<YardQueue["retry"]>[1] = null) => {
    await queue.retry(unit.key, found);
    runQueue(queue);
  };
  const refused = pictures.filter(({ fault }) => fault !== null);
  return (
    <Card
      title={unit.name === "" ? unit.label : unit.name}
      action={
        pictures.length > 0 ? null : (
          <Button
            tone="quiet"
            aria-label={t("Remove {unit} from this list", { unit: unit.label })}
            onClick={() => unawaited(queue.removeUnit(unit.key))}
          >
            <X aria-hidden className="size-5" />
          </Button>
        )
      }
    >
      <p className="text-soft">
        {unit.unitId === null ? (
          t("This unit is found when there is a network.")
        ) : (
          <span className="code">{unit.label}</span>
        )}
      </p>
      <div className="mt-3 grid grid-cols-2 items-end gap-3">
        <FileButton capture label={t("Take picture")} onFiles={add}>
          <Camera aria-hidden className="size-6" />
        </FileButton>
        <FileButton label={t("Choose pictures")} onFiles={add}>
          <ImagePlus aria-hidden className="size-5" />
        </FileButton>
        <SelectField
          label={t("View")}
          className="col-span-2"
          value={kind}
          onChange={({ target }) => {
            const chosen = imageKinds.find((one) => one === target.value);
            if (chosen !== undefined) setKind(chosen);
          }}
        >
          {imageKinds.map((value) => (
            <option key={value} value={value}>
              {words(value)}
            </option>
          ))}
        </SelectField>
      </div>
      <p aria-live="polite" className="mt-3 text-soft">
        {t("{waiting}, {uploaded}", {
          waiting: plural(
            pictures.length - refused.length,
            "{n} picture waits",
            "{n} pictures wait",
          ),
          uploaded: t("{n} uploaded", { n: sent }),
        })}
      </p>
      {pictures.length === 0 ? null : (
        <ul className="mt-2 grid grid-cols-3 gap-2">
          {[...refused, ...pictures.filter(({ fault }) => fault === null)]
            .slice(0, Math.max(MAX_SHOWN, refused.length))
            .map((picture) => (
              <Preview
                key={picture.key}
                picture={picture}
                isSending={state.sending?.key === picture.key}
                onRemove={() => unawaited(queue.removePicture(picture.key))}
              />
            ))}
        </ul>
      )}
      {refused.length === 0 ? null : (
        <div className="mt-3 grid gap-3">
          <Button onClick={() => unawaited(retry())}>{t("Try again")}</Button>
          <FindUnit
            label={t("Choose another unit")}
            onChoose={(_text, found) => unawaited(retry(found))}
          />
        </div>
      )}
    </Card>
  );
}

function FileButton({
  label,
  capture = false,
  onFiles,
  children,
}: {
  label: string;
  capture?: boolean;
  onFiles: (files: readonly File[]) => Promise<void>;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        tone={capture ? "primary" : "plain"}
        className="min-h-14 w-full px-2"
        onClick={() => input.current?.click()}
      >
        {children} {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={pictureFormats}
        {...(capture ? { capture: "environment" as const } : { multiple: true })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          unawaited(onFiles(files));
        }}
      />
    </>
  );
}

function Preview({
  picture: { bytes, type, kind, fault },
  isSending,
  onRemove,
}: {
  picture: YardPicture;
  isSending: boolean;
  onRemove: () => void;
}) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return (
    <li className={fault === null ? "" : "col-span-3 flex gap-3"}>
      <img
        src={url}
        alt={words(kind)}
        decoding="async"
        className={`aspect-[3/2] self-start overflow-hidden rounded-md bg-sunken object-cover text-xs ${fault === null ? "w-full" : "w-28 shrink-0"}`}
      />
      {fault === null ? (
        <span className="text-sm text-soft">{isSending ? t("Uploading") : t("Waits")}</span>
      ) : (
        <div className="grid content-start gap-2">
          <p role="alert" className="text-sm text-outbid">
            {fault}
          </p>
          <ConfirmButton
            label={t("Delete picture")}
            title={t("Delete this picture?")}
            confirmLabel={t("Delete picture")}
            tone="danger"
            onConfirm={onRemove}
          >
            {t("It is only on this device and wasn't uploaded.")}
          </ConfirmButton>
        </div>
      )}
    </li>
  );
}

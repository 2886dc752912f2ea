import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { MAX_SPIN_UPLOAD } from "@gavelyard/contract/inventory/inventory-staff";
import { MAX_SPIN_FRAMES, MIN_SPIN_FRAMES } from "@gavelyard/domain/inventory/spins";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { Rotate3d } from "lucide-react";
import { useRef, useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { messageOf } from "../../api/messages.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { later } from "../../ui/later.tsx";
import { toast } from "../../ui/toast-store.ts";
import { unitForStaffQuery } from "../api.ts";
import { maxPictureBytes, pictureFormats } from "../../ui/form/picture-files.ts";

const UnitSpin = later(() => import("../browse/unit-spin.tsx"));

/** Maximum bytes per call; a larger picture goes alone. */
const UPLOAD_BYTES = 8 * 1024 * 1024;
const bounds = { fewest: MIN_SPIN_FRAMES, most: MAX_SPIN_FRAMES };
const byName = new Intl.Collator("en", { numeric: true });

/** A 360° view is uploaded, shown and removed as a whole. */
export function SpinDesk({ unit }: { unit: UnitForStaff }) {
  const call = useCall();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const { spin } = unit;
  const params = { id: String(unit.id) };
  const replaceUnit = (changed: UnitForStaff) =>
    queries.setQueryData(unitForStaffQuery(call, unit.id).queryKey, changed);
  const remove = useAction(
    (call, frames: string[]) => call("setSpin", { params, body: { frames } }),
    {
      done: t("360° view removed"),
      failed: t("Couldn't remove the 360° view."),
      refresh: [],
    },
  );

  const send = async (files: readonly File[]) => {
    const total = files.reduce((sum, { size }) => sum + size, 0);
    const frames: string[] = [];
    let sent = 0;
    setFault(null);
    setShare(0);
    try {
      for (const batch of batchesOf(files)) {
        const form = new FormData();
        for (const file of batch) form.append("frames", file);
        const bytes = batch.reduce((sum, { size }) => sum + size, 0);
        const before = sent;
        const onProgress = (part: number) => setShare((before + part * bytes) / total);
        frames.push(...(await call("addSpinFrames", { params, form, onProgress })).frames);
        sent += bytes;
      }
      replaceUnit(await call("setSpin", { params, body: { frames } }));
      toast({ type: "success", title: t("360° view saved") });
    } catch (error) {
      setFault(messageOf(error, t("Couldn't upload the 360° view. Nothing was changed.")));
    }
    setShare(null);
  };
  const choose = (files: readonly File[]) => {
    if (files.length < MIN_SPIN_FRAMES || files.length > MAX_SPIN_FRAMES)
      return setFault(t("Choose {fewest} to {most} pictures at once.", bounds));
    if (files.some(({ size }) => size > maxPictureBytes))
      return setFault(t("A file is larger than 10 MB."));
    return unawaited(send(files.toSorted((one, other) => byName.compare(one.name, other.name))));
  };
  return (
    <Card
      title={t("360° view")}
      action={
        spin === null ? null : (
          <span className="text-soft">{plural(spin.length, "{n} picture", "{n} pictures")}</span>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-4">
        <Button busy={share !== null} onClick={() => input.current?.click()}>
          <Rotate3d aria-hidden className="size-5" />{" "}
          {spin === null ? t("Choose pictures") : t("Replace pictures")}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t("Pictures of the 360° view")}
          accept={pictureFormats}
          onChange={({ target }) => {
            choose([...(target.files ?? [])]);
            target.value = "";
          }}
        />
        {spin === null ? null : (
          <>
            <Button aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? t("Hide 360° view") : t("Show 360° view")}
            </Button>
            <ConfirmButton
              label={t("Remove 360° view")}
              title={t("Remove this 360° view?")}
              confirmLabel={t("Remove 360° view")}
              tone="danger"
              busy={remove.isPending || share !== null}
              onConfirm={() => remove.mutate([], { onSuccess: replaceUnit })}
            >
              {t("Its pictures disappear from the unit's page immediately.")}
            </ConfirmButton>
          </>
        )}
        <p className="text-sm text-soft">
          {t(
            "{fewest} to {most} pictures taken in one circle around the unit, sorted by file name. Same aspect ratio, up to 10 MB each.",
            bounds,
          )}
        </p>
        <div aria-live="polite" className="w-full empty:hidden">
          {share === null ? null : (
            <progress
              aria-label={t("Uploading 360° view")}
              max={1}
              value={share}
              className="h-2 w-full"
            />
          )}
          {fault === null ? null : <p className="text-outbid">{fault}</p>}
        </div>
      </div>
      {spin !== null && open ? (
        <div className="mt-4 max-w-xl">
          <UnitSpin key={spin[0]} frames={spin} />
        </div>
      ) : null}
    </Card>
  );
}

function batchesOf(files: readonly File[]): File[][] {
  const batches: File[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    const last = batches.at(-1);
    bytes += file.size;
    if (last === undefined || bytes > UPLOAD_BYTES || last.length === MAX_SPIN_UPLOAD) {
      batches.push([file]);
      bytes = file.size;
    } else last.push(file);
  }
  return batches;
}

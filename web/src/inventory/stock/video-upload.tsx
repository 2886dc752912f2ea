import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { videoKinds } from "@gavelyard/contract/inventory/inventory-fields";
import { MAX_VIDEO_MB } from "@gavelyard/domain/inventory/videos";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { Video } from "lucide-react";
import { useRef, useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { messageOf } from "../../api/messages.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { videoWords } from "../video-words.ts";
import { firstFrame } from "./first-frame.ts";

export function VideoUpload({
  unit,
  onChanged,
}: {
  unit: UnitForStaff;
  onChanged: (unit: UnitForStaff) => void;
}) {
  const call = useCall();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<string>(videoKinds[0]);
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const params = { id: String(unit.id) };

  const send = async (file: File) => {
    if (file.size > MAX_VIDEO_MB * 1024 * 1024)
      return setFault(t("A video can be up to {mb} MB.", { mb: MAX_VIDEO_MB }));
    const form = new FormData();
    form.set("kind", kind);
    form.set("video", file);
    setFault(null);
    setSending({ name: file.name, share: 0 });
    try {
      const changed = await call("addVideo", {
        params,
        form,
        onProgress: (share) => setSending({ name: file.name, share }),
      });
      onChanged(changed);
      const knownIds = new Set(unit.videos.map(({ id }) => id));
      const added = changed.videos.find(({ id }) => !knownIds.has(id));
      if (added !== undefined) await sendFrame(added.id, added.url);
    } catch (error) {
      setFault(messageOf(error, t("Couldn't upload the video.")));
    }
    return setSending(null);
  };
  // Without a frame, the unit's first picture is the poster.
  const sendFrame = async (videoId: string, url: string) => {
    const frame = await firstFrame(url);
    if (frame === null) return;
    const form = new FormData();
    form.set("poster", frame, "frame.jpg");
    onChanged(await call("changeVideo", { params: { ...params, videoId }, form }));
  };
  return (
    <div
      role="group"
      aria-label={t("New video")}
      className="flex flex-wrap items-end gap-4 rounded-lg border border-dashed border-line p-4"
    >
      <SelectField
        label={t("What it shows")}
        value={kind}
        disabled={sending !== null}
        onChange={({ target }) => setKind(target.value)}
      >
        {videoKinds.map((value) => (
          <option key={value} value={value}>
            {videoWords[value]}
          </option>
        ))}
      </SelectField>
      <Button busy={sending !== null} onClick={() => input.current?.click()}>
        <Video aria-hidden className="size-5" /> {t("Choose video")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("Video")}
        accept="video/mp4,video/webm,.mp4,.webm"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) unawaited(send(file));
          target.value = "";
        }}
      />
      <p className="text-sm text-soft">
        {t("MP4 (H.264) or WebM, up to {mb} MB and 10 minutes. We remove location data.", {
          mb: MAX_VIDEO_MB,
        })}
      </p>
      <div aria-live="polite" className="w-full empty:hidden">
        {sending === null ? null : (
          <progress
            aria-label={t("Uploading {name}", { name: sending.name })}
            max={1}
            value={sending.share}
            className="h-2 w-full"
          />
        )}
        {fault === null ? null : <p className="text-outbid">{fault}</p>}
      </div>
    </div>
  );
}

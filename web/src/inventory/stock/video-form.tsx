import type { Video } from "@gavelyard/contract/inventory/inventory";
import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { videoKinds } from "@gavelyard/contract/inventory/inventory-fields";
import { mediaUrl } from "@gavelyard/contract/inventory/media";
import { languageNames } from "@gavelyard/messages/languages";
import { t } from "@gavelyard/messages/text";
import { useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { CheckField, FileField, SelectField, TextArea } from "../../ui/form/field.tsx";
import { playTime, videoWords } from "../video-words.ts";

export function VideoForm({
  unit,
  video,
  onChanged,
}: {
  unit: UnitForStaff;
  video: Video;
  onChanged: (unit: UnitForStaff) => void;
}) {
  const params = { id: String(unit.id), videoId: video.id };
  const [kind, setKind] = useState<string>(video.kind);
  const [posterId, setPosterId] = useState<string>();
  const [transcript, setTranscript] = useState(video.transcript);
  const [captions, setCaptions] = useState<File>();
  const [removeCaptions, setRemoveCaptions] = useState(false);
  const refresh = [["staff", "units", "search"]];
  const save = useAction((call, form: FormData) => call("changeVideo", { params, form }), {
    done: t("Video saved"),
    failed: t("Couldn't save the video."),
    refresh,
  });
  const remove = useAction((call) => call("deleteVideo", { params }), {
    done: t("Video removed"),
    failed: t("Couldn't remove the video."),
    refresh,
  });
  const submit = () => {
    const form = new FormData();
    form.set("kind", kind);
    form.set("transcript", transcript);
    if (posterId !== undefined) form.set("posterId", posterId);
    if (captions !== undefined) form.set("captions", captions);
    if (removeCaptions) form.set("removeCaptions", "true");
    save.mutate(form, {
      onSuccess: (changed) => {
        setPosterId(undefined);
        setCaptions(undefined);
        setRemoveCaptions(false);
        onChanged(changed);
      },
    });
  };
  const busy = save.isPending || remove.isPending;
  const isPictured = unit.images.some(({ id }) => id === video.posterId);
  const poster = posterId ?? video.posterId ?? unit.images[0]?.id;
  return (
    <form
      aria-label={t("Video: {kind}", { kind: videoWords[video.kind] })}
      className="grid items-start gap-4 md:grid-cols-[16rem_minmax(0,1fr)]"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <figure>
        {/* Staff add captions here. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          controls
          playsInline
          preload="none"
          src={video.url}
          poster={poster === undefined ? undefined : mediaUrl(poster, 320, "webp")}
          aria-label={t("Video: {kind}", { kind: videoWords[video.kind] })}
          className="aspect-[3/2] w-full rounded-md bg-asphalt"
        >
          {video.captionsUrl === null ? null : (
            <track kind="captions" srcLang="en" label={languageNames.en} src={video.captionsUrl} />
          )}
        </video>
        <figcaption className="figures mt-1 text-sm text-soft">
          {t("{length}, {width} by {height}, {mb} MB", {
            length: playTime(video.durationMs),
            width: video.width,
            height: video.height,
            mb: Math.max(0.1, Math.round(video.bytes / 104_858) / 10),
          })}
          {video.silent ? `, ${t("without sound")}` : ""}
        </figcaption>
      </figure>
      <div className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={t("What it shows")}
            value={kind}
            onChange={({ target }) => setKind(target.value)}
          >
            {videoKinds.map((value) => (
              <option key={value} value={value}>
                {videoWords[value]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t("Poster picture")}
            value={poster ?? ""}
            onChange={({ target }) => setPosterId(target.value)}
          >
            {video.posterId === null || isPictured ? null : (
              <option value={video.posterId}>{t("A frame of the video")}</option>
            )}
            {unit.images.map((image, index) => (
              <option key={image.id} value={image.id}>
                {t("Picture {number}: {alt}", { number: index + 1, alt: image.alt })}
              </option>
            ))}
          </SelectField>
        </div>
        <TextArea
          label={t("Transcript")}
          hint={t("What is said and heard, for people who can't hear the video")}
          maxLength={5000}
          value={transcript}
          onChange={({ target }) => setTranscript(target.value)}
        />
        <FileField
          key={video.captionsUrl}
          label={
            video.captionsUrl === null ? t("Captions (WebVTT)") : t("Replace captions (WebVTT)")
          }
          accept=".vtt,text/vtt"
          onChange={({ target }) => setCaptions(target.files?.[0])}
        />
        {video.captionsUrl === null ? null : (
          <CheckField
            label={t("Remove captions")}
            checked={removeCaptions}
            onChange={({ target }) => setRemoveCaptions(target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="primary" busy={busy}>
            {t("Save video")}
          </Button>
          <ConfirmButton
            label={t("Remove video")}
            title={t("Remove this video?")}
            confirmLabel={t("Remove video")}
            tone="danger"
            busy={busy}
            onConfirm={() => remove.mutate(undefined, { onSuccess: onChanged })}
          >
            {videoWords[video.kind]}
          </ConfirmButton>
        </div>
      </div>
    </form>
  );
}

import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { MAX_VIDEOS } from "@gavelyard/domain/inventory/videos";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { Card } from "../../ui/card.tsx";
import { count } from "../../ui/text/format.ts";
import { unitForStaffQuery } from "../api.ts";
import { VideoForm } from "./video-form.tsx";
import { VideoUpload } from "./video-upload.tsx";

export function VideoDesk({ unit }: { unit: UnitForStaff }) {
  const queries = useQueryClient();
  const { queryKey } = unitForStaffQuery(useCall(), unit.id);
  const replaceUnit = (changed: UnitForStaff) => queries.setQueryData(queryKey, changed);
  return (
    <Card
      title={t("Videos")}
      action={
        <span className="text-soft">
          {t("{part} of {whole}", {
            part: count(unit.videos.length),
            whole: count(MAX_VIDEOS),
          })}
        </span>
      }
    >
      {unit.videos.length >= MAX_VIDEOS ? null : (
        <VideoUpload unit={unit} onChanged={replaceUnit} />
      )}
      <ul aria-label={t("Videos")} className="grid gap-6 empty:hidden [&:not(:first-child)]:mt-6">
        {unit.videos.map((video) => (
          <li key={video.id}>
            <VideoForm unit={unit} video={video} onChanged={replaceUnit} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

import type { VideoKind } from "@gavelyard/domain/inventory/videos";
import { t } from "@gavelyard/messages/text";

/** In a module of its own, which loads with the gallery. */
export const videoWords: Readonly<Record<VideoKind, string>> = {
  WALK_AROUND: t("Walk-around"),
  ENGINE_RUNNING: t("Engine running"),
  DRIVING: t("Driving"),
  EQUIPMENT_WORKING: t("Equipment working"),
};

/** Formats a video's length as players do: "0:42". */
export function playTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

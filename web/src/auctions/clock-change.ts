import { formatDateTime } from "@gavelyard/domain/time-zone";
import { clockChangeAt, wallTimeToMs } from "@gavelyard/domain/wall-time";
import { t } from "@gavelyard/messages/text";

/** Returns what a typed time means where a clock change skips or repeats it; undefined elsewhere. */
export function clockChangeHint(wallTime: string, zone: string): string | undefined {
  try {
    const change = clockChangeAt(wallTime, zone);
    if (change === null) return undefined;
    const time = formatDateTime(wallTimeToMs(wallTime, zone), zone);
    return change === "SKIPPED"
      ? t("Clocks skip this time that day. We use {time}.", { time })
      : t("Clocks show this time twice that day. We use the first, {time}.", { time });
  } catch {
    // An unfinished time.
    return undefined;
  }
}

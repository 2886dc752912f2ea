import { t } from "@gavelyard/messages/text";

/** Formats a time of day: "8 AM", "5:30 PM". */
export function clockTime(hour: number, minute = 0): string {
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  const time = `${hour % 12 === 0 ? 12 : hour % 12}${minutes}`;
  return hour < 12 ? t("{time} AM", { time }) : t("{time} PM", { time });
}

import { formatWith } from "@gavelyard/domain/time-zone";

/** An email before it is laid out as text or HTML. */
export interface Letter {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Why the recipient got it, or what to do if it wasn't meant for them. */
  readonly reason: string;
}

/** Formats an ISO instant for emails, in a time zone: "Wednesday, Nov 25, 2026, 5:00 PM CST". */
export function letterTime(instant: string, timeZone: string): string {
  return formatWith(instant, timeZone, {
    weekday: "long",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
}

import { msg, type Message } from "@gavelyard/messages/text";

export const videoKinds = [
  "WALK_AROUND",
  "ENGINE_RUNNING",
  "DRIVING",
  "EQUIPMENT_WORKING",
] as const;
export type VideoKind = (typeof videoKinds)[number];

export const MAX_VIDEOS = 4;
export const MAX_VIDEO_MB = 100;
/** Maximum length of a captions file, in characters. */
export const MAX_CAPTIONS = 200_000;

const MAX_MINUTES = 10;
const MIN_SIDE = 64;
const MAX_SIDE = 4096;

export interface VideoFacts {
  readonly durationMs: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Returns why a video's length or size is refused, or null. */
export function refuseVideo({ durationMs, width, height }: VideoFacts): Message | null {
  if (durationMs < 1_000) return msg("The video is shorter than a second");
  if (durationMs > MAX_MINUTES * 60_000)
    return msg("The video is longer than {MAX_MINUTES} minutes. Cut it first.", { MAX_MINUTES });
  if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE) {
    return msg(
      "The video is {width} by {height} pixels. Each side must have {MIN_SIDE} to {MAX_SIDE}.",
      {
        width,
        height,
        MIN_SIDE,
        MAX_SIDE,
      },
    );
  }
  return null;
}

const cueTimes =
  /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})[ \t]+-->[ \t]+(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})(?:[ \t][^>]*)?$/;

const timeMs = (hours = "0", minutes = "0", seconds = "0", thousandths = "0") =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(thousandths);

/** Returns what is wrong with a WebVTT file; null if a player can show its captions. */
export function captionsFault(text: string): Message | null {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  if (
    text.length > MAX_CAPTIONS ||
    text.includes("\0") ||
    !/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "")
  )
    return msg("Attach captions as a WebVTT file, which starts with WEBVTT");
  let last = 0;
  let cues = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes("-->")) continue;
    const [, ...parts] = cueTimes.exec(line) ?? [];
    const from = timeMs(...parts.slice(0, 4));
    const to = timeMs(...parts.slice(4));
    if (parts.length === 0 || from >= to || from < last)
      return msg("The times in line {line} of the captions are wrong", { line: index + 1 });
    last = from;
    cues += 1;
  }
  return cues === 0 ? msg("The captions file has no captions") : null;
}

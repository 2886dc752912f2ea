import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useEffect } from "react";
import { serverNow } from "../../clock.ts";
import { duration } from "./format.ts";
import { useClientState } from "../page/use-client-state.ts";
import { Watchers } from "../page/watchers.ts";

const seconds = new Watchers();
let clocks = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** All clocks change together, at the seconds of the server's clock. */
function tick(): void {
  seconds.notify();
  timer = setTimeout(tick, 1_000 - (serverNow() % 1_000));
}

function watchSeconds(changed: () => void): () => void {
  const stop = seconds.watch(changed);
  clocks += 1;
  if (clocks === 1) timer = setTimeout(tick, 1_000 - (serverNow() % 1_000));
  return () => {
    stop();
    clocks -= 1;
    if (clocks === 0) clearTimeout(timer);
  };
}

/** Returns the server's time, updated every second; null until hydration. */
export const useServerNow = (): number | null =>
  useClientState<number | null>(
    watchSeconds,
    () => Math.floor(serverNow() / 1_000) * 1_000,
    () => null,
  );

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
/** Seconds before its end in which a clock looks urgent, and in which it's the last moment. */
const SOON_SEC = 2 * MINUTE_SEC;
const LAST_SEC = 10;

/**
 * Returns the time left as far as it is shown, in seconds: long ones in minutes or hours, so that
 * their clocks change only when their text does.
 */
export function shownSeconds(leftMs: number): number {
  const left = Math.max(0, Math.ceil(leftMs / 1_000));
  const unit = left >= DAY_SEC ? HOUR_SEC : left >= HOUR_SEC ? MINUTE_SEC : 1;
  return left - (left % unit);
}

/** Returns the seconds left until an instant, as far as they are shown. */
export function useSecondsLeft(to: string): number {
  const read = () => shownSeconds(Date.parse(to) - serverNow());
  const left = useClientState(watchSeconds, read, read);
  const isEnding = left === 1;
  useEffect(() => {
    if (!isEnding) return undefined;
    // The end is rarely at a full second.
    const end = setTimeout(() => seconds.notify(), Date.parse(to) - serverNow());
    return () => clearTimeout(end);
  }, [isEnding, to]);
  return left;
}

/**
 * Time left on the server's clock. The server renders the time left at that moment, so that the
 * layout doesn't change on hydration. At the end, `ended` replaces it and the label before it.
 */
export function Countdown({
  to,
  zone,
  className = "",
  label,
  ended = t("Closing…"),
}: {
  to: string;
  zone: string;
  className?: string;
  label?: string;
  ended?: string;
}) {
  const left = useSecondsLeft(to);
  const time = (
    <time
      dateTime={to}
      title={formatDateTime(to, zone)}
      className={`figures whitespace-nowrap ${className}`.trimEnd()}
      role="timer"
      data-urgent={left <= LAST_SEC ? "last" : left <= SOON_SEC ? "soon" : undefined}
      suppressHydrationWarning
    >
      {left === 0 ? ended : duration(left * 1_000)}
    </time>
  );
  return label === undefined || left === 0 ? (
    time
  ) : (
    <>
      {label} {time}
    </>
  );
}

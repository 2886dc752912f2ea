import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useEffect, useEffectEvent, useState } from "react";
import { serverNow } from "../clock.ts";
import { duration } from "./format.ts";

/** Does this every second while mounted. */
function useEverySecond(work: () => void): void {
  const onSecond = useEffectEvent(work);
  useEffect(() => {
    const timer = setInterval(() => onSecond(), 1_000);
    return () => clearInterval(timer);
  }, []);
}

/** The server's time, every second; null until the page lives in a browser. */
export function useServerNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => setNow(serverNow()), []);
  useEverySecond(() => setNow(serverNow()));
  return now;
}

/**
 * Time left until an instant by the server's clock. Drawn on the server with the time left then, so
 * that nothing moves when the page begins to count.
 */
export function Countdown({
  to,
  zone,
  className = "",
}: {
  to: string;
  zone: string;
  className?: string;
}) {
  const [now, setNow] = useState(serverNow);
  useEverySecond(() => setNow(serverNow()));
  return (
    <time
      dateTime={to}
      title={formatDateTime(to, zone)}
      className={`figures ${className}`}
      role="timer"
      aria-live="off"
      suppressHydrationWarning
    >
      {duration(Date.parse(to) - now)}
    </time>
  );
}

import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useEffect, useState } from "react";
import { serverNow } from "../clock.ts";
import { duration } from "./format.ts";

/** The server's time, every so often; null until the page lives in a browser. */
export function useServerNow(everyMs = 1_000): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
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
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
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

import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useEffect, useEffectEvent, useState } from "react";
import { serverNow } from "../../clock.ts";
import { duration } from "./format.ts";

function useEverySecond(work: () => void): void {
  const onSecond = useEffectEvent(work);
  useEffect(() => {
    const timer = setInterval(() => onSecond(), 1_000);
    return () => clearInterval(timer);
  }, []);
}

/** Returns the server's time, updated every second; null until hydration. */
export function useServerNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => setNow(serverNow()), []);
  useEverySecond(() => setNow(serverNow()));
  return now;
}

/**
 * Time left on the server's clock. The server renders the time left at that moment, so that the
 * layout doesn't change on hydration.
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
      className={`figures whitespace-nowrap ${className}`.trimEnd()}
      role="timer"
      suppressHydrationWarning
    >
      {duration(Date.parse(to) - now)}
    </time>
  );
}

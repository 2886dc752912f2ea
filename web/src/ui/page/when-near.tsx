import { useEffect, useRef, useState, type ReactNode } from "react";

/**
 * Distance below the screen that counts as near, so that content loads before it is scrolled to.
 */
const NEAR = "0px 0px 600px";

/** Renders its children once they are almost in view, and keeps them. */
export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return near ? children : <div ref={place} />;
}

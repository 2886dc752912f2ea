import { useEffect, useRef, useState, type ReactNode } from "react";

/** How far below the screen counts as near: what is there is read before it is scrolled to. */
const NEAR = "0px 0px 600px";

/** Draws what is far down the page once it is nearly in view, and then keeps it. */
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

import { useEffect, useEffectEvent, type RefObject } from "react";
import { useLocation } from "../page/router.tsx";

/** Closes a menu on route change, outside click, page scroll and Escape (section 2). */
export function useDismiss(
  open: boolean,
  close: () => void,
  root: RefObject<HTMLElement | null>,
): void {
  const { pathname, search } = useLocation();
  const onClose = useEffectEvent(close);
  useEffect(() => onClose(), [pathname, search]);
  useEffect(() => {
    if (!open) return undefined;
    const onScroll = () => onClose();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      onClose();
      root.current?.querySelector("button")?.focus();
    };
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) onClose();
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("keydown", onKey);
    window.addEventListener("pointerdown", onPointer);
    return () => {
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("pointerdown", onPointer);
    };
  }, [open, root]);
}

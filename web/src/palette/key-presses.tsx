import { useEffect, useEffectEvent, type ReactNode } from "react";
import { later } from "../ui/later.tsx";
import { keyOf, nextKey, type StartedSequence } from "../shortcuts/key-press.ts";
import { showOverlay, useOverlay } from "../shortcuts/overlay.ts";
import { areShortcutsOn } from "../shortcuts/shortcuts-setting.ts";
import type { Shortcut } from "../shortcuts/shortcuts.ts";

const ShortcutsSheet = later(() => import("../shortcuts/shortcuts-sheet.tsx"));

/** Fields and lists, where characters have their own meaning. */
const typingTargets =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]";

/** Open dialogs and menus, which get single keys themselves. */
const openOverlays = "[role=dialog], [role=alertdialog], header [aria-expanded=true]";

/** Returns whether a key may act as a shortcut where it was pressed. */
function isFree(key: string, { target, defaultPrevented }: KeyboardEvent): boolean {
  if (key === "ctrl k") return true;
  if (target instanceof Element && target.closest(typingTargets) !== null) return false;
  if (key === "ctrl z") return true;
  return areShortcutsOn() && !defaultPrevented && document.querySelector(openOverlays) === null;
}

/** Runs the shortcuts of `all`, and shows the palette and their list. */
export function KeyPresses({
  all,
  palette,
}: {
  all: readonly Shortcut[];
  palette: (close: () => void) => ReactNode;
}) {
  const overlay = useOverlay();
  /** Handles a pressed key; returns the sequence that it begins. */
  const handleKey = useEffectEvent(
    (event: KeyboardEvent, begun: StartedSequence | null): StartedSequence | null => {
      const key = keyOf(event, event.getModifierState("AltGraph"));
      if (key === null) return begun;
      if (!isFree(key, event)) return null;
      const keys = all.flatMap((each) => each.keys);
      const next = nextKey(key, begun, event.timeStamp, keys);
      const shortcut = all.find((each) => next.done !== null && each.keys.includes(next.done));
      if (shortcut === undefined) return next.begun;
      event.preventDefault();
      if (!event.repeat || shortcut.repeats === true) shortcut.run();
      return null;
    },
  );
  useEffect(() => {
    let begun: StartedSequence | null = null;
    const pressed = (event: KeyboardEvent) => {
      begun = handleKey(event, begun);
    };
    window.addEventListener("keydown", pressed);
    performance.mark("keys");
    return () => window.removeEventListener("keydown", pressed);
  }, []);
  const close = () => showOverlay(null);
  if (overlay === "shortcuts") return <ShortcutsSheet all={all} onClose={close} />;
  return overlay === null ? null : palette(close);
}

/** How long the first key of a sequence waits for the next one, in ms. */
const SEQUENCE_MS = 1_500;

/** The parts of a keyboard event that matter here. */
export type Press = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing"
>;

/** First key of a sequence, and when it was pressed. */
export interface StartedSequence {
  readonly keys: string;
  readonly atMs: number;
}

/**
 * Returns a pressed key as shortcuts write it: "j", "?", "esc" or "ctrl k". Null for other keys:
 * those held with a modifier, which belong to the browser, or more than one character. Shift and
 * AltGr (`altGraph`) count only with letters, since many keyboards need them for other characters.
 */
export function keyOf(press: Press, altGraph: boolean): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = press;
  const lower = key.toLowerCase();
  if (isComposing) return null;
  const isCtrl = ctrlKey !== metaKey && !altKey && !shiftKey;
  if (isCtrl && /^[kz]$/.test(lower)) return `ctrl ${lower}`;
  if ((ctrlKey || metaKey || altKey) && !altGraph) return null;
  if (key === "Escape") return shiftKey ? null : "esc";
  if ([...key].length !== 1 || key === " ") return null;
  return /^[a-z]$/.test(lower) ? (shiftKey || altGraph ? null : lower) : key;
}

/**
 * Returns which of the key sequences, such as "j" or "g h", a key completes, and which it begins.
 * After the first key of a sequence, other keys do nothing.
 */
export function nextKey(
  key: string,
  begun: StartedSequence | null,
  nowMs: number,
  all: readonly string[],
): { readonly done: string | null; readonly begun: StartedSequence | null } {
  const isLate = begun === null || nowMs - begun.atMs > SEQUENCE_MS;
  const keys = isLate ? key : `${begun.keys} ${key}`;
  if (all.includes(keys)) return { done: keys, begun: null };
  const begins = all.some((each) => each.startsWith(`${keys} `));
  return { done: null, begun: begins ? { keys, atMs: nowMs } : null };
}

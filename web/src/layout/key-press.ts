/** How long the first key of a sequence waits for the next one, in ms. */
const SEQUENCE_MS = 1_500;

/** What a keyboard event says. */
export type Press = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing"
>;

/** First key of a sequence, and when it was pressed. */
export interface Begun {
  readonly keys: string;
  readonly atMs: number;
}

/**
 * Returns the name of a pressed key as shortcuts write it: "j", "?", "esc" or "ctrl k". Null for a
 * key that can't be one: held with a modifier, which belongs to the browser, or no single character.
 * Shift and AltGr (`altGraph`) count only with letters, since many keyboards need them for others.
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
 * Returns which of the key sequences, such as "j" or "g h", a key completes, and the sequence that it
 * begins. After the first key of a sequence, other keys do nothing.
 */
export function nextKey(
  key: string,
  begun: Begun | null,
  nowMs: number,
  all: readonly string[],
): { readonly done: string | null; readonly begun: Begun | null } {
  const isLate = begun === null || nowMs - begun.atMs > SEQUENCE_MS;
  const keys = isLate ? key : `${begun.keys} ${key}`;
  if (all.includes(keys)) return { done: keys, begun: null };
  const begins = all.some((each) => each.startsWith(`${keys} `));
  return { done: null, begun: begins ? { keys, atMs: nowMs } : null };
}

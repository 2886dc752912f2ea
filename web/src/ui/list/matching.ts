/** Lowercases a text and removes its accents, as people type it. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Returns whether a text contains each of the typed words. */
export function matches(text: string, typed: string): boolean {
  const whole = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

/**
 * The letters on a drawn avatar (D34): the first letters of the first and the last word of a name,
 * upper case; `?` for a name without a letter or digit.
 */
export function avatarInitials(name: string): string {
  const words = name.normalize("NFC").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  const first = words[0];
  if (first === undefined) return "?";
  const last = words.at(-1);
  const initials = words.length === 1 || last === undefined ? [first] : [first, last];
  return initials.map((word) => (Array.from(word)[0] ?? "").toUpperCase()).join("");
}

/**
 * Which of a number of background tones a name's avatar has, from 0: always the same one for the same
 * name, whatever its case (D34).
 * @throws RangeError when there is no tone to choose from.
 */
export function avatarTone(name: string, tones: number): number {
  if (!Number.isInteger(tones) || tones < 1) throw new RangeError(`No choice of ${tones} tones`);
  let hash = 0;
  for (const letter of name.normalize("NFC").trim().toLowerCase()) {
    hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  }
  return hash % tones;
}

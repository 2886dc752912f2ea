/**
 * Returns the initials for a drawn avatar (D34): the first letters of a name's first and last word,
 * in upper case; `?` for a name without letters or digits.
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
 * Returns the index of a name's background tone, from 0; the same for a name in any case (D34).
 * @throws RangeError when `tones` is not a positive integer.
 */
export function avatarTone(name: string, tones: number): number {
  if (!Number.isInteger(tones) || tones < 1) throw new RangeError(`No choice of ${tones} tones`);
  let hash = 0;
  for (const letter of name.normalize("NFC").trim().toLowerCase()) {
    hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  }
  return hash % tones;
}

/** Background and text colors of drawn avatars. Each pair has a contrast of at least 4.5. */
const tones = [
  ["#f5a623", "#1b1405"],
  ["#2a333f", "#f4f1ea"],
  ["#e0f2e6", "#14663a"],
  ["#ece9e1", "#171d25"],
] as const;

/** Avatar sizes in pixels: 64 for the mobile icon, 128 everywhere else (section 2, D34). */
export type AvatarSize = 64 | 128;

/** Returns the file name of an avatar, which reveals only the initials and a tone. */
export function avatarFile(name: string, size: AvatarSize): string {
  return `${size}-${avatarTone(name, tones.length)}-${encodeURIComponent(avatarInitials(name))}.svg`;
}

/** Draws the SVG for an avatar's file name; null when the name is not one of ours. */
export function drawAvatar(file: string): string | null {
  const [, size, tone, initials] = /^(64|128)-(\d)-([\p{L}\p{N}]{1,8}|\?)\.svg$/u.exec(file) ?? [];
  const [background, ink] = tones[Number(tone)] ?? [];
  if (background === undefined) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64"><path fill="${background}" d="M0 0h64v64H0z"/><text x="32" y="33" fill="${ink}" font-family="system-ui,sans-serif" font-size="26" font-weight="700" text-anchor="middle" dominant-baseline="central">${initials}</text></svg>`;
}

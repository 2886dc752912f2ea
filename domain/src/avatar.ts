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

/** Background and letters of drawn avatars; each pair keeps a contrast of 4.5 or more. */
const tones = [
  ["#f5a623", "#1b1405"],
  ["#2a333f", "#f4f1ea"],
  ["#e0f2e6", "#14663a"],
  ["#ece9e1", "#171d25"],
] as const;

/** Sizes of avatars in pixels: 64 for the mobile icon, 128 everywhere else (section 2, D34). */
export type AvatarSize = 64 | 128;

/** File name of a name's avatar. It tells the initials and a tone, and no more of the name. */
export function avatarFile(name: string, size: AvatarSize): string {
  return `${size}-${avatarTone(name, tones.length)}-${encodeURIComponent(avatarInitials(name))}.svg`;
}

/** The SVG of an avatar's file name, with its initials decoded; null when there is no such avatar. */
export function drawAvatar(file: string): string | null {
  const [, size, tone, initials] = /^(64|128)-(\d)-([\p{L}\p{N}]{1,8}|\?)\.svg$/u.exec(file) ?? [];
  const [background, ink] = tones[Number(tone)] ?? [];
  if (background === undefined) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64"><path fill="${background}" d="M0 0h64v64H0z"/><text x="32" y="33" fill="${ink}" font-family="system-ui,sans-serif" font-size="26" font-weight="700" text-anchor="middle" dominant-baseline="central">${initials}</text></svg>`;
}

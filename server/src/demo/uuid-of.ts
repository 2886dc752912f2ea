import { sha256 } from "../db/secrets/sha256.ts";

/** Derives a UUID from a text. Version 8, which leaves the digits to the application (RFC 9562). */
export function uuidOf(text: string): string {
  const digits = sha256(text);
  const variant = (0x8 | (Number.parseInt(digits.charAt(15), 16) & 0x3)).toString(16);
  const own = `${digits.slice(0, 12)}8${digits.slice(12, 15)}${variant}${digits.slice(16, 31)}`;
  return own.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

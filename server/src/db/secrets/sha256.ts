import { hash } from "node:crypto";

/** SHA-256 of bytes, or of a text in UTF-8, as lowercase hexadecimal. */
export function sha256(text: string | Buffer): string {
  return hash("sha256", text);
}

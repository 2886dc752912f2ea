import { randomBytes } from "node:crypto";
import { tokenHash } from "../../db/secrets/token-hash.ts";

const CODES = 10;
/** 120 bits, too many to guess even with a copy of the hashes (ASVS 6.5.2). */
const CHARACTERS = 24;
/** Crockford's base 32, without letters that look like digits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

export function generateRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    // 256 is a multiple of 32, so all characters are equally likely.
    const characters = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]);
    return (characters.join("").match(/.{4}/g) ?? []).join("-");
  });
}

/**
 * Returns the hash of a recovery code. Ignores case, dashes and spaces, and reads o, i and l as
 * digits.
 */
export function recoveryCodeHash(code: string): Buffer {
  const typed = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
  return tokenHash(typed);
}

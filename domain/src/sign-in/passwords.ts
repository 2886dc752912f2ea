import { commonPasswords } from "./common-passwords.ts";

/** Minimum and maximum password length in characters (D6). */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

export type PasswordProblem =
  | "TOO_SHORT"
  | "TOO_LONG"
  | "COMMON"
  | "CONTAINS_EMAIL"
  | "CONTAINS_PRODUCT_NAME";

/** Maximum digits and signs stripped from the end of a common word (`Welcome2026!`). */
const longestEnding = 6;

/** Shorter local parts are ignored; they'd reject good passwords by chance. */
const shortestLocalPart = 3;

const productName = "gavelyard";

/** Characters that stand in for letters. */
const disguises: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Returns why a password is refused, or null (D6): it needs 8 to 128 characters, must not be a
 * common one (including with a suffix, with digits for letters, or one or two characters repeated),
 * and must not contain the product's name or the local part of the user's email. A mix of character
 * kinds is not required. `guessed` adds common passwords in lower case to ours.
 */
export function passwordProblem(
  password: string,
  email: string,
  guessed: ReadonlySet<string>,
): PasswordProblem | null {
  const characters = Array.from(password);
  if (characters.length < minPasswordLength) return "TOO_SHORT";
  if (characters.length > maxPasswordLength) return "TOO_LONG";

  const lower = password.normalize("NFKC").toLowerCase();
  const bare = lettersAndDigits(lower);
  // Check our own words first: that message is more useful than "common".
  if (bare.includes(productName)) return "CONTAINS_PRODUCT_NAME";
  if (containsLocalPart(lower, email)) return "CONTAINS_EMAIL";
  if (new Set(lower).size <= 2 || isCommon(lower, guessed)) return "COMMON";
  return null;
}

function containsLocalPart(lower: string, email: string): boolean {
  const at = email.lastIndexOf("@");
  const localPart = (at === -1 ? email : email.slice(0, at)).normalize("NFKC").toLowerCase();
  if (localPart.length >= shortestLocalPart && lower.includes(localPart)) return true;
  const bare = lettersAndDigits(localPart);
  return bare.length >= shortestLocalPart && lettersAndDigits(lower).includes(bare);
}

function isCommon(lower: string, guessed: ReadonlySet<string>): boolean {
  const plain = undisguised(lower);
  return [
    lower,
    plain,
    withoutEnding(lower),
    withoutEnding(plain),
    undisguised(withoutEnding(lower)),
  ].some((form) => commonPasswords.has(form) || guessed.has(form));
}

function withoutEnding(lower: string): string {
  const word = lower.replace(/[^\p{L}]+$/u, "");
  return lower.length - word.length <= longestEnding ? word : lower;
}

function undisguised(lower: string): string {
  return Array.from(lower, (sign) => disguises[sign] ?? sign).join("");
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

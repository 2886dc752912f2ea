import { createHmac, timingSafeEqual } from "node:crypto";

/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds. */
const STEP_SEC = 30;
const DIGITS = 6;
/** Phone clocks are off, and typing takes time. */
const STEPS_OFF = [0, -1, 1] as const;

export const stepAt = (unixSec: number): number => Math.floor(unixSec / STEP_SEC);

export function codeOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Returns the step that a code belongs to, at most one step off; null for a wrong code. */
export function matchingStep(secret: Buffer, code: string, unixSec: number): number | null {
  const given = Buffer.from(code);
  let found: number | null = null;
  for (const off of STEPS_OFF) {
    const step = stepAt(unixSec) + off;
    const right = Buffer.from(codeOf(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right)) found ??= step;
  }
  return found;
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns base32 without padding, as authenticator apps expect secrets. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = bits.match(/.{1,5}/g) ?? [];
  return letters.map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

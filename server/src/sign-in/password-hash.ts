import { msg } from "@gavelyard/messages/text";
import { randomBytes } from "node:crypto";
import { Refusal } from "../refusal.ts";
import { inHashThread } from "./hash-threads.ts";

/** OWASP's parameters for argon2id, which is the library's default variant (D6). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Maximum concurrent hashes. Each takes a core for some 20 ms, at low priority. */
const MAX_RUNNING = 2;
const MAX_WAITING = 100;

/** Returns a valid hash that no known password matches. */
export const unmatchedHash = (): string =>
  `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$${randomText(16)}$${randomText(32)}`;

/** Hash verified for an account that doesn't exist, so that both cases take the same time. */
const dummyHash = unmatchedHash();

let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password or code with argon2id. @throws Refusal 503 when too many are waiting */
export async function hashSecret(secret: string): Promise<string> {
  const hashed = await withSlot(() =>
    inHashThread({ secret: secret.normalize("NFC"), against: null, options }),
  );
  return String(hashed);
}

/**
 * Returns whether a password or code matches a hash. Null takes the same time and returns false.
 * @throws Refusal 503 when too many are waiting
 */
export async function matchesSecret(hashed: string | null, secret: string): Promise<boolean> {
  const against = hashed ?? dummyHash;
  const matches = await withSlot(() =>
    inHashThread({ secret: secret.normalize("NFC"), against, options }),
  );
  return hashed !== null && matches === true;
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString("base64").replaceAll("=", "");
}

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) {
      throw new Refusal("busy", msg("Too many people are signing in. Try again in a moment."), {
        retryAfterSec: 2,
      });
    }
    // The finishing call hands over its slot, so `running` doesn't change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

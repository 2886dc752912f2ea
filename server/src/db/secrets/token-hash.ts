import { createHash } from "node:crypto";

/** Returns the stored form of a token. The token can't be recovered from the database. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

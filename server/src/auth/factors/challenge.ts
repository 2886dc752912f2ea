import { randomBytes } from "node:crypto";
import type { Db } from "../../db/pool.ts";
import { tokenHash } from "../../db/token-hash.ts";
import { insertChallenge, type NewChallenge } from "./challenges-sql.ts";

export const drawChallenge = (): string => randomBytes(32).toString("base64url");

/** Creates a challenge and saves what it may be used for. */
export async function newChallenge(db: Db, what: Omit<NewChallenge, "hash">): Promise<string> {
  const challenge = drawChallenge();
  await insertChallenge(db, { hash: tokenHash(challenge), ...what });
  return challenge;
}

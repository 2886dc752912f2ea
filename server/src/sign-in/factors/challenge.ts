import { randomBytes } from "node:crypto";
import type { Db } from "../../db/pool.ts";
import { tokenHash } from "../../db/secrets/token-hash.ts";
import { insertChallenge, type NewChallenge } from "./challenges-sql.ts";

export const randomChallenge = (): string => randomBytes(32).toString("base64url");

export async function newChallenge(db: Db, what: Omit<NewChallenge, "hash">): Promise<string> {
  const challenge = randomChallenge();
  await insertChallenge(db, { hash: tokenHash(challenge), ...what });
  return challenge;
}

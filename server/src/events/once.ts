import { msg } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import type { z } from "zod";
import type { Db } from "../db/pool.ts";
import { Refusal, underWay } from "../refusal.ts";

/** Identifies one request of one caller (D14). */
export interface RequestKey {
  readonly userId: number;
  /** The `Idempotency-Key`; with null, the work is done every time. */
  readonly key: string | null;
  /** Everything that was requested under the key, as a text that is equal for equal requests. */
  readonly request: string;
}

/**
 * Does a request's work once per key, and returns the same answer to retries for 24 hours. The
 * answer is stored in the transaction of the work, so that both are committed or neither (D14).
 * @throws Refusal 409 while the first request still runs, 422 for a key used for another request
 */
export async function once<T>(
  tx: PoolClient,
  { userId, key, request }: RequestKey,
  answer: z.ZodType<T>,
  work: () => Promise<T>,
): Promise<T> {
  if (key === null) return work();
  const { rows: locks } = await tx.query<{ free: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 14)) AS free",
    [`${userId}:${key}`],
  );
  if (locks[0]?.free !== true) {
    throw underWay(
      msg("We're still processing this request. Send it again with the same key in a moment."),
    );
  }
  const first = await firstAnswer(tx, { userId, key, request }, answer);
  if (first !== undefined) return first;
  const result = await work();
  await tx.query(
    `INSERT INTO answered_requests (user_id, idempotency_key, request, answer)
      VALUES ($1, $2, $3, $4::jsonb)`,
    [userId, key, request, JSON.stringify(result)],
  );
  return result;
}

/**
 * Returns the answer that the first request with a key got; undefined if it got none yet.
 * @throws Refusal 422 for a key used for another request
 */
export async function firstAnswer<T>(
  db: Db,
  { userId, key, request }: RequestKey,
  answer: z.ZodType<T>,
): Promise<T | undefined> {
  if (key === null) return undefined;
  const { rows } = await db.query<{ request: string; answer: unknown }>(
    "SELECT request, answer FROM answered_requests WHERE user_id = $1 AND idempotency_key = $2",
    [userId, key],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  if (first.request === request) return answer.parse(first.answer);
  throw new Refusal("key-reused", msg("This Idempotency-Key was used for another request"));
}

/**
 * Returns the key of one part of a request that takes a transaction for each part. It can't be
 * another request's key, because a space isn't allowed in one.
 */
export function partKey({ userId, key, request }: RequestKey, part: number): RequestKey {
  return { userId, key: key === null ? null : `${key} ${part}`, request };
}

import { msg } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { HttpError, underWay } from "../http/errors.ts";

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
 * @throws HttpError 409 while the first request still runs, 422 for a key used for another request
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
  const { rows } = await tx.query<{ request: string; answer: unknown }>(
    "SELECT request, answer FROM answered_requests WHERE user_id = $1 AND idempotency_key = $2",
    [userId, key],
  );
  const first = rows[0];
  if (first !== undefined) {
    if (first.request === request) return answer.parse(first.answer);
    throw new HttpError("key-reused", msg("This Idempotency-Key was used for another request"));
  }
  const result = await work();
  await tx.query(
    `INSERT INTO answered_requests (user_id, idempotency_key, request, answer)
      VALUES ($1, $2, $3, $4::jsonb)`,
    [userId, key, request, JSON.stringify(result)],
  );
  return result;
}

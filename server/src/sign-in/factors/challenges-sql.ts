import type { Db } from "../../db/pool.ts";

/** The only use that a challenge is accepted for. */
export type ChallengePurpose =
  | "SECOND_STEP"
  | "PASSKEY_SIGN_IN"
  | "CONFIRM"
  | "ADD_PASSKEY"
  | "ADD_APP";

export interface NewChallenge {
  readonly hash: Buffer;
  readonly purpose: ChallengePurpose;
  /** Null for a passkey sign-in, where the user isn't known yet. */
  readonly userId: number | null;
  readonly passwordHash?: string;
  readonly appSecret?: Buffer;
}

/** Saves a challenge, valid for five minutes and five tries. Deletes up to 10 expired ones. */
export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db.query(
    `WITH over AS (
        SELECT challenge_hash FROM auth_challenges WHERE expires_at < clock_ms()
        ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED
      ), forgotten AS (
        DELETE FROM auth_challenges c USING over WHERE c.challenge_hash = over.challenge_hash
      )
      INSERT INTO auth_challenges (challenge_hash, purpose, user_id, password_hash, app_secret)
      VALUES ($1, $2, $3, $4, $5)`,
    [
      challenge.hash,
      challenge.purpose,
      challenge.userId,
      challenge.passwordHash ?? null,
      challenge.appSecret ?? null,
    ],
  );
}

export interface TakenChallenge {
  readonly user_id: number | null;
  readonly password_hash: string | null;
  readonly app_secret: Buffer | null;
  readonly now_sec: number;
}

/**
 * Uses one try of a challenge in one statement, so that concurrent calls can't share one. Returns
 * null if it has expired, has no tries left, or has another purpose.
 */
export async function takeChallengeTry(
  db: Db,
  hash: Buffer,
  purposes: readonly ChallengePurpose[],
): Promise<TakenChallenge | null> {
  const { rows } = await db.query<TakenChallenge>(
    `UPDATE auth_challenges SET tries_left = tries_left - 1
      WHERE challenge_hash = $1 AND purpose = ANY($2) AND tries_left > 0 AND expires_at > clock_ms()
      RETURNING user_id, password_hash, app_secret, extract(epoch FROM clock_ms()) AS now_sec`,
    [hash, purposes],
  );
  return rows[0] ?? null;
}

/** Deletes a used challenge. Returns false if another call used it first. */
export async function useChallenge(tx: Db, hash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query("DELETE FROM auth_challenges WHERE challenge_hash = $1", [
    hash,
  ]);
  return rowCount === 1;
}

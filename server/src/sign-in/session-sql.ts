import type { Permission } from "@gavelyard/domain/users/permissions";
import type { Role } from "@gavelyard/domain/users/roles";
import { fallbackZone } from "@gavelyard/domain/time-zone";
import type { Db } from "../db/pool.ts";

export interface SessionRow {
  readonly user_id: number;
  readonly role: Role;
  readonly withheld_permissions: readonly Permission[];
  /** Ms until it expires by the database's clock; negative if it has expired. */
  readonly expires_in_ms: number;
  /** True if it isn't revoked and its user is active. */
  readonly stands: boolean;
  /**
   * Whether to write its use: the first after a refresh, and for staff once a minute if a person
   * made the call.
   */
  readonly use_is_due: boolean;
  /** Whether it belongs to staff who have to set up a second factor first (D45). */
  readonly needs_factor: boolean;
}

/**
 * Returns a session; null if there is none. `factorFrom` is the day from which staff need a second
 * factor, or an infinity.
 */
export async function sessionByJti(
  db: Db,
  jti: string,
  factorFrom: string,
  unattended: boolean,
): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRow>({
    name: "session-by-jti",
    text: `SELECT s.user_id, u.role, u.withheld_permissions,
        extract(epoch FROM s.expires_at - clock_ms()) * 1000 AS expires_in_ms,
        s.revoked_at IS NULL AND u.status = 'ACTIVE' AS stands,
        s.used_at IS NULL AND s.issued_at > s.started_at OR NOT $3 AND u.role <> 'ROLE_CUSTOMER'
          AND coalesce(s.used_at, s.issued_at) < clock_ms() - interval '1 minute' AS use_is_due,
        u.role <> 'ROLE_CUSTOMER' AND $2::timestamptz <= clock_ms()
          AND NOT has_factor(u.id) AS needs_factor
      FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.jti = $1`,
    values: [jti, factorFrom, unattended],
  });
  return rows[0] ?? null;
}

/**
 * Marks a session as used now, or, if no person uses it, when a person last did. Its predecessor
 * can't be refreshed from then on (D5), and staff sessions end after 30 minutes without use (D41).
 */
export async function markUsed(db: Db, jti: string, unattended: boolean): Promise<void> {
  await db.query(
    `UPDATE sessions SET used_at = CASE WHEN $2 THEN coalesce(used_at, least(issued_at,
        expires_at - interval '30 minutes')) ELSE clock_ms() END WHERE jti = $1`,
    [jti, unattended],
  );
}

/** Returns whether the user confirmed in this session within the last ten minutes (D41). */
export async function isConfirmed(db: Db, jti: string): Promise<boolean> {
  const { rows } = await db.query(
    "SELECT 1 FROM sessions WHERE jti = $1 AND confirmed_at > clock_ms() - interval '10 minutes'",
    [jti],
  );
  return rows.length > 0;
}

export async function markConfirmed(db: Db, jti: string): Promise<void> {
  await db.query("UPDATE sessions SET confirmed_at = clock_ms() WHERE jti = $1", [jti]);
}

export interface NewSession {
  readonly jti: string;
  readonly family: string;
  readonly userId: number;
  /** Time of the sign-in that started the family; null if this is its first session. */
  readonly startedAt: Date | null;
  /**
   * When the user last confirmed. Ignored in the first session of a family, which counts as
   * confirmed now.
   */
  readonly confirmedAt: Date | null;
  /** When a person last used the session before it; null if a person starts this one. */
  readonly lastUsedAt: Date | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/**
 * Starts a session of 30 minutes (D5). A staff session ends 30 minutes after its last use by a
 * person, and 12 hours after the sign-in (D41).
 */
export async function insertSession(
  db: Db,
  session: NewSession,
): Promise<{ issued_at: Date; expires_at: Date }> {
  const { rows } = await db.query<{ issued_at: Date; expires_at: Date }>(
    `INSERT INTO sessions (jti, family, user_id, started_at, issued_at, expires_at, ip, user_agent,
        confirmed_at)
      SELECT $1, $2, u.id, coalesce($4, now), now, least(now + interval '30 minutes',
          CASE WHEN u.role <> 'ROLE_CUSTOMER' THEN least(coalesce($4, now) + interval '12 hours',
            $8::timestamptz + interval '30 minutes') END),
        $5::inet, $6, CASE WHEN $4::timestamptz IS NULL THEN now ELSE $7::timestamptz END
      FROM clock_ms() AS now, users u WHERE u.id = $3
      RETURNING issued_at, expires_at`,
    [
      session.jti,
      session.family,
      session.userId,
      session.startedAt,
      session.ip,
      session.userAgent,
      session.confirmedAt,
      session.lastUsedAt,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("a session was not written");
  return row;
}

export interface RenewedSession {
  readonly user_id: number;
  readonly family: string;
  readonly started_at: Date;
  readonly confirmed_at: Date | null;
  readonly last_used_at: Date;
}

/**
 * Marks a session as refreshed: once, up to 7 days past its expiry and 30 days after the sign-in
 * (D5); a staff session up to 30 minutes after its last use and 12 hours after the sign-in (D41).
 * The old token works for 10 more seconds, for calls in flight. Returns null if the session can't
 * be refreshed.
 */
export async function useForRefresh(db: Db, jti: string): Promise<RenewedSession | null> {
  const { rows } = await db.query<RenewedSession>(
    `UPDATE sessions s SET refreshed_at = clock_ms(),
        expires_at = least(s.expires_at, clock_ms() + interval '10 seconds')
      FROM users u
      WHERE s.jti = $1 AND u.id = s.user_id AND u.status = 'ACTIVE'
        AND s.refreshed_at IS NULL AND s.revoked_at IS NULL
        AND s.expires_at > clock_ms() - interval '7 days'
        AND s.started_at > clock_ms() - interval '30 days'
        AND (u.role = 'ROLE_CUSTOMER'
          OR coalesce(s.used_at, s.issued_at) > clock_ms() - interval '30 minutes'
            AND s.started_at > clock_ms() - interval '12 hours')
      RETURNING s.user_id, s.family, s.started_at, s.confirmed_at,
        coalesce(s.used_at, s.issued_at) AS last_used_at`,
    [jti],
  );
  return rows[0] ?? null;
}

export interface IssuedSession {
  readonly jti: string;
  readonly user_id: number;
  readonly issued_at: Date;
  readonly expires_at: Date;
  readonly expired: boolean;
}

/**
 * Returns the session that a refresh started, as long as nobody has used it: its token may never
 * have arrived. Otherwise null.
 */
export async function unusedSuccessor(db: Db, jti: string): Promise<IssuedSession | null> {
  const { rows } = await db.query<IssuedSession>(
    `SELECT n.jti, n.user_id, n.issued_at, n.expires_at, n.expires_at < clock_ms() AS expired
      FROM sessions s JOIN sessions n ON n.family = s.family JOIN users u ON u.id = n.user_id
      WHERE s.jti = $1 AND n.jti <> s.jti AND n.issued_at >= s.refreshed_at AND n.used_at IS NULL
        AND n.refreshed_at IS NULL AND n.revoked_at IS NULL AND u.status = 'ACTIVE'
        AND NOT EXISTS (SELECT 1 FROM sessions o WHERE o.family = s.family
          AND o.jti NOT IN (s.jti, n.jti) AND o.issued_at >= s.refreshed_at)`,
    [jti],
  );
  return rows[0] ?? null;
}

export interface SessionUse {
  readonly user_id: number;
  readonly family: string;
  readonly refreshed: boolean;
  readonly revoked: boolean;
}

export async function sessionUse(db: Db, jti: string): Promise<SessionUse | null> {
  const { rows } = await db.query<SessionUse>(
    `SELECT user_id, family, refreshed_at IS NOT NULL AS refreshed, revoked_at IS NOT NULL AS revoked
      FROM sessions WHERE jti = $1`,
    [jti],
  );
  return rows[0] ?? null;
}

/**
 * Serializes the transactions that start, refresh or revoke a user's sessions. Without the lock, a
 * session refreshed during a revocation would survive it.
 */
export async function lockSessionsOf(tx: Db, userId: number): Promise<void> {
  await tx.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
}

export async function revokeSessionsOf(tx: Db, userId: number): Promise<void> {
  await lockSessionsOf(tx, userId);
  await tx.query(
    "UPDATE sessions SET revoked_at = clock_ms() WHERE user_id = $1 AND revoked_at IS NULL",
    [userId],
  );
}

/** Ends all sessions of a user that don't come from the same sign-in as `jti`. */
export async function revokeOtherSessions(tx: Db, userId: number, jti: string): Promise<void> {
  await lockSessionsOf(tx, userId);
  await tx.query(
    `UPDATE sessions SET revoked_at = clock_ms() WHERE user_id = $1 AND revoked_at IS NULL
      AND family <> (SELECT family FROM sessions WHERE jti = $2)`,
    [userId, jti],
  );
}

/** Ends all sessions of one sign-in. Returns false if there were none. */
export async function revokeSignIn(tx: Db, userId: number, family: string): Promise<boolean> {
  await lockSessionsOf(tx, userId);
  const { rowCount } = await tx.query(
    `UPDATE sessions SET revoked_at = clock_ms()
      WHERE user_id = $1 AND family = $2 AND revoked_at IS NULL`,
    [userId, family],
  );
  return (rowCount ?? 0) > 0;
}

/** Saves the link with which the owner can end a sign-in on a new device (D54). */
export async function insertNewDevice(
  tx: Db,
  signIn: { readonly userId: number; readonly family: string; readonly hash: Buffer },
): Promise<{ signedInAt: Date; timeZone: string }> {
  const { rows } = await tx.query<{ at: Date; time_zone: string }>(
    `WITH made AS (INSERT INTO new_devices (family, user_id, token_hash) VALUES ($1, $2, $3)
        RETURNING user_id, signed_in_at)
      SELECT made.signed_in_at AS at, coalesce(u.time_zone, $4) AS time_zone
      FROM made JOIN users u ON u.id = made.user_id`,
    [signIn.family, signIn.userId, signIn.hash, fallbackZone],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("a new device was not saved");
  return { signedInAt: row.at, timeZone: row.time_zone };
}

/** Uses up the link of a new device; returns its sign-in, or null if it isn't valid. */
export async function takeNewDevice(
  tx: Db,
  hash: Buffer,
): Promise<{ user_id: number; family: string } | null> {
  const { rows } = await tx.query<{ user_id: number; family: string }>(
    `DELETE FROM new_devices WHERE token_hash = $1 AND signed_in_at > clock_ms() - interval '7 days'
      RETURNING user_id, family`,
    [hash],
  );
  return rows[0] ?? null;
}

export interface SignInRow {
  readonly family: string;
  readonly current: boolean;
  readonly started_at: Date;
  readonly last_used_at: Date;
  readonly ip: string | null;
  readonly user_agent: string | null;
}

/**
 * Returns a user's sign-ins that are valid or can be refreshed, newest first, at most 100. `jti` is
 * the current session.
 */
export async function signInsOf(db: Db, userId: number, jti: string): Promise<SignInRow[]> {
  const { rows } = await db.query<SignInRow>(
    `SELECT * FROM (
        SELECT DISTINCT ON (s.family) s.family, s.started_at, s.issued_at AS last_used_at,
          host(s.ip) AS ip, s.user_agent,
          s.family = (SELECT family FROM sessions WHERE jti = $2) AS current
        FROM sessions s WHERE s.user_id = $1 AND s.revoked_at IS NULL AND s.refreshed_at IS NULL
          AND s.expires_at > clock_ms() - interval '7 days'
        ORDER BY s.family, s.issued_at DESC
      ) newest ORDER BY last_used_at DESC LIMIT 100`,
    [userId, jti],
  );
  return rows;
}

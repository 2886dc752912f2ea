import type { Language } from "@gavelyard/messages/languages";
import { fallbackZone } from "@gavelyard/domain/time-zone";
import type { Db } from "../db/pool.ts";

export interface NewDevice {
  readonly userId: number;
  /** Id of the current session, to whose sign-in the device belongs. */
  readonly jti: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * Saves a device for its latest sign-in, and deletes the user's oldest devices beyond `most`. Takes
 * over another user's device only with its secret, which only that browser knows. Returns whether
 * it was saved.
 */
export async function saveDevice(tx: Db, device: NewDevice, most: number): Promise<boolean> {
  await tx.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [device.userId]);
  const { rowCount } = await tx.query(
    `INSERT INTO push_devices AS d (user_id, family, endpoint, p256dh, auth)
      SELECT $1, family, $3, $4, $5 FROM sessions WHERE jti = $2
      ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, family = excluded.family,
        p256dh = excluded.p256dh, auth = excluded.auth
      WHERE d.user_id = excluded.user_id OR d.auth = excluded.auth`,
    [device.userId, device.jti, device.endpoint, device.p256dh, device.auth],
  );
  await tx.query(
    `DELETE FROM push_devices WHERE user_id = $1 AND id NOT IN (
      SELECT id FROM push_devices WHERE user_id = $1 ORDER BY endpoint = $3 DESC, id DESC LIMIT $2)`,
    [device.userId, most, device.endpoint],
  );
  return rowCount === 1;
}

export async function deleteDevice(db: Db, userId: number, endpoint: string): Promise<void> {
  await db.query("DELETE FROM push_devices WHERE user_id = $1 AND endpoint = $2", [
    userId,
    endpoint,
  ]);
}

/** Deletes a device that its push service no longer knows, unless it has subscribed again. */
export async function forgetDevice(db: Db, { id, endpoint }: DeviceRow): Promise<void> {
  await db.query("DELETE FROM push_devices WHERE id = $1 AND endpoint = $2", [id, endpoint]);
}

/** SQL for whether the sign-in of device `d` is valid or can be renewed (D5). */
const isSignedIn = `EXISTS (SELECT FROM sessions s WHERE s.family = d.family AND s.revoked_at IS NULL
  AND s.refreshed_at IS NULL AND s.expires_at > clock_ms() - interval '7 days'
  AND s.started_at > clock_ms() - interval '30 days')`;

export interface DeviceRow {
  readonly id: number;
  readonly user_id: number;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly time_zone: string;
  readonly language: Language;
  readonly quiet_from_hour: number | null;
  readonly quiet_until_hour: number | null;
  readonly now: Date;
}

export async function devicesOf(
  db: Db,
  userIds: readonly number[],
  kind: string,
): Promise<DeviceRow[]> {
  const { rows } = await db.query<DeviceRow>(
    `SELECT d.id, d.user_id, d.endpoint, d.p256dh, d.auth, coalesce(u.time_zone, $3) AS time_zone,
        u.language, u.quiet_from_hour, u.quiet_until_hour, clock_ms() AS now
      FROM push_devices d JOIN users u ON u.id = d.user_id
      WHERE d.user_id = ANY ($1::bigint[]) AND u.status = 'ACTIVE' AND $2 <> ALL (u.pushes_off)
        AND ${isSignedIn}
      ORDER BY d.id`,
    [userIds, kind, fallbackZone],
  );
  return rows;
}

export async function deleteSignedOutDevices(db: Db): Promise<void> {
  await db.query(`DELETE FROM push_devices d WHERE NOT ${isSignedIn}`);
}

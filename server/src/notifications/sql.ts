import { maxNotifications } from "@gavelyard/domain/users/bell";
import type { Db } from "../db/pool.ts";

export interface NewNotification {
  readonly userId: number;
  readonly subject: string;
  readonly event: object;
  readonly at: string;
}

export interface NotificationRow {
  readonly id: number;
  readonly event: unknown;
  readonly read: boolean;
}

/** Writes notifications, unread; each replaces an older one with its subject. */
export async function saveNotifications(db: Db, all: readonly NewNotification[]): Promise<void> {
  await db.query(
    `INSERT INTO notifications (user_id, subject, event, at)
      SELECT n.user_id, n.subject, n.event, n.at
      FROM unnest($1::bigint[], $2::text[], $3::jsonb[], $4::timestamptz[])
        AS n(user_id, subject, event, at)
      WHERE EXISTS (SELECT FROM users u WHERE u.id = n.user_id)
      ORDER BY n.user_id, n.subject
      ON CONFLICT (user_id, subject) DO UPDATE
        SET event = excluded.event, at = excluded.at, read_at = NULL, cleared_at = NULL
        WHERE notifications.at <= excluded.at`,
    [
      all.map(({ userId }) => userId),
      all.map(({ subject }) => subject),
      all.map(({ event }) => JSON.stringify(event)),
      all.map(({ at }) => at),
    ],
  );
}

/** Reads a user's newest notifications. Being outbid is left out where the user leads again. */
export async function notificationsOf(db: Db, userId: number): Promise<NotificationRow[]> {
  const { rows } = await db.query<NotificationRow>(
    `SELECT n.id, n.event, n.read_at IS NOT NULL AS read FROM notifications n
      WHERE n.user_id = $1 AND n.cleared_at IS NULL AND NOT (n.event ->> 'type' = 'OUTBID' AND EXISTS (
        SELECT FROM inventory i JOIN lots l ON l.id = i.current_lot_id
        WHERE i.id = (n.event ->> 'inventoryId')::bigint AND l.leader_id = $1))
      ORDER BY n.at DESC, n.id DESC LIMIT ${maxNotifications}`,
    [userId],
  );
  return rows;
}

const changes = {
  READ: "read_at = coalesce(read_at, clock_ms()) WHERE",
  // One time for all of them, by which they are restored together: clock_ms() moves from row to row.
  CLEARED: "cleared_at = (SELECT clock_ms()) WHERE cleared_at IS NULL AND",
  RESTORED: `cleared_at = NULL WHERE cleared_at =
    (SELECT max(m.cleared_at) FROM notifications m WHERE m.user_id = $1) AND`,
} as const;

export async function changeNotificationsOf(
  db: Db,
  userId: number,
  { change, upTo }: { readonly change: keyof typeof changes; readonly upTo: string },
): Promise<void> {
  await db.query(`UPDATE notifications SET ${changes[change]} user_id = $1 AND at <= $2`, [
    userId,
    upTo,
  ]);
}

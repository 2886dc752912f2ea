import type { SecurityEvent } from "@gavelyard/domain/audit/security-events";
import { deviceName } from "@gavelyard/domain/sign-in/device-name";
import type { Db } from "../db/pool.ts";
import { deleteOutdated } from "../db/delete-outdated.ts";
import type { Device } from "../network/device.ts";

/** What happened, to whose account and from where (D54). */
export interface NewSecurityEvent {
  readonly kind: SecurityEvent;
  /** The account, or its email address where nobody is signed in; null if unknown. */
  readonly user: { readonly id: number } | { readonly email: string } | null;
  readonly device: Device;
  /** The refused call, the limit that was reached, the malware, or the list. */
  readonly detail?: string;
  /** Rows of a list of personal data (D60). */
  readonly rowCount?: number;
}

/** Adds an entry to the security log. An email address without an account leaves the user empty. */
export async function recordSecurityEvent(db: Db, event: NewSecurityEvent): Promise<void> {
  const { kind, user, device, detail = null, rowCount = null } = event;
  await db.query({
    name: "security-event",
    text: `INSERT INTO security_events (kind, user_id, ip, device, detail, row_count)
      VALUES ($1, coalesce($2::bigint, (SELECT id FROM users WHERE email = $3)), $4::inet, $5, $6, $7)`,
    values: [
      kind,
      user !== null && "id" in user ? user.id : null,
      user !== null && "email" in user ? user.email : null,
      device.ip,
      shownDevice(device),
      detail,
      rowCount,
    ],
  });
}

const shownDevice = ({ userAgent }: Device) => (userAgent === null ? null : deviceName(userAgent));

/**
 * Returns whether a user may have signed in before, and whether it was with this browser and system
 * from about this network address: the first 16 bits of IPv4, the first 32 of IPv6. For accounts
 * older than a year it assumes an earlier sign-in, since its entry may be deleted.
 */
export async function signInHistory(
  db: Db,
  userId: number,
  device: Device,
): Promise<{ any: boolean; known: boolean }> {
  const { rows } = await db.query<{ any: boolean; known: boolean }>(
    `SELECT count(*) > 0 OR (SELECT u.created_at < clock_ms() - interval '1 year' FROM users u
          WHERE u.id = $1) AS any, coalesce(bool_or(device IS NOT DISTINCT FROM $2 AND ($3::inet IS NULL OR
        network(set_masklen(ip, CASE family(ip) WHEN 4 THEN 16 ELSE 32 END)) >>= $3::inet)), false) AS known
      FROM security_events WHERE user_id = $1 AND kind IN ('SIGNED_IN', 'NEW_DEVICE')`,
    [userId, shownDevice(device), device.ip],
  );
  return rows[0] ?? { any: false, known: false };
}

export interface SecurityEventRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: SecurityEvent;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly ip: string | null;
  readonly device: string | null;
  readonly detail: string | null;
}

const columns = `e.id, e.at, e.kind, e.user_id, u.name AS user_name, host(e.ip) AS ip, e.device, e.detail`;

/** Returns a user's latest entries, newest first, leaving out what they list as staff. */
export async function securityEventsOf(
  db: Db,
  userId: number,
  limit: number,
): Promise<SecurityEventRow[]> {
  const { rows } = await db.query<SecurityEventRow>(
    `SELECT ${columns} FROM security_events e LEFT JOIN users u ON u.id = e.user_id
      WHERE e.user_id = $1 AND e.row_count IS NULL ORDER BY e.id DESC LIMIT $2`,
    [userId, limit],
  );
  return rows;
}

export interface SecuritySearch {
  readonly kind?: SecurityEvent | undefined;
  readonly userId?: number | undefined;
  readonly ip?: string | undefined;
}

export async function searchSecurityEvents(
  db: Db,
  { kind, userId, ip }: SecuritySearch,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: SecurityEventRow[]; total: number }> {
  const matching = `($1::text IS NULL OR e.kind = $1) AND ($2::bigint IS NULL OR e.user_id = $2)
    AND ($3::inet IS NULL OR e.ip = $3)`;
  const filters = [kind ?? null, userId ?? null, ip ?? null];
  const counted = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM security_events e WHERE ${matching}`,
    filters,
  );
  const { rows } = await db.query<SecurityEventRow>(
    `SELECT ${columns} FROM security_events e LEFT JOIN users u ON u.id = e.user_id
      WHERE ${matching} ORDER BY e.id DESC LIMIT $4 OFFSET $5`,
    [...filters, size, page * size],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Deletes entries after a year, and links of new devices after a week (docs/privacy.md). */
export async function deleteOldSecurityEvents(db: Db): Promise<void> {
  await deleteOutdated(db, "security_events", "at < clock_ms() - interval '1 year'");
  await deleteOutdated(db, "new_devices", "signed_in_at < clock_ms() - interval '7 days'");
}

import type { Db } from "../db/pool.ts";

export interface Administrator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly status: "ACTIVE" | "SUSPENDED" | "BANNED" | "CLOSED";
  /** Whether they are active and can confirm what concerns accounts (D57). */
  readonly confirms_accounts: boolean;
  /** Whether they still count as a second administrator: active, or not for a week yet (D38). */
  readonly counts: boolean;
}

/** Returns all administrators, whatever their status. */
export async function administrators(db: Db): Promise<Administrator[]> {
  const { rows } = await db.query<Administrator>(
    `SELECT u.id, u.name, u.email, u.status,
        u.status = 'ACTIVE' AND 'users' <> ALL (u.withheld_permissions) AS confirms_accounts,
        u.status = 'ACTIVE' OR EXISTS (SELECT FROM audit_log a
          WHERE a.subject_type = 'user' AND a.subject_id = u.id
            AND a.action IN ('status-changed', 'account-closed')
            AND a.at > clock_ms() - interval '7 days') AS counts
      FROM users u WHERE u.role = 'ROLE_ADMIN' ORDER BY u.id`,
  );
  return rows;
}

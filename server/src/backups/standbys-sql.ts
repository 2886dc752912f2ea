import type { Db } from "../db/pool.ts";
import { BACKUP_SLOT } from "./log-sql.ts";

export interface Standby {
  readonly name: string;
  /** Whether commits wait for it; null if our role can't see that. */
  readonly isSynchronous: boolean | null;
  /** Seconds between a commit and its arrival there; 0 while nothing is on the way. */
  readonly behindSec: number;
}

/** Reads the standbys that are connected to this server, except for our own copy of its log. */
export async function readStandbys(db: Db): Promise<Standby[]> {
  const { rows } = await db.query<Standby>(
    `SELECT coalesce(nullif(r.application_name, ''), 'unnamed') AS name,
        r.sync_state IN ('sync', 'quorum') AS "isSynchronous",
        coalesce(round(extract(epoch FROM r.replay_lag)::numeric, 1), 0)::float8 AS "behindSec"
      FROM pg_stat_replication r
      WHERE r.application_name <> 'gavelyard-backup' AND NOT EXISTS (
        SELECT FROM pg_replication_slots s
        WHERE s.slot_name = '${BACKUP_SLOT}' AND s.active_pid = r.pid)
      ORDER BY 1, r.pid`,
  );
  return rows;
}

import type { Db } from "../db/pool.ts";

/** Updates the pulse, unless it is missing or `outageMs` old; returns whether it was updated. */
export async function movePulse(db: Db, outageMs: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: "pulse",
    text: `UPDATE bidding_pulse SET at = greatest(at, clock_ms())
      WHERE at > clock_ms() - make_interval(secs => $1)`,
    values: [outageMs / 1_000],
  });
  return rowCount === 1;
}

/** Locks the pulse and sets it to now; returns its old time, or null when there was none. */
export async function endOutage(tx: Db): Promise<{ since: Date | null; now: Date }> {
  const { rows } = await tx.query<{ since: Date | null; now: Date }>(
    `WITH before AS (SELECT at FROM bidding_pulse FOR UPDATE)
      UPDATE bidding_pulse p SET at = greatest(p.at, t.now) FROM before, (SELECT clock_ms() AS now) t
      RETURNING before.at AS since, t.now`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the pulse is gone");
  return row;
}

/** Locks auctions with open lots that close between two times, in the order of their ids. */
export async function auctionsClosingBetween(
  tx: Db,
  from: Date,
  to: Date,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await tx.query<{ id: number; name: string }>(
    `SELECT a.id, a.name FROM auctions a WHERE EXISTS (SELECT FROM lots l
        WHERE l.auction_id = a.id AND l.closed_at IS NULL AND l.closes_at BETWEEN $1 AND $2)
      ORDER BY a.id FOR UPDATE`,
    [from, to],
  );
  return rows;
}

/** Sets the pulse to now, so that an outage can have begun only now. */
export async function startPulse(tx: Db): Promise<void> {
  await tx.query("UPDATE bidding_pulse SET at = clock_ms()");
}

import type { Db } from "./pool.ts";

export interface WindowState {
  readonly hits: number;
  /** Seconds until the window ends, at least 1. */
  readonly endsInSec: number;
}

/**
 * Counts hits in a window that begins with the first one, across all processes.
 * @param weight how many hits to count
 */
export async function countTry(
  db: Db,
  bucket: string,
  windowSec: number,
  weight = 1,
): Promise<WindowState> {
  const { rows } = await db.query<{ hits: number; ends_in: number }>({
    name: "rate-window-count",
    text: `INSERT INTO rate_windows AS w (bucket, hits, ends_at)
      VALUES ($1, $3, clock_ms() + make_interval(secs => $2))
      ON CONFLICT (bucket) DO UPDATE SET
        hits = CASE WHEN w.ends_at <= clock_ms() THEN $3 ELSE least(w.hits, 1000000000) + $3 END,
        ends_at = CASE WHEN w.ends_at <= clock_ms() THEN excluded.ends_at ELSE w.ends_at END
      RETURNING hits, ceil(extract(epoch FROM ends_at - clock_ms())) AS ends_in`,
    values: [bucket, windowSec, weight],
  });
  const row = rows[0];
  if (row === undefined) throw new Error("a rate window was not counted");
  return { hits: row.hits, endsInSec: Math.max(1, row.ends_in) };
}

/** Takes back a hit that turned out to be legitimate. */
export async function uncountTry(db: Db, bucket: string): Promise<void> {
  await db.query("UPDATE rate_windows SET hits = hits - 1 WHERE bucket = $1 AND hits > 0", [
    bucket,
  ]);
}

/** Starts windows again. */
export async function forgetTries(db: Db, buckets: readonly string[]): Promise<void> {
  await db.query("DELETE FROM rate_windows WHERE bucket = ANY($1::text[])", [buckets]);
}

/** Adds hits to windows that end at given instants; returns the totals of all processes. */
export async function shareHits(
  db: Db,
  windows: readonly { readonly bucket: string; readonly hits: number; readonly endsAt: Date }[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ bucket: string; hits: number }>(
    `INSERT INTO rate_windows AS w (bucket, hits, ends_at)
      SELECT * FROM unnest($1::text[], $2::int[], $3::timestamptz[]) AS n(bucket, hits, ends_at) ORDER BY 1
      ON CONFLICT (bucket) DO UPDATE SET hits = w.hits + excluded.hits
      RETURNING bucket, hits`,
    [
      windows.map(({ bucket }) => bucket),
      windows.map(({ hits }) => hits),
      windows.map(({ endsAt }) => endsAt),
    ],
  );
  return new Map(rows.map(({ bucket, hits }) => [bucket, hits]));
}

import type { Db } from "./pool.ts";

/** How a window stands after one more try. */
export interface WindowState {
  readonly hits: number;
  /** Seconds until the window ends, at least 1. */
  readonly endsInSec: number;
}

/** Counts a try in a window that begins with its first one; all processes count together. */
export async function countTry(db: Db, bucket: string, windowSec: number): Promise<WindowState> {
  const { rows } = await db.query<{ hits: number; ends_in: number }>({
    name: "rate-window-count",
    text: `INSERT INTO rate_windows AS w (bucket, hits, ends_at)
      VALUES ($1, 1, clock_ms() + make_interval(secs => $2))
      ON CONFLICT (bucket) DO UPDATE SET
        hits = CASE WHEN w.ends_at <= clock_ms() THEN 1 ELSE w.hits + 1 END,
        ends_at = CASE WHEN w.ends_at <= clock_ms() THEN excluded.ends_at ELSE w.ends_at END
      RETURNING hits, ceil(extract(epoch FROM ends_at - clock_ms())) AS ends_in`,
    values: [bucket, windowSec],
  });
  const row = rows[0];
  if (row === undefined) throw new Error("a rate window was not counted");
  return { hits: row.hits, endsInSec: Math.max(1, row.ends_in) };
}

/** Takes a try back that turned out to be an honest one. */
export async function uncountTry(db: Db, bucket: string): Promise<void> {
  await db.query("UPDATE rate_windows SET hits = hits - 1 WHERE bucket = $1 AND hits > 0", [
    bucket,
  ]);
}

/** Adds hits to windows that end at given instants; answers the sums of all processes. */
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

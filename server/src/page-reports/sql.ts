import type { reportPageFailure } from "@gavelyard/contract/page-reports";
import type { BodyOf } from "@gavelyard/contract/endpoint";
import type { Db } from "../db/pool.ts";

/** Maximum different failures that are kept of a day, since anybody can report some. */
const MAX_OF_DAY = 200;

/** Counts a failure of a page, unless the day has too many different ones. */
export async function countPageFailure(
  db: Db,
  { kind, build, route, error, frames }: BodyOf<typeof reportPageFailure>,
  stackHash: Buffer,
): Promise<void> {
  await db.query(
    `INSERT INTO page_failures (day, stack_hash, kind, build, route, error, frames)
      SELECT today, $1::bytea, $2::text, $3::text, $4::text, $5::text, $6::text[]
      FROM (SELECT (clock_ms() AT TIME ZONE 'UTC')::date AS today) t
      WHERE (SELECT count(*) FROM page_failures f WHERE f.day = today) < ${MAX_OF_DAY}
        OR EXISTS (SELECT FROM page_failures f
          WHERE f.day = today AND f.stack_hash = $1::bytea AND f.build = $3::text)
      ON CONFLICT (day, stack_hash, build)
        DO UPDATE SET reports = page_failures.reports + 1, last_at = clock_ms()`,
    [stackHash, kind, build, route, error, frames],
  );
}

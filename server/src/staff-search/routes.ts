import { findRecords } from "@gavelyard/contract/staff-search";
import type { Context } from "../context.ts";
import type { Serve } from "../http/serve.ts";
import { findRecords as find, MAX_EXAMINED } from "./sql.ts";

/** The staff's search; `unitsNamed` returns the newest units that a text names. */
export function staffSearchRoutes(
  serve: Serve,
  { pool }: Pick<Context, "pool">,
  unitsNamed: (q: string, atMost: number) => Promise<readonly number[]>,
): void {
  serve(findRecords, async ({ query, user }) =>
    find(pool, query.q, await unitsNamed(query.q, MAX_EXAMINED), user),
  );
}

import type { Asked } from "../db/piece-client.ts";
import { bigints, packedArray, textArray } from "../db/row-arrays.ts";
import { Values } from "../db/values.ts";
import type { DecidedBatch } from "./batch.ts";
import type { VersionedLot } from "./known-lots.ts";
import type { KeyOfUser } from "./lock-batch-sql.ts";
import { versionWritten } from "./write-batch-sql.ts";

/** How far the time that bids are given may lie behind the database's clock. */
const BEHIND_MS = 250;

/** What a batch was decided by without reading it. */
export interface DecidedBy {
  readonly batch: DecidedBatch;
  readonly lots: readonly VersionedLot[];
  readonly keys: readonly KeyOfUser[];
}

type Sent = Values<number | string | Buffer>;

function enoughIsLeft(sent: Sent, needed: DecidedBatch["needed"]): string {
  const ids = sent.add(bigints(needed.map(({ userId }) => userId)));
  const cents = sent.add(bigints(needed.map((bidder) => bidder.cents)));
  return `NOT EXISTS (SELECT FROM unnest(${ids}::bigint[], ${cents}::bigint[]) AS c(id, needed)
    WHERE (SELECT b.limit_cents - b.leading_cents - b.awarded_cents >= c.needed
      FROM bidders b WHERE b.user_id = c.id) IS NOT TRUE)`;
}

function lotsAreAsTheyWere(sent: Sent, lots: readonly VersionedLot[]): string {
  const ids = sent.add(bigints(lots.map(({ id }) => id)));
  const versions = lots.map(({ version }) => version);
  return `NOT EXISTS (
    SELECT FROM unnest(${ids}::bigint[], ${sent.add(packedArray("xid", versions))}::xid[]) AS c(id, version)
    WHERE (SELECT l.xmin = c.version FROM lots l WHERE l.id = c.id) IS NOT TRUE)`;
}

function keysAreNew(sent: Sent, keys: readonly KeyOfUser[]): string {
  const ids = sent.add(bigints(keys.map(({ userId }) => userId)));
  const texts = sent.add(textArray(keys.map(({ key }) => key)));
  return `NOT EXISTS (SELECT FROM unnest(${ids}::bigint[], ${texts}::text[]) AS k(user_id, key)
    WHERE (SELECT l.id FROM ledger l WHERE l.user_id = k.user_id AND l.idempotency_key = k.key)
        IS NOT NULL
      OR (SELECT r.user_id FROM refused_requests r
        WHERE r.user_id = k.user_id AND r.idempotency_key = k.key) IS NOT NULL)`;
}

/**
 * Holds a batch that was decided by what was known against what is; asked once the lots that it changes
 * are locked. The lots must be open still, those that it does not change be as they were, its time be
 * that of the clock, its bidders be allowed to bid with as much left as they need, and its keys be new.
 * What is left to those whose holds the batch changes is for `changeHolds` to look at.
 * Answers the database's clock in ms since the epoch, and the version of the rows written (see
 * `KnownLots`), null where none were.
 * @throws DatabaseError 40001 where something is otherwise
 */
export async function holdAgainst(
  db: Asked,
  { batch, lots, keys }: DecidedBy,
): Promise<{ readonly nowMs: number; readonly version: string | null }> {
  const holding = new Set(batch.holds.map(({ userId }) => userId));
  const elsewhere = batch.needed.filter(({ userId }) => !holding.has(userId));
  const changed = new Set(batch.lots.map(({ lotId }) => lotId));
  const unchanged = lots.filter(({ id }) => !changed.has(id));
  const sent: Sent = new Values();
  const at = `to_timestamp(${sent.add(batch.nowMs)}::float8 / 1000)`;
  const firstClose = sent.add(Math.min(...lots.map((lot) => lot.closes_at.getTime())));
  const bidders = sent.add(bigints(batch.needed.map(({ userId }) => userId)));
  const conditions = [
    `clock_ms() BETWEEN ${at} AND ${at} + interval '${BEHIND_MS} milliseconds'`,
    `clock_ms() <= to_timestamp(${firstClose}::float8 / 1000)`,
    `(SELECT count(*) FROM users u WHERE u.id = ANY(${bidders}::bigint[])
      AND u.status = 'ACTIVE' AND u.role = 'ROLE_CUSTOMER') = cardinality(${bidders}::bigint[])`,
    // Of what a batch has nothing is not asked: getting ready to look costs though there is nothing.
    ...(elsewhere.length > 0 ? [enoughIsLeft(sent, elsewhere)] : []),
    ...(unchanged.length > 0 ? [lotsAreAsTheyWere(sent, unchanged)] : []),
    ...(keys.length > 0 ? [keysAreNew(sent, keys)] : []),
  ];
  const asked = [elsewhere, unchanged, keys].map(({ length }) => Math.min(length, 1));
  const { rows } = await db.query<{ now: Date; version: string | null }>({
    name: `batch-as-known-${asked.join("")}`,
    text: `SELECT clock_ms() AS now, ${versionWritten} AS version
      WHERE CASE WHEN ${conditions.join(" AND ")} THEN true ELSE refuse_stale() END`,
    values: sent.list,
  });
  const [answer] = rows;
  if (answer === undefined) throw new Error("the database told no time");
  return { nowMs: answer.now.getTime(), version: answer.version };
}

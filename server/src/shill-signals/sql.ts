import type { Signal } from "@gavelyard/contract/shill-signals";
import type { Signal as FoundSignal, SignalReason } from "@gavelyard/domain/bidding/shill-signals";
import { say } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

/**
 * Tries to take the lock for recalculating signals until the transaction ends; false while another
 * process has it.
 */
export async function claimFinding(tx: PoolClient): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('signals', 0)) AS mine",
  );
  return rows[0]?.mine === true;
}

/** Replaces the stored signals, keeping the staff's reviews. */
export async function replaceSignals(
  tx: PoolClient,
  found: readonly (FoundSignal & { readonly fingerprint: readonly string[] })[],
): Promise<void> {
  await tx.query("DELETE FROM signals WHERE user_id <> ALL($1::bigint[])", [
    found.map(({ userId }) => userId),
  ]);
  await tx.query(
    `INSERT INTO signals (user_id, score, reasons, fingerprint, found_at)
      SELECT (f->>'userId')::bigint, (f->>'score')::smallint, f->'reasons',
        ARRAY(SELECT jsonb_array_elements_text(f->'fingerprint')), clock_ms()
      FROM jsonb_array_elements($1::jsonb) AS f
      ON CONFLICT (user_id) DO UPDATE SET score = EXCLUDED.score, reasons = EXCLUDED.reasons,
        fingerprint = EXCLUDED.fingerprint, found_at = EXCLUDED.found_at`,
    [JSON.stringify(found)],
  );
}

interface SignalRow {
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly status: Signal["status"];
  readonly score: number;
  /** Signals found before their reasons were messages have texts. */
  readonly reasons: readonly (Omit<SignalReason, "text"> & {
    readonly text: SignalReason["text"] | string;
  })[];
  readonly found_at: Date;
  readonly looked_at: Date | null;
  readonly looked_by: string | null;
  readonly look_note: string | null;
  readonly open: boolean;
  readonly total: number;
}

/** A signal is open while it has a reason that nobody reviewed. */
const isOpen = "(s.looked_at IS NULL OR NOT s.fingerprint <@ s.looked_fingerprint)";
const signalRows = `SELECT s.user_id, u.name, u.email, u.status, s.score, s.reasons, s.found_at, s.looked_at,
    k.name AS looked_by, s.look_note, ${isOpen} AS open, count(*) OVER () AS total
  FROM signals s JOIN users u ON u.id = s.user_id LEFT JOIN users k ON k.id = s.looked_by`;

/** Returns a page of signals, strongest first, and the total. */
export async function searchSignals(
  db: Db,
  {
    looked,
    page,
    size,
  }: { readonly looked: boolean; readonly page: number; readonly size: number },
): Promise<{ content: Signal[]; total: number }> {
  const { rows } = await db.query<SignalRow>(
    `${signalRows} WHERE ${looked ? "NOT " : ""}${isOpen}
      ORDER BY s.score DESC, s.user_id LIMIT $1 OFFSET $2`,
    [size, page * size],
  );
  return { content: await withNames(db, rows), total: rows[0]?.total ?? 0 };
}

export async function signalOf(db: Db, userId: number): Promise<Signal | null> {
  const { rows } = await db.query<SignalRow>(`${signalRows} WHERE s.user_id = $1`, [userId]);
  const [signal] = await withNames(db, rows);
  return signal ?? null;
}

/** Marks a user's signal, with its current reasons, as reviewed; false when there is none. */
export async function setLooked(
  tx: PoolClient,
  userId: number,
  { note, by }: { readonly note: string; readonly by: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE signals SET looked_at = clock_ms(), looked_by = $2, look_note = $3,
        looked_fingerprint = fingerprint WHERE user_id = $1`,
    [userId, by, note],
  );
  return (rowCount ?? 0) > 0;
}

/** Replaces the ids in reasons by names. */
async function withNames(db: Db, rows: readonly SignalRow[]): Promise<Signal[]> {
  const reasons = rows.flatMap((row) => row.reasons);
  const users = await namesOf(
    db,
    "users",
    reasons.map(({ otherId }) => otherId),
  );
  const yards = await namesOf(
    db,
    "yards",
    reasons.map(({ yardId }) => yardId),
  );
  const { rows: lotRows } = await db.query<Signal["reasons"][number]["lots"][number]>(
    `SELECT l.id AS "lotId", l.lot_number || l.lot_suffix AS "lotNumber", l.inventory_id AS "inventoryId",
        l.auction_id AS "auctionId", ${unitTitle} AS name
      FROM lots l JOIN inventory i ON i.id = l.inventory_id WHERE l.id = ANY($1::bigint[])`,
    [[...new Set(reasons.flatMap(({ lotIds }) => lotIds))]],
  );
  const lots = new Map(lotRows.map((lot) => [lot.lotId, lot]));
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    email: row.email,
    status: row.status,
    score: row.score,
    reasons: row.reasons.map(({ rule, points, text, otherId, yardId, lotIds }) => ({
      rule,
      points,
      text: say(text),
      other: otherId === null ? null : { userId: otherId, name: users.get(otherId) ?? "" },
      yard: yardId === null ? null : { id: yardId, name: yards.get(yardId) ?? "" },
      lots: lotIds.flatMap((lotId) => lots.get(lotId) ?? []),
    })),
    foundAt: row.found_at.toISOString(),
    looked:
      row.looked_at === null
        ? null
        : {
            at: row.looked_at.toISOString(),
            byName: row.looked_by ?? "",
            note: row.look_note ?? "",
          },
    open: row.open,
  }));
}

async function namesOf(
  db: Db,
  table: "users" | "yards",
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `SELECT id, name FROM ${table} WHERE id = ANY($1::bigint[])`,
    [[...new Set(ids.filter((id) => id !== null))]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

import { rootText } from "@gavelyard/domain/lot-proofs/lot-proof";
import type { PoolClient } from "pg";
import { sha256 } from "../db/secrets/sha256.ts";

export interface ClosedLot {
  readonly lotId: number;
  readonly root: string;
  readonly closedAtMs: number;
}

/** Key of the advisory lock on the list of roots, an arbitrary number; held until the commit. */
const LIST_LOCK = 7_106_017;

/**
 * Appends lots' roots to the public list of all roots, which is itself a chain. Processes that
 * close lots at the same time wait for each other here, so a transaction takes this lock last.
 */
export async function publishRoots(tx: PoolClient, closed: readonly ClosedLot[]): Promise<void> {
  if (closed.length === 0) return;
  await tx.query("SELECT pg_advisory_xact_lock($1)", [LIST_LOCK]);
  const { rows } = await tx.query<{ position: number; hash: string }>(
    "SELECT position, encode(hash, 'hex') AS hash FROM lot_roots ORDER BY position DESC LIMIT 1",
  );
  let position = rows[0]?.position ?? 0;
  let previous = rows[0]?.hash ?? null;
  const lines = closed.map((lot) => {
    const line = { position: (position += 1), ...lot, previous };
    previous = sha256(rootText(line));
    return { ...line, hash: previous };
  });
  await tx.query(
    `INSERT INTO lot_roots (position, lot_id, root, closed_at, previous, hash)
      SELECT position, lot_id, decode(root, 'hex'), closed_at, decode(previous, 'hex'), decode(hash, 'hex')
      FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[])
        AS r(position, lot_id, root, closed_at, previous, hash)`,
    [
      lines.map((line) => line.position),
      lines.map((line) => line.lotId),
      lines.map((line) => line.root),
      lines.map((line) => new Date(line.closedAtMs).toISOString()),
      lines.map((line) => line.previous),
      lines.map((line) => line.hash),
    ],
  );
}

import type { PoolClient } from "pg";
import type { SaleStep } from "./sale-sql.ts";

export async function insertStep(tx: PoolClient, lotId: number, step: SaleStep): Promise<void> {
  await tx.query(
    `INSERT INTO negotiation_steps (lot_id, seq, kind, side, cents, at, valid_until, hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'))`,
    [
      lotId,
      step.seq,
      step.kind,
      step.side,
      step.cents,
      new Date(step.atMs).toISOString(),
      step.untilMs === null ? null : new Date(step.untilMs).toISOString(),
      step.hash,
    ],
  );
}

/** The state of a closed lot's chain; secret and head are null on a lot without one. */
export interface NegotiationChain {
  readonly secret: string | null;
  /** The last hash: of the newest step, or the lot's root. */
  readonly head: string | null;
  readonly stored: number;
}

export async function negotiationChain(tx: PoolClient, lotId: number): Promise<NegotiationChain> {
  const { rows } = await tx.query<NegotiationChain>(
    `SELECT encode(l.proof_secret, 'hex') AS secret, encode(coalesce(
          (SELECT n.hash FROM negotiation_steps n WHERE n.lot_id = l.id ORDER BY n.seq DESC LIMIT 1),
          l.chain_head), 'hex') AS head,
        (SELECT count(*) FROM negotiation_steps n WHERE n.lot_id = l.id) AS stored
      FROM lots l WHERE l.id = $1`,
    [lotId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`lot ${lotId} is gone`);
  return row;
}

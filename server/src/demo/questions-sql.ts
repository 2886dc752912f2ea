import type { InventoryType } from "@gavelyard/contract/inventory/inventory-fields";
import type { PoolClient } from "pg";

export interface UnitRow {
  readonly id: number;
  readonly inventory_type: InventoryType;
}

/**
 * Returns units of these types in open lots, without questions: every third one that runs and has
 * an estimate, the latest closes first.
 */
export async function unitsWithoutQuestions(
  tx: PoolClient,
  types: readonly InventoryType[],
): Promise<UnitRow[]> {
  const { rows } = await tx.query<UnitRow>(
    `SELECT i.id, i.inventory_type FROM inventory i JOIN lots l ON l.id = i.current_lot_id
      WHERE i.status = 'IN_AUCTION' AND l.closed_at IS NULL AND l.closes_at > clock_ms()
        AND (i.run_condition = 'RUNS_DRIVES' OR i.inventory_type = 'TRAILER') AND i.id % 3 = 0
        AND i.estimate_low_cents IS NOT NULL
        AND i.inventory_type = ANY ($1)
        AND NOT EXISTS (SELECT FROM unit_questions q WHERE q.inventory_id = i.id)
      ORDER BY l.closes_at DESC, i.id LIMIT 60`,
    [types],
  );
  return rows;
}

export async function countOpenQuestions(tx: PoolClient): Promise<number> {
  const { rows } = await tx.query<{ open: number }>(
    "SELECT count(*) AS open FROM unit_questions WHERE status = 'OPEN'",
  );
  return rows[0]?.open ?? 0;
}

/** A question that was asked `minutesAgo`, and answered some minutes before now, if it was. */
export interface PastQuestion {
  readonly inventoryId: number;
  readonly userId: number;
  readonly question: string;
  readonly minutesAgo: number;
  readonly answers: readonly { readonly text: string; readonly minutesAgo: number }[];
  readonly answeredBy: number;
}

export async function insertPastQuestion(tx: PoolClient, past: PastQuestion): Promise<void> {
  await tx.query(
    `WITH asked AS (
        INSERT INTO unit_questions (inventory_id, user_id, question, asked_at, status, wordings, told)
        VALUES ($1, $2, $3, clock_ms() - make_interval(mins => $4),
          CASE WHEN $5 = 0 THEN 'OPEN' ELSE 'ANSWERED' END, $5, $5) RETURNING id)
      INSERT INTO unit_answers (question_id, seq, answer, at, answered_by)
      SELECT asked.id, a.seq, a.answer, clock_ms() - make_interval(mins => a.ago), $8
      FROM asked, unnest($6::text[], $7::int[]) WITH ORDINALITY AS a (answer, ago, seq)`,
    [
      past.inventoryId,
      past.userId,
      past.question,
      past.minutesAgo,
      past.answers.length,
      past.answers.map(({ text }) => text),
      past.answers.map(({ minutesAgo }) => minutesAgo),
      past.answeredBy,
    ],
  );
}

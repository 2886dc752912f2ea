import type { QuestionStatus } from "@gavelyard/domain/inventory/questions";
import type { Db } from "../db/pool.ts";
import { published, unitTitle } from "../inventory/sql.ts";

/** SQL for whether unit `i` with its last lot `l` is or will be on sale, and so takes questions. */
export const onSale = `(i.status = 'AVAILABLE'
  OR i.status = 'IN_AUCTION' AND l.closed_at IS NULL AND l.closes_at > clock_ms())`;

export const lastLot = "LEFT JOIN lots l ON l.id = i.current_lot_id";

/** SQL for the wordings of question `q`'s answer, the first one first. */
export const wordings = `(SELECT json_agg(json_build_object('answer', a.answer, 'at', a.at, 'by', u.name) ORDER BY a.seq)
  FROM unit_answers a JOIN users u ON u.id = a.answered_by WHERE a.question_id = q.id)`;

/** A wording of an answer; `at` as the database writes it. */
export interface WordingRow {
  readonly answer: string;
  readonly at: string;
  readonly by: string;
}

/** Returns whether a published unit takes questions; null when there is no such unit. */
export async function takesQuestions(db: Db, inventoryId: number): Promise<boolean | null> {
  const { rows } = await db.query<{ on_sale: boolean }>(
    `SELECT ${onSale} AS on_sale FROM inventory i ${lastLot} WHERE i.id = $1 AND ${published}`,
    [inventoryId],
  );
  return rows[0]?.on_sale ?? null;
}

export interface AnsweredRow {
  readonly id: number;
  readonly question: string;
  readonly asked_at: Date;
  readonly wordings: readonly WordingRow[];
  readonly earlier: boolean;
}

/** Returns the answered questions of a unit, the newest answer first. */
export async function answeredQuestions(db: Db, inventoryId: number): Promise<AnsweredRow[]> {
  const { rows } = await db.query<AnsweredRow>(
    `SELECT q.id, q.question, q.asked_at, ${wordings} AS wordings,
        EXISTS (SELECT FROM lots e WHERE e.inventory_id = i.id AND e.id <> i.current_lot_id
          AND e.closed_at > f.at) AS earlier
      FROM unit_questions q JOIN inventory i ON i.id = q.inventory_id
        JOIN unit_answers f ON f.question_id = q.id AND f.seq = 1
        JOIN unit_answers n ON n.question_id = q.id AND n.seq = q.wordings
      WHERE q.inventory_id = $1 AND q.status = 'ANSWERED' ORDER BY n.at DESC, q.id DESC`,
    [inventoryId],
  );
  return rows;
}

export interface OwnRow {
  readonly id: number;
  readonly question: string;
  readonly asked_at: Date;
  readonly status: QuestionStatus;
  readonly hide_reason: string | null;
}

/** Returns a customer's latest questions about a unit, newest first. */
export async function questionsOfAsker(
  db: Db,
  userId: number,
  inventoryId: number,
  limit: number,
): Promise<OwnRow[]> {
  const { rows } = await db.query<OwnRow>(
    `SELECT id, question, asked_at, status, hide_reason FROM unit_questions
      WHERE user_id = $1 AND inventory_id = $2 ORDER BY id DESC LIMIT $3`,
    [userId, inventoryId, limit],
  );
  return rows;
}

/** Facts that decide whether a unit takes a question. */
export interface AskedUnit {
  readonly on_sale: boolean;
  /** Number of open and answered questions. */
  readonly questions: number;
}

/** Locks a published unit, so that its questions can be counted; null when there is none. */
export async function lockAskedUnit(tx: Db, inventoryId: number): Promise<AskedUnit | null> {
  await tx.query("SELECT FROM inventory WHERE id = $1 FOR NO KEY UPDATE", [inventoryId]);
  const { rows } = await tx.query<AskedUnit>(
    `SELECT ${onSale} AS on_sale, (SELECT count(*) FROM unit_questions q
        WHERE q.inventory_id = i.id AND q.status IN ('OPEN', 'ANSWERED')) AS questions
      FROM inventory i ${lastLot} WHERE i.id = $1 AND ${published}`,
    [inventoryId],
  );
  return rows[0] ?? null;
}

/** Inserts a question; false when the customer has the same one open. */
export async function insertQuestion(
  tx: Db,
  inventoryId: number,
  userId: number,
  question: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO unit_questions (inventory_id, user_id, question) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING`,
    [inventoryId, userId, question],
  );
  return rowCount === 1;
}

export interface LockedQuestion {
  readonly id: number;
  readonly inventory_id: number;
  readonly title: string;
  readonly question: string;
  readonly status: QuestionStatus;
  readonly wordings: number;
  readonly answer: string | null;
  readonly on_sale: boolean;
  readonly closes_at: Date | null;
  readonly now: Date;
  /** The buyer who asked; null once the account is closed. */
  readonly user_id: number | null;
  readonly name: string | null;
  readonly email: string | null;
}

export async function lockQuestion(tx: Db, id: number): Promise<LockedQuestion | null> {
  const { rows } = await tx.query<LockedQuestion>(
    `SELECT q.id, q.inventory_id, ${unitTitle} AS title, q.question, q.status, q.wordings,
        (SELECT a.answer FROM unit_answers a WHERE a.question_id = q.id AND a.seq = q.wordings) AS answer,
        ${onSale} AS on_sale, l.closes_at, clock_ms() AS now, q.user_id, u.name, u.email
      FROM unit_questions q JOIN inventory i ON i.id = q.inventory_id ${lastLot}
        LEFT JOIN users u ON u.id = q.user_id
      WHERE q.id = $1 FOR UPDATE OF q`,
    [id],
  );
  return rows[0] ?? null;
}

/** Adds a wording to the answer of a locked question. */
export async function insertAnswer(
  tx: Db,
  { id, wordings: known }: LockedQuestion,
  answer: string,
  by: number,
): Promise<void> {
  await tx.query(
    "INSERT INTO unit_answers (question_id, seq, answer, answered_by) VALUES ($1, $2, $3, $4)",
    [id, known + 1, answer, by],
  );
  await tx.query(
    "UPDATE unit_questions SET status = 'ANSWERED', wordings = wordings + 1 WHERE id = $1",
    [id],
  );
}

export async function setHidden(tx: Db, id: number, reason: string, by: number): Promise<void> {
  await tx.query(
    `UPDATE unit_questions SET status = 'HIDDEN', ended_at = clock_ms(), hidden_by = $2, hide_reason = $3
      WHERE id = $1`,
    [id, by, reason],
  );
}

export interface EndedRow {
  readonly id: number;
  readonly inventory_id: number;
  readonly title: string;
  readonly question: string;
  readonly name: string;
  readonly email: string;
}

/** Closes up to `limit` open questions of units that are no longer on sale, and returns them. */
export async function closeOverdueQuestions(tx: Db, limit: number): Promise<EndedRow[]> {
  const { rows } = await tx.query<EndedRow>(
    `WITH over AS (
        SELECT q.id FROM unit_questions q JOIN inventory i ON i.id = q.inventory_id ${lastLot}
        WHERE q.status = 'OPEN' AND NOT ${onSale} ORDER BY q.id LIMIT $1 FOR UPDATE OF q SKIP LOCKED),
      ended AS (
        UPDATE unit_questions q SET status = 'CLOSED', ended_at = clock_ms() FROM over
        WHERE q.id = over.id RETURNING q.id, q.inventory_id, q.question, q.user_id)
      SELECT e.id, e.inventory_id, ${unitTitle} AS title, e.question, u.name, u.email
      FROM ended e JOIN inventory i ON i.id = e.inventory_id JOIN users u ON u.id = e.user_id`,
    [limit],
  );
  return rows;
}

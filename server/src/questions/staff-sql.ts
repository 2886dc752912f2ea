import type { QuestionStatus } from "@gavelyard/domain/inventory/questions";
import type { Db } from "../db/pool.ts";
import { Values } from "../db/values.ts";
import { unitTitle } from "../inventory/sql.ts";
import { lastLot, onSale, wordings, type WordingRow } from "./sql.ts";

/** Filters of the staff's list; all must match. */
export interface QuestionSearch {
  readonly status?: QuestionStatus | undefined;
  readonly unit?: number | undefined;
  readonly id?: number | undefined;
}

export interface StaffQuestionRow {
  readonly id: number;
  readonly question: string;
  readonly asked_at: Date;
  readonly status: QuestionStatus;
  readonly asker_id: number | null;
  readonly asker: string | null;
  readonly wordings: readonly WordingRow[] | null;
  readonly on_sale: boolean;
  readonly hidden_by: string | null;
  readonly hide_reason: string | null;
  readonly inventory_id: number;
  readonly title: string;
  readonly stock_number: string;
  readonly closes_at: Date | null;
  readonly time_zone: string | null;
}

/** Returns a page of questions: open ones first, by the close of their lot; the rest newest first. */
export async function listQuestions(
  db: Db,
  { status, unit, id }: QuestionSearch,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: StaffQuestionRow[]; total: number }> {
  const values = new Values();
  const conditions = [
    "true",
    ...(status === undefined ? [] : [`q.status = ${values.add(status)}`]),
    ...(unit === undefined ? [] : [`q.inventory_id = ${values.add(unit)}`]),
    ...(id === undefined ? [] : [`q.id = ${values.add(id)}`]),
  ];
  const { rows } = await db.query<StaffQuestionRow & { readonly total: number }>(
    `SELECT q.id, q.question, q.asked_at, q.status, q.user_id AS asker_id, u.name AS asker,
        ${wordings} AS wordings, ${onSale} AS on_sale, h.name AS hidden_by, q.hide_reason,
        q.inventory_id, ${unitTitle} AS title, i.stock_number,
        CASE WHEN l.closed_at IS NULL THEN l.closes_at END AS closes_at, a.time_zone,
        count(*) OVER () AS total
      FROM unit_questions q JOIN inventory i ON i.id = q.inventory_id ${lastLot}
        LEFT JOIN auctions a ON a.id = l.auction_id
        LEFT JOIN users u ON u.id = q.user_id LEFT JOIN users h ON h.id = q.hidden_by
      WHERE ${conditions.join(" AND ")}
      ORDER BY q.status = 'OPEN' DESC, CASE WHEN q.status = 'OPEN' THEN l.closes_at END, q.id DESC
      LIMIT ${values.add(size)} OFFSET ${values.add(page * size)}`,
    values.list,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

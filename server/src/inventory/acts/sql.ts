import type { UnitActProgress } from "@gavelyard/contract/inventory/unit-acts";
import type { Message } from "@gavelyard/messages/text";
import type { Db } from "../../db/pool.ts";
import { unitTitle } from "../sql.ts";
import type { UnitRow } from "../stock-sql.ts";

export interface ActRow {
  readonly id: number;
  readonly kind: UnitActProgress["kind"];
  readonly created_by: number;
  readonly undoes_kind: UnitActProgress["kind"] | null;
  readonly is_undone: boolean;
}

export async function actById(db: Db, id: number): Promise<ActRow | null> {
  const { rows } = await db.query<ActRow>(
    `SELECT a.id, a.kind, a.created_by, o.kind AS undoes_kind,
        EXISTS (SELECT 1 FROM unit_acts u WHERE u.undoes = a.id) AS is_undone
      FROM unit_acts a LEFT JOIN unit_acts o ON o.id = a.undoes WHERE a.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function insertAct(
  tx: Db,
  { kind, undoes, userId }: { kind: ActRow["kind"]; undoes: number | null; userId: number },
): Promise<number | null> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO unit_acts (kind, undoes, created_by) VALUES ($1, $2, $3)
      ON CONFLICT (undoes) DO NOTHING RETURNING id`,
    [kind, undoes, userId],
  );
  return rows[0]?.id ?? null;
}

/** Adds units to an act; those that don't exist are left out. */
export async function addUnits(tx: Db, actId: number, ids: readonly number[]): Promise<void> {
  await tx.query(
    `INSERT INTO unit_act_units (act_id, inventory_id)
      SELECT $1, id FROM inventory WHERE id = ANY($2::bigint[])`,
    [actId, ids],
  );
}

/** Adds the units to which another act gave a status that they didn't have. */
export async function addChangedUnits(
  tx: Db,
  actId: number,
  other: { readonly id: number; readonly kind: ActRow["kind"] },
): Promise<void> {
  await tx.query(
    `INSERT INTO unit_act_units (act_id, inventory_id)
      SELECT $1, inventory_id FROM unit_act_units WHERE act_id = $2 AND status_before <> $3`,
    [actId, other.id, statusOf[other.kind] ?? ""],
  );
}

/** The status that an act gives. */
export const statusOf = {
  PUBLISH: "AVAILABLE",
  WITHDRAW: "WITHDRAWN",
  ARCHIVE: "ARCHIVED",
  UNDO: null,
} as const;

export interface WaitingRow {
  readonly inventory_id: number;
  /** The status before the act that this one undoes. */
  readonly status_to: UnitRow["status"] | null;
}

/** Returns the units of an act that nothing was done with yet. */
export async function waitingUnits(db: Db, actId: number): Promise<WaitingRow[]> {
  const { rows } = await db.query<WaitingRow>(
    `SELECT u.inventory_id, o.status_before AS status_to FROM unit_acts a
      JOIN unit_act_units u ON u.act_id = a.id
      LEFT JOIN unit_act_units o ON o.act_id = a.undoes AND o.inventory_id = u.inventory_id
      WHERE a.id = $1 AND u.done_at IS NULL ORDER BY u.inventory_id`,
    [actId],
  );
  return rows;
}

export async function noteDone(
  tx: Db,
  actId: number,
  inventoryId: number,
  before: UnitRow["status"],
): Promise<void> {
  await tx.query(
    `UPDATE unit_act_units SET done_at = clock_ms(), status_before = $3
      WHERE act_id = $1 AND inventory_id = $2 AND done_at IS NULL`,
    [actId, inventoryId, before],
  );
}

export async function noteRefused(
  db: Db,
  actId: number,
  inventoryId: number,
  fault: Message,
): Promise<void> {
  await db.query(
    `UPDATE unit_act_units SET done_at = clock_ms(), fault = $3
      WHERE act_id = $1 AND inventory_id = $2 AND done_at IS NULL`,
    [actId, inventoryId, JSON.stringify(fault)],
  );
}

export interface CountRow {
  readonly units: number;
  readonly done: number;
  readonly refused: number;
  readonly changed: number;
}

export async function countUnits(db: Db, { id, kind }: ActRow): Promise<CountRow> {
  const { rows } = await db.query<CountRow>(
    `SELECT count(*) AS units, count(*) FILTER (WHERE status_before IS NOT NULL) AS done,
        count(*) FILTER (WHERE fault IS NOT NULL) AS refused,
        count(*) FILTER (WHERE status_before <> $2) AS changed
      FROM unit_act_units WHERE act_id = $1`,
    [id, statusOf[kind] ?? ""],
  );
  return rows[0] ?? { units: 0, done: 0, refused: 0, changed: 0 };
}

export interface FaultRow {
  readonly inventory_id: number;
  readonly stock_number: string;
  readonly name: string;
  readonly fault: Message;
}

const SHOWN_FAULTS = 200;

export async function faultsOf(db: Db, actId: number): Promise<FaultRow[]> {
  const { rows } = await db.query<FaultRow>(
    `SELECT u.inventory_id, i.stock_number, ${unitTitle} AS name, u.fault FROM unit_act_units u
      JOIN inventory i ON i.id = u.inventory_id
      WHERE u.act_id = $1 AND u.fault IS NOT NULL ORDER BY u.inventory_id LIMIT ${SHOWN_FAULTS}`,
    [actId],
  );
  return rows;
}

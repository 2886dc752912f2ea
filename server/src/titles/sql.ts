import type { Paper, UnitTitle } from "@gavelyard/contract/titles";
import type { Title, TitleEventKind, TitleState } from "@gavelyard/domain/titles/title";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";
import { titleColumns, type TitleColumns } from "../inventory/title-sql.ts";
import { clearsAt } from "../sales/invoices-sql.ts";

/** SQL for unit `i`'s newest sale with a release: paid, unless a payment was taken back. */
const newestSale = `LEFT JOIN LATERAL (
    SELECT a.id AS award_id, v.number, u.name AS buyer_name, v.status = 'PAID' AS is_paid,
      greatest(r.issued_at, ${clearsAt}) AS paid_at
    FROM lots l JOIN awards a ON a.lot_id = l.id JOIN releases r ON r.award_id = a.id
      JOIN invoices v ON v.award_id = a.id JOIN users u ON u.id = a.user_id
    WHERE l.inventory_id = i.id ORDER BY r.issued_at DESC LIMIT 1) s ON true`;

export interface TitleRow extends TitleColumns {
  readonly id: number;
  readonly name: string;
  readonly stock_number: string;
  readonly yard: string;
  readonly title_brand: UnitTitle["listing"]["titleBrand"];
  readonly odometer_unit: UnitTitle["listing"]["odometerUnit"];
  /** Null without a sale, and so are the next ones. */
  readonly award_id: number | null;
  readonly number: string | null;
  readonly buyer_name: string | null;
  readonly is_paid: boolean | null;
  readonly paid_at: Date | null;
  readonly now: Date;
}

const columns = `i.id, ${unitTitle} AS name, i.stock_number, i.vin, y.name AS yard, i.title_brand, i.odometer,
  i.odometer_unit, ${titleColumns}, s.award_id, s.number, s.buyer_name, s.is_paid,
  s.paid_at, clock_ms() AS now`;
const tables = `inventory i JOIN yards y ON y.id = i.yard_id ${newestSale}`;

/** Returns titles that aren't with their buyers. Beyond 5,000, the newest units are missing. */
export async function openTitles(db: Db): Promise<TitleRow[]> {
  const { rows } = await db.query<TitleRow>(
    `SELECT ${columns} FROM ${tables} WHERE i.id IN (SELECT t.inventory_id FROM title_states t
        WHERE t.state NOT IN ('WITH_BUYER', 'NOT_TITLED')) ORDER BY i.id LIMIT 5000`,
  );
  return rows;
}

/** Returns units with their titles, by ID, the newest first. */
export async function titlesOf(db: Db, ids: readonly number[]): Promise<TitleRow[]> {
  const { rows } = await db.query<TitleRow>(
    `SELECT ${columns} FROM ${tables} WHERE i.id = ANY($1::bigint[]) ORDER BY i.id DESC`,
    [ids],
  );
  return rows;
}

export interface HistoryRow {
  readonly kind: TitleEventKind;
  readonly fault: UnitTitle["openFaults"][number] | null;
  readonly expected_on: string | null;
  readonly carrier: string;
  readonly tracking: string;
  readonly recipient: string;
  readonly note: string;
  readonly by: string;
  readonly recorded_at: Date;
}

/** Returns what happened to a unit's title, the newest first. */
export async function titleHistory(db: Db, inventoryId: number): Promise<HistoryRow[]> {
  const { rows } = await db.query<HistoryRow>(
    `SELECT e.kind, e.fault, e.expected_on::text AS expected_on, e.carrier, e.tracking, e.recipient, e.note,
        u.name AS by, e.recorded_at
      FROM title_events e JOIN users u ON u.id = e.recorded_by WHERE e.inventory_id = $1 ORDER BY e.seq DESC`,
    [inventoryId],
  );
  return rows;
}

/** Returns the sealed number of a unit's newest paper; null for none. */
export async function sealedNumber(db: Db, inventoryId: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ number: Buffer | null }>(
    "SELECT number FROM titles WHERE inventory_id = $1 ORDER BY id DESC LIMIT 1",
    [inventoryId],
  );
  return rows[0]?.number ?? null;
}

/** The name under which a unit's title number is sealed. */
export const sealedNumberRow = (inventoryId: number): string => `title of unit ${inventoryId}`;

/** Locks a unit's title until the transaction ends. Nothing waits for it that bids need. */
export async function lockTitle(tx: PoolClient, inventoryId: number): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('title ' || $1::bigint, 80))", [
    inventoryId,
  ]);
}

export async function insertTitle(
  tx: PoolClient,
  inventoryId: number,
  paper: Omit<Paper, "number"> & { readonly number: Buffer | null },
  by: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO titles (inventory_id, kind, state, number, owner_name, vin, brand, odometer, place, recorded_by)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      inventoryId,
      paper.kind,
      paper.state,
      paper.number,
      paper.ownerName,
      paper.vin,
      paper.brand,
      paper.odometer,
      paper.place,
      by,
    ],
  );
}

export interface NewTitleEvent {
  readonly kind: TitleEventKind;
  readonly state: TitleState;
  readonly fault?: Title["faults"][number];
  readonly expectedOn?: string;
  readonly awardId?: number;
  readonly carrier?: string;
  readonly tracking?: string;
  readonly recipient?: string;
  readonly note?: string;
}

export async function insertTitleEvent(
  tx: PoolClient,
  inventoryId: number,
  event: NewTitleEvent,
  by: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO title_events (inventory_id, seq, kind, state, fault, expected_on, award_id, carrier, tracking,
        recipient, note, recorded_by)
      SELECT $1, coalesce(max(seq), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
      FROM title_events WHERE inventory_id = $1`,
    [
      inventoryId,
      event.kind,
      event.state,
      event.fault ?? null,
      event.expectedOn ?? null,
      event.awardId ?? null,
      event.carrier ?? "",
      event.tracking ?? "",
      event.recipient ?? "",
      event.note ?? "",
      by,
    ],
  );
}

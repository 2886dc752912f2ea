import type { AuditValues } from "@gavelyard/domain/audit/audit-fields";
import type { Permission } from "@gavelyard/domain/users/permissions";
import type { Role } from "@gavelyard/domain/users/roles";
import type { ProposalKind, ProposalStatus } from "@gavelyard/domain/proposals";
import { defaultReserveBelow, defaultTwoPersonLimit } from "@gavelyard/domain/proposals";
import { dollarsToCents } from "@gavelyard/domain/money";
import type { Db } from "../db/pool.ts";
import type { Confirmed } from "../http/actor.ts";

/** The change that a second person is asked to confirm. */
export interface ProposalFacts extends Confirmed {
  /** Name of the subject as staff know it. */
  readonly title: string;
  readonly before: AuditValues | null;
  readonly reason: string | null;
}

export interface ProposalRow {
  readonly id: number;
  readonly kind: ProposalKind;
  readonly status: ProposalStatus;
  readonly subject_type: string;
  readonly subject_id: number;
  readonly title: string;
  readonly input: unknown;
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
  readonly reason: string | null;
  readonly proposed_by: number;
  readonly proposed_by_name: string;
  /** Whether the proposer is the same person as the viewer. */
  readonly same_person: boolean;
  readonly proposer_active: boolean;
  readonly proposer_role: Role;
  readonly proposer_withheld: readonly Permission[];
  readonly proposed_at: Date;
  readonly proposed_from: string | null;
  readonly decided_by_name: string | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
}

/** SQL for proposals as the user $1 sees them. */
const proposals = `SELECT p.id, p.kind, p.status, p.subject_type, p.subject_id, p.title, p.input, p.before,
    p.after, p.reason, p.proposed_by, u.name AS proposed_by_name,
    person_of(p.proposed_by) = person_of($1) AS same_person, u.status = 'ACTIVE' AS proposer_active,
    u.role AS proposer_role, u.withheld_permissions AS proposer_withheld, p.proposed_at, host(p.proposed_from) AS proposed_from, d.name AS decided_by_name, p.decided_at, p.note
  FROM proposals p JOIN users u ON u.id = p.proposed_by LEFT JOIN users d ON d.id = p.decided_by`;

/** SQL for a setting's value; a weaker two-person rule replaces it once its time has come. */
export const valueInEffect = (row: string) =>
  `CASE WHEN (${row}.value->'next'->>'from')::timestamptz <= clock_ms()
    THEN (${row}.value->'next') - 'from' ELSE ${row}.value END`;

/** Returns the two-person rule, with its limit in cents. On by default. */
export async function twoPersonRule(db: Db): Promise<{
  readonly isOn: boolean;
  readonly limitAboveCents: number;
  readonly reserveBelow: number;
}> {
  const { rows } = await db.query<{
    is_on: boolean | null;
    limit_above: number | null;
    reserve_below: number | null;
  }>(
    `SELECT (rule->>'isOn')::boolean AS is_on, (rule->>'limitAbove')::int AS limit_above,
        (rule->>'reserveBelow')::int AS reserve_below
      FROM (SELECT ${valueInEffect("s")} AS rule FROM operating_settings s
        WHERE s.name = 'twoPersonRule' AND s.value IS NOT NULL) AS stored`,
  );
  return {
    isOn: rows[0]?.is_on ?? true,
    limitAboveCents: dollarsToCents(rows[0]?.limit_above ?? defaultTwoPersonLimit),
    reserveBelow: rows[0]?.reserve_below ?? defaultReserveBelow,
  };
}

/** Inserts a proposal; false when one of the same kind and subject is pending. */
export async function insertProposal(
  tx: Db,
  { kind, subjectType, subjectId, title, before, after, reason }: ProposalFacts,
  by: { readonly userId: number; readonly ip: string | null; readonly input: object },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO proposals (kind, subject_type, subject_id, title, input, before, after, reason,
        proposed_by, proposed_from)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::inet)
      ON CONFLICT (kind, subject_type, subject_id) WHERE status = 'PENDING' DO NOTHING`,
    [kind, subjectType, subjectId, title, by.input, before, after, reason, by.userId, by.ip],
  );
  return rowCount === 1;
}

/** Returns whether this person's identical proposal is pending. */
export async function isWaiting(
  tx: Db,
  { kind, subjectType, subjectId }: ProposalFacts,
  by: { readonly userId: number; readonly input: object },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM proposals WHERE kind = $1 AND subject_type = $2 AND subject_id = $3
      AND status = 'PENDING' AND proposed_by = $4 AND input = $5::jsonb`,
    [kind, subjectType, subjectId, by.userId, JSON.stringify(by.input)],
  );
  return rowCount === 1;
}

export async function lockProposal(
  tx: Db,
  id: number,
  viewer: number,
): Promise<ProposalRow | null> {
  await tx.query("SELECT 1 FROM proposals WHERE id = $1 FOR UPDATE", [id]);
  return proposalById(tx, id, viewer);
}

export async function proposalById(
  db: Db,
  id: number,
  viewer: number,
): Promise<ProposalRow | null> {
  const { rows } = await db.query<ProposalRow>(`${proposals} WHERE p.id = $2`, [viewer, id]);
  return rows[0] ?? null;
}

export async function setDecided(
  tx: Db,
  id: number,
  decision: {
    readonly status: "CONFIRMED" | "REJECTED";
    readonly by: number;
    readonly note: string | null;
  },
): Promise<void> {
  await tx.query(
    `UPDATE proposals SET status = $2, decided_by = $3, decided_at = clock_ms(), note = $4
      WHERE id = $1`,
    [id, decision.status, decision.by, decision.note],
  );
}

/**
 * Returns a page of pending proposals, oldest first, or of decided ones, newest first, and the
 * total.
 */
export async function proposalsPage(
  db: Db,
  {
    viewer,
    decided,
    page,
    size,
  }: {
    readonly viewer: number;
    readonly decided: boolean;
    readonly page: number;
    readonly size: number;
  },
): Promise<{ rows: ProposalRow[]; total: number }> {
  const chosen = decided ? "p.status <> 'PENDING'" : "p.status = 'PENDING'";
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM proposals p WHERE ${chosen}`,
  );
  const { rows } = await db.query<ProposalRow>(
    `${proposals} WHERE ${chosen} ORDER BY p.id ${decided ? "DESC" : ""} LIMIT $2 OFFSET $3`,
    [viewer, size, page * size],
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

import type { StaffRole } from "@gavelyard/domain/users/roles";
import type { PoolClient } from "pg";

/** Returns the lowest user id with a role; undefined when there is none. */
export async function firstUserWithRole(
  tx: PoolClient,
  role: StaffRole,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    "SELECT id FROM users WHERE role = $1 ORDER BY id LIMIT 1",
    [role],
  );
  return rows[0]?.id;
}

export async function insertFinanceRequest(
  tx: PoolClient,
  values: readonly unknown[],
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO finance_requests (user_id, inventory_id, amount_cents, term_months, application,
        status, lender_name, approved_cents, apr, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [...values],
  );
  return rows[0]?.id;
}

export async function insertFinanceStep(tx: PoolClient, values: readonly unknown[]): Promise<void> {
  await tx.query(
    "INSERT INTO finance_history (request_id, status, reason, actor_id, at) VALUES ($1, $2, $3, $4, $5)",
    [...values],
  );
}

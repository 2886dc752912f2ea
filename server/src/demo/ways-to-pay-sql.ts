import type { PoolClient } from "pg";

/** Returns two administrators who can set the sample account; none once an account is set. */
export async function administratorsWithoutAccount(
  tx: PoolClient,
): Promise<{ readonly id: number }[]> {
  const { rows } = await tx.query<{ id: number }>(
    `SELECT id FROM users WHERE role = 'ROLE_ADMIN' AND NOT EXISTS (SELECT FROM bank_details)
      ORDER BY id LIMIT 2`,
  );
  return rows;
}

/**
 * Returns an open invoice for a sample proof of payment, preferably of one of these customers;
 * undefined once a proof was sent or its document exists.
 */
export async function invoiceWithoutProof(
  tx: PoolClient,
  emails: readonly string[],
  documentId: string,
): Promise<{ readonly id: number; readonly userId: number } | undefined> {
  const { rows } = await tx.query<{ id: number; userId: number }>(
    `SELECT v.id, v.user_id AS "userId" FROM invoices v JOIN users u ON u.id = v.user_id
      WHERE v.status = 'ISSUED' AND NOT EXISTS (SELECT FROM payment_proofs)
        AND NOT EXISTS (SELECT FROM documents WHERE id = $2)
      ORDER BY (u.email = ANY ($1)) DESC, v.id DESC LIMIT 1`,
    [emails, documentId],
  );
  return rows[0];
}

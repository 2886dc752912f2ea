import type { PoolClient } from "pg";

/** Returns the sellers' IDs in the order of their names. */
export async function sellerIds(tx: PoolClient, names: readonly string[]): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `SELECT s.id FROM unnest($1::text[]) WITH ORDINALITY AS n(name, at) JOIN sellers s ON s.name = n.name
      ORDER BY n.at`,
    [names],
  );
  return rows.map(({ id }) => id);
}

export async function setSellers(
  tx: PoolClient,
  units: readonly { readonly unit: number; readonly seller: number }[],
): Promise<void> {
  await tx.query(
    `UPDATE inventory i SET seller_id = u.seller FROM unnest($1::bigint[], $2::bigint[]) AS u(unit, seller)
      WHERE i.id = u.unit`,
    [units.map(({ unit }) => unit), units.map(({ seller }) => seller)],
  );
}

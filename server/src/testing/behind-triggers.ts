import { Client } from "pg";

/** Runs a statement with triggers disabled, as a superuser can. Returns the number of changed rows. */
export async function behindTriggers(
  ownerUrl: string,
  statement: string,
  values: readonly unknown[],
): Promise<number | null> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    const { rowCount } = await client.query(statement, [...values]);
    return rowCount;
  } finally {
    await client.end();
  }
}

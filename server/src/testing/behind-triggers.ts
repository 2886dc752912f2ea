import { withClient } from "../db/client.ts";

/** Runs a statement with triggers disabled, as a superuser can. Returns the number of changed rows. */
export async function behindTriggers(
  ownerUrl: string,
  statement: string,
  values: readonly unknown[],
): Promise<number | null> {
  return withClient(ownerUrl, async (client) => {
    await client.query("SET session_replication_role = replica");
    const { rowCount } = await client.query(statement, [...values]);
    return rowCount;
  });
}

import { withClient } from "../db/client.ts";

/** Runs statements in sequence on a new connection, each in its own transaction. */
export async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

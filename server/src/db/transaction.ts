import type { Pool, PoolClient } from "pg";

/** The connection was lost on the way to or from a commit: it was done whole, or not at all. */
export class CommitInDoubt extends Error {
  override readonly name = "CommitInDoubt";
}

/**
 * Runs `work` in one transaction: all of it is committed, or none.
 * @throws CommitInDoubt when nobody can say which of the two
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (tx: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    try {
      // What lost its connection or got no answer is rolled back by the server; asking is vain.
      if (error instanceof CommitInDoubt) throw error;
      await client.query("ROLLBACK");
    } catch (rollbackError) {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query("COMMIT");
  } catch (error) {
    // The server itself says when it did not commit; anything else came from the line to it.
    if (error instanceof Error && "severity" in error && !isGoodbye(error)) throw error;
    throw new CommitInDoubt("a commit was not answered", { cause: error });
  }
}

/** A server that ends its connections may have committed before it did so. */
function isGoodbye(error: Error): boolean {
  return "code" in error && /^57P0\d$/.test(String(error.code));
}

import { DatabaseError, type Pool, type PoolClient } from "pg";

/** Thrown when a commit was sent but not confirmed: it happened in full, or not at all. */
export class CommitOutcomeUnknown extends Error {
  override readonly name = "CommitOutcomeUnknown";
}

/**
 * Runs `work` in one transaction, and commits it in full or not at all.
 * @throws CommitOutcomeUnknown when it isn't known which
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
      // The server rolls back what lost its connection or timed out; a ROLLBACK would fail.
      if (error instanceof CommitOutcomeUnknown) throw error;
      await client.query("ROLLBACK");
    } catch (rollbackError) {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs `work` on one connection that only reads, and sees the database as it was at the start. Its
 * pool must not limit how long a transaction may wait between statements.
 */
export async function inSnapshot<T>(
  pool: Pool,
  work: (snapshot: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (tx) => {
    await tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    return work(tx);
  });
}

async function commit(client: PoolClient): Promise<void> {
  const warnings: string[] = [];
  const keepWarning = (notice: Notice) => {
    if (isWarning(notice)) warnings.push(notice.message ?? "");
  };
  client.on("notice", keepWarning);
  try {
    await client.query("COMMIT");
  } catch (error) {
    // Only an error from the server itself proves that it didn't commit.
    if (error instanceof DatabaseError && !isServerShutdown(error)) throw error;
    throw new CommitOutcomeUnknown("a commit was not answered", { cause: error });
  } finally {
    client.off("notice", keepWarning);
  }
  // The server stopped waiting for its standby: the commit is on one server only.
  if (warnings[0] !== undefined) throw new CommitOutcomeUnknown(warnings[0]);
}

interface Notice {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Whether a notice is a warning. Its severity is localized, its code is not. */
export function isWarning({ code }: Notice): boolean {
  return code !== undefined && code !== "00000";
}

/** Whether the server is shutting down; it may have committed before it ended the connection. */
export function isServerShutdown({ code }: { readonly code?: string | undefined }): boolean {
  return code?.startsWith("57P0") === true;
}

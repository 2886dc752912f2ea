import { DatabaseError, type Pool, type PoolClient } from "pg";

/** A commit was sent and not confirmed: all of it is on disk, or nothing. */
export class CommitOutcomeUnknown extends Error {
  override readonly name = "CommitOutcomeUnknown";
}

/**
 * Runs `work` in one transaction: all of it is committed, or none.
 * @throws CommitOutcomeUnknown when nobody can say which of the two
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

async function commit(client: PoolClient): Promise<void> {
  const warnings: string[] = [];
  const keepWarning = (notice: Notice) => {
    if (isWarning(notice)) warnings.push(notice.message ?? "");
  };
  client.on("notice", keepWarning);
  try {
    await client.query("COMMIT");
  } catch (error) {
    // The server itself says when it did not commit; anything else came from the line to it.
    if (error instanceof DatabaseError && !isServerShutdown(error)) throw error;
    throw new CommitOutcomeUnknown("a commit was not answered", { cause: error });
  } finally {
    client.off("notice", keepWarning);
  }
  // The server gave up waiting for its standby: the commit is on one machine only.
  if (warnings[0] !== undefined) throw new CommitOutcomeUnknown(warnings[0]);
}

interface Notice {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Whether a notice is a warning. Its severity is in the server's language; its code is not. */
export function isWarning({ code }: Notice): boolean {
  return code !== undefined && code !== "00000";
}

/** A server that ends its connections may have committed before it did so. */
export function isServerShutdown({ code }: { readonly code?: string | undefined }): boolean {
  return code?.startsWith("57P0") === true;
}

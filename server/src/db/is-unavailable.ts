/**
 * Codes of an unavailable database: unreachable, out of connections, shutting down, or a standby
 * that canceled a read.
 */
const UNAVAILABLE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|40001|57014|57P0[1235]|08\d{3}|53300)$/;

/**
 * Returns whether the database was unavailable, as opposed to a faulty statement. Transactions are
 * READ COMMITTED, so a serialization failure (40001) only comes from a standby that canceled a
 * read. A canceled statement (57014) changed nothing.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    UNAVAILABLE.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable/i.test(
      error.message,
    )
  );
}

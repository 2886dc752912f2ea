export class DatabaseTimeout extends Error {
  override readonly name = "DatabaseTimeout";
  /** PostgreSQL's code for a failed connection. */
  readonly code = "08006";

  constructor(timeoutMs: number) {
    super(`no response within ${timeoutMs} ms`);
  }
}

/** Rejects with `DatabaseTimeout` after `withinMs`; the work itself continues, and is ignored. */
export async function withTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseTimeout(timeoutMs)), timeoutMs);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

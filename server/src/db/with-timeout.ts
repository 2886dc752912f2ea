/** Thrown when the database didn't respond in time. */
export class DatabaseTimeout extends Error {
  override readonly name = "DatabaseTimeout";
  /** PostgreSQL's code for a failed connection. */
  readonly code = "08006";

  constructor(withinMs: number) {
    super(`no answer within ${withinMs} ms`);
  }
}

/** Rejects with `DatabaseTimeout` after `withinMs`; the work itself continues, and is ignored. */
export async function withTimeout<T>(answer: Promise<T>, withinMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseTimeout(withinMs)), withinMs);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

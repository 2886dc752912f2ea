/** The database did not answer while somebody could wait. */
export class NoAnswerInTime extends Error {
  override readonly name = "NoAnswerInTime";
  /** PostgreSQL's class of failed connections. */
  readonly code = "08006";

  constructor(withinMs: number) {
    super(`no answer within ${withinMs} ms`);
  }
}

/** What `answer` resolves to, if it does so in time. It goes on all the same, unheard. */
export async function inTime<T>(answer: Promise<T>, withinMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswerInTime(withinMs)), withinMs);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for statements that were sent one after the other. The first that failed says why; those after
 * it say only that one before them did, whichever of them is heard of first.
 * @throws what the first of them that failed threw
 */
export async function allInOrder<T extends readonly unknown[] | []>(
  steps: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  for (const step of await Promise.allSettled(steps)) {
    if (step.status === "rejected") throw step.reason;
  }
  return Promise.all(steps);
}

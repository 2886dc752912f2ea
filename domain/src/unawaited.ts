/**
 * Runs work without waiting for it, and is the only way to do so (docs/decisions/0021). If the
 * promise rejects, the server logs and counts it, a browser reports it, and a test fails.
 */
export function unawaited(_work: Promise<unknown> | void): void {}

/**
 * Lets work run on without waiting for it, and is the only way to do so (docs/decisions/0021). The server
 * logs and counts what rejects here, a browser reports it, and a test fails.
 */
export function unawaited(_work: Promise<unknown> | void): void {}

/** Thrown when a backup can't be made or used. The one-line message names the problem. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

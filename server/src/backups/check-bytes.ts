import { sha256 } from "../db/secrets/sha256.ts";
import { BackupError } from "./backup-error.ts";

export interface ExpectedBytes {
  /** Unset when only the hash is recorded. */
  readonly bytes?: number;
  readonly sha256: string;
}

/**
 * Verifies a stored file's size and hash.
 * @throws BackupError naming a truncated or changed file
 */
export function checkBytes(name: string, bytes: Buffer, expected: ExpectedBytes): void {
  if (expected.bytes !== undefined && bytes.length !== expected.bytes)
    throw new BackupError(`${name} has ${bytes.length} bytes instead of ${expected.bytes}.`);
  if (sha256(bytes) !== expected.sha256) throw new BackupError(`${name} was changed.`);
}

import { statfs } from "node:fs/promises";

/** Bytes left free on data disks, so that work in progress can finish and data stays readable. */
export const RESERVE_BYTES = 64 * 1024 * 1024;

/** Bytes left free by uploads, so that they never use up the database's reserve. */
export const FILES_RESERVE_BYTES = 4 * RESERVE_BYTES;

export async function roomLeft(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Thrown when only the reserve is left. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
  /** The operating system's code for a full disk. */
  readonly code = "ENOSPC";
}

import { statfs } from "node:fs/promises";

/** Left free on disks that hold data, so that what was begun can be ended and the rest read. */
export const RESERVE_BYTES = 64 * 1024 * 1024;

/** Bytes that are free where a folder is. */
export async function roomLeft(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** There is room still, but no more than the reserve. */
export class NoRoom extends Error {
  override readonly name = "NoRoom";
  /** What the system says when nothing at all is left. */
  readonly code = "ENOSPC";
}

import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
/** More than a test run writes. */
const ROOM_BYTES = 4 * 2 ** 30;

/** Creates an empty data folder for an embedded database. Delete it after `stop`. */
export async function openDataDir(name: string, parent = tmpdir()): Promise<string> {
  const dataDir = await mkdtemp(path.join(parent, `gavelyard-${name}-`));
  // When tests run as root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  return dataDir;
}

/** Like `openDataDir`, in memory if the machine has room there: no write waits for a disk. */
export async function openDataDirInMemory(name: string): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return openDataDir(name, bavail * bsize > ROOM_BYTES ? MEMORY : undefined);
}

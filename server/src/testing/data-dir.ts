import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Creates an empty data folder for an embedded database. Delete it after `stop`. */
export async function openDataDir(name: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `gavelyard-${name}-`));
  // When tests run as root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  return dataDir;
}

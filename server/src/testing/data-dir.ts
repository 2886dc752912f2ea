import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** An empty folder for an embedded database that goes with its user; delete it after `stop`. */
export async function openDataDir(name: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `gavelyard-${name}-`));
  // As root PostgreSQL runs as somebody else, who must be able to enter.
  await chmod(dataDir, 0o755);
  return dataDir;
}

import { spawn } from "node:child_process";
import { chmod, chown, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exists, findHome, isRunning, writeAccess, type Access } from "./embedded-postgres.ts";

/**
 * Finds the data of an embedded server, which isn't always under `dataDir` when root started it.
 */
export async function embeddedHome(dataDir: string): Promise<{ dir: string; hasData: boolean }> {
  const { dir } = await findHome(path.resolve(dataDir));
  return { dir, hasData: await exists(path.join(dir, "postgres", "PG_VERSION")) };
}

/**
 * Unpacks a backup's `tar.gz` into a home that `startEmbeddedPostgres` can start. Removes
 * everything again when that fails.
 */
export async function unpackEmbedded(
  dir: string,
  archive: Readable,
  access: Access,
): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  const { account } = await findHome(dir);
  const data = path.join(dir, "postgres");
  await mkdir(data);
  await chmod(data, 0o700);
  if (account !== null) await chown(data, account.uid, account.gid);
  const tar = spawn("tar", ["-xzf", "-", "-C", data], {
    cwd: data,
    stdio: ["pipe", "ignore", "pipe"],
    ...account,
  });
  let errors = "";
  tar.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once("error", reject);
    tar.once("close", resolve);
  });
  const fed = pipeline(archive, tar.stdin).then(
    () => null,
    (error: unknown) => error,
  );
  const [code, fault] = await Promise.all([ended, fed]);
  if (code !== 0 || fault !== null) {
    await rm(dir, { recursive: true, force: true });
    if (fault instanceof Error && !("code" in fault && fault.code === "EPIPE")) throw fault;
    throw new Error(`Couldn't unpack the copy: ${errors.trim()}`);
  }
  await writeAccess(dir, access);
}

/**
 * Replaces a home's data with a restored home's data; the old data is kept under `aside`. Returns
 * false, and changes nothing, while either server runs.
 */
export async function swapEmbedded(dir: string, restored: string, aside: string): Promise<boolean> {
  const home = await findHome(dir);
  for (const each of [dir, restored])
    if (await isRunning({ home, data: path.join(each, "postgres") })) return false;
  if (await exists(path.join(dir, "postgres"))) {
    await rename(path.join(dir, "postgres"), path.join(dir, aside));
  }
  await rename(path.join(restored, "postgres"), path.join(dir, "postgres"));
  await rename(path.join(restored, "postgres.json"), path.join(dir, "postgres.json"));
  await rm(restored, { recursive: true });
  return true;
}

import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
export const root = path.resolve(import.meta.dirname, "..");

const inputs = [
  "web/*.{ts,tsx,html,json}",
  "web/src/**/*",
  "web/service-worker/*",
  "web/public/**/*",
  "contract/src/**/*.ts",
  "client/src/*.ts",
  "domain/src/**/*.ts",
  "messages/**/*.{ts,json}",
  "package-lock.json",
];

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const files: string[] = [];
  for await (const entry of glob(inputs, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name));
  }
  for (const file of files.sort()) {
    hash
      .update(path.relative(root, file))
      .update("\0")
      .update(await readFile(file));
  }
  return hash.digest("hex");
}

/** Builds the pages into `web/dist`, unless they were built from the same files. */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  const stamp = path.join(root, "web", "dist", ".built-from");
  const expected = await fingerprint();
  if ((await readFile(stamp, "utf8").catch(() => "")) === expected) return;
  say("Building the pages ...");
  try {
    await run(process.execPath, [path.join(root, "web", "build.ts")], {
      cwd: path.join(root, "web"),
      env: { ...process.env, NODE_ENV: "production" },
      maxBuffer: 64 << 20,
    });
  } catch (error) {
    const output =
      error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new Error(`The pages could not be built:\n${output}`, { cause: error });
  }
  await writeFile(stamp, expected);
}

import { execFile } from "node:child_process";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";

/** Maximum bytes that pgBackRest may print. */
const MAX_OUTPUT = 64 * 1024 * 1024;
const FULL_EVERY_SEC = 7 * 86_400;

const info = z.array(
  z.object({
    archive: z.array(z.object({ max: z.string().nullable() })),
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.enum(["full", "diff", "incr"]),
        /** Whether pages with a wrong checksum were copied. */
        error: z.boolean().nullable(),
        timestamp: z.object({ stop: z.int() }),
      }),
    ),
  }),
);

/**
 * Runs pgBackRest on this machine. It reads its own configuration and `PGBACKREST_…` variables.
 * @throws BackupError with pgBackRest's message
 */
async function run(stanza: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: MAX_OUTPUT };
    execFile("pgbackrest", [`--stanza=${stanza}`, ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (error.code === "ENOENT")
        reject(new BackupError("pgBackRest is not installed on this machine."));
      else reject(new BackupError(`pgBackRest: ${stderr.trim().replaceAll(/\s*\n\s*/g, " | ")}`));
    });
  });
}

/**
 * @throws BackupError when run as root, since PostgreSQL and its files have an account of their own
 */
export function refuseRoot(): void {
  if (process.getuid?.() === 0)
    throw new BackupError(
      "Run this on PostgreSQL's machine under its account: sudo -u postgres npm run …",
    );
}

async function readInfo(stanza: string): Promise<z.infer<typeof info>[number]> {
  const [found] = info.parse(JSON.parse(await run(stanza, "--output=json", "info")));
  return found ?? { archive: [], backup: [] };
}

export async function labelsIn(stanza: string): Promise<string[]> {
  return (await readInfo(stanza)).backup.map(({ label }) => label);
}

export async function newestSegment(stanza: string): Promise<string | null> {
  return (await readInfo(stanza)).archive.at(-1)?.max ?? null;
}

/**
 * Ends the current log segment and waits until the repository has it.
 * @throws BackupError when the server doesn't archive its log
 */
export async function archiveLog(stanza: string): Promise<void> {
  await run(stanza, "check");
}

/**
 * Makes a backup: a full one once a week, otherwise what changed. Returns its label.
 * @throws BackupError when archiving doesn't work, or a page has a wrong checksum
 */
export async function copyToRepository(stanza: string, now: Date): Promise<string> {
  await archiveLog(stanza);
  const full = (await readInfo(stanza)).backup.findLast(({ type }) => type === "full");
  const fullAt = full?.timestamp.stop ?? 0;
  const type = now.getTime() / 1_000 - fullAt < FULL_EVERY_SEC ? "incr" : "full";
  await run(stanza, `--type=${type}`, "--start-fast", "backup");
  const made = (await readInfo(stanza)).backup.at(-1);
  if (made === undefined) throw new BackupError("pgBackRest lists no backup.");
  if (made.error === true)
    throw new BackupError(`Pages of ${made.label} have a wrong checksum: check the server's disk.`);
  return made.label;
}

/** Reads all of the repository. @throws BackupError naming what is missing or changed */
export async function verifyRepository(stanza: string): Promise<void> {
  const report = await run(
    stanza,
    "--output=text",
    "--log-level-console=info",
    "--no-log-timestamp",
    "verify",
  );
  if (!report.includes("status: error")) return;
  const named = [...report.matchAll(/INFO: ((?:invalid|file missing) .*)/g)].map(
    ([, what]) => what,
  );
  throw new BackupError(`The pgBackRest repository is damaged: ${named.join("; ") || report}`);
}

/**
 * Unpacks a backup into an empty folder, without its log.
 * @throws BackupError naming the files that are missing or changed
 */
export async function unpackFromRepository(
  stanza: string,
  label: string,
  dir: string,
): Promise<void> {
  try {
    await run(stanza, `--pg1-path=${dir}`, `--set=${label}`, "--type=none", "restore");
  } catch (error) {
    // Reading everything names the damaged files, which a restore does not always do.
    await verifyRepository(stanza);
    throw error;
  }
}

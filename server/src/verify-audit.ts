import { auditRoots } from "@gavelyard/contract/audit-log";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { verifyAudit } from "./audit/verify-audit.ts";
import { openDatabase } from "./db/open-database.ts";
import { createCommandPool } from "./db/pool.ts";
import { inSnapshot } from "./db/transaction.ts";
import { readSettings } from "./settings.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs `npm run verify-audit -- [--roots FILE]...` on the database in the settings, also while it
 * is in use. FILE is a saved response of `GET /api/audit-roots`. Exits with 0 if everything is
 * valid, 1 if not, 2 if the audit couldn't be read.
 */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { roots: { type: "string", multiple: true } } });
  // npm runs scripts in the package's folder, not in the caller's.
  const from = process.env["INIT_CWD"] ?? process.cwd();
  const savedRoots = await Promise.all(
    (values.roots ?? []).map(async (file) =>
      auditRoots.response.parse(JSON.parse(await readFile(path.resolve(from, file), "utf8"))),
    ),
  );
  const settings = readSettings(process.env);
  const { url, stop } = await openDatabase({ ...settings, databaseCopies: 0 });
  const pool = createCommandPool(url, 1);
  try {
    const { records, roots, root, problems } = await inSnapshot(pool, (snapshot) =>
      verifyAudit(snapshot, savedRoots.flat()),
    );
    say(`${records} records, ${roots} roots, last hash ${root ?? "none"}`);
    for (const problem of problems) say(`- ${problem}`);
    say(problems.length === 0 ? "ALL CHECKS PASSED" : "PROBLEMS FOUND");
    return problems.length === 0;
  } finally {
    await pool.end();
    await stop();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Couldn't check the audit: ${text.slice(0, 500)}\n`);
  process.exitCode = 2;
}

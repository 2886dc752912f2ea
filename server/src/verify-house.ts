import { parseArgs } from "node:util";
import { openDatabase } from "./db/open-database.ts";
import { createCommandPool } from "./db/pool.ts";
import { inTransaction } from "./db/transaction.ts";
import { openFiles } from "./files/open-files.ts";
import { readRoots } from "./backups/read-roots.ts";
import { mark } from "./backups/marks-sql.ts";
import { verifyHouse, type HouseVerdict } from "./backups/verify-house.ts";
import { readSettings } from "./settings.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs `npm run verify-house -- [--roots FILE]...` on the database and files in the settings, also
 * while they are in use. Exits with 0 if everything is valid, 1 if not, 2 if the data couldn't be
 * read.
 */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { roots: { type: "string", multiple: true } } });
  const lists = await Promise.all((values.roots ?? []).map(readRoots));
  const settings = readSettings(process.env);
  const { url, stop } = await openDatabase({ ...settings, databaseCopies: 0 });
  const pool = createCommandPool(url, 1);
  try {
    const published = lists.flat();
    const verdict = await verifyHouse(pool, openFiles(settings), published);
    await inTransaction(pool, async (tx) => {
      // Without a standby that commits wait for, this would wait, too.
      await tx.query("SET LOCAL synchronous_commit = local");
      await mark(tx, "VERIFIED", { problems: verdict.problems.length });
    });
    return report(verdict);
  } finally {
    await pool.end();
    await stop();
  }
}

function report({ problems, ...counts }: HouseVerdict): boolean {
  const { lots, roots, receipts, payments, documents, pictures } = counts;
  say(
    `${lots} lots, ${roots} roots, ${receipts} receipts, ${payments} payments, ${documents} documents, ${pictures} pictures`,
  );
  for (const problem of problems) say(`- ${problem}`);
  say(problems.length === 0 ? "ALL CHECKS PASSED" : "PROBLEMS FOUND");
  return problems.length === 0;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Couldn't check the marketplace: ${text.slice(0, 500)}\n`);
  process.exitCode = 2;
}

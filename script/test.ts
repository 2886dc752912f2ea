import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { buildWeb, root } from "./build-web.ts";
import { runChecks } from "./check.ts";
import { findPgBackRest } from "./find-pgbackrest.ts";
import { findPostgres } from "./find-postgres.ts";
import { findChromium } from "./find-chromium.ts";

/**
 * Runs checks (types, lint, format) and tests, and ends with the line `N passed, N failed`. `npm
 * test` proves the product in minutes; `npm run test:all` proves all there is. With arguments, runs
 * only tests whose files match them, of all there is.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numTotalTestSuites: z.int(),
  numFailedTestSuites: z.int(),
});

interface Count {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** Tests that also run on a standard PostgreSQL if one is running. */
const onStandardPostgres = [
  "server/src/auctions/",
  "server/src/bidding/",
  "server/src/inventory/",
  "server/src/jobs/",
  "server/src/users/",
];

async function runTests(
  project: string,
  filters: readonly string[],
  env: Readonly<Record<string, string>>,
  name = project,
): Promise<Count> {
  const started = performance.now();
  const dir = await mkdtemp(path.join(tmpdir(), "gavelyard-report-"));
  const file = path.join(dir, "report.json");
  const code = await new Promise<number>((resolve) => {
    const child = spawn(
      process.execPath,
      [
        path.join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        `--project=${project}`,
        "--reporter=dot",
        "--reporter=json",
        `--outputFile.json=${file}`,
        ...(filters.length > 0 ? ["--passWithNoTests"] : []),
        ...filters,
      ],
      {
        cwd: root,
        stdio: "inherit",
        env: {
          ...process.env,
          ...env,
          ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
        },
      },
    );
    child.on("error", () => resolve(1));
    child.on("close", (status) => resolve(status ?? 1));
  });
  const text = await readFile(file, "utf8").catch(() => null);
  await rm(dir, { recursive: true, force: true });
  const seconds = (performance.now() - started) / 1000;
  if (text === null) return { name, passed: 0, failed: code === 0 ? 0 : 1, seconds };
  const counts = report.parse(JSON.parse(text));
  // A file that fails to load has no failed test, but the run still fails.
  const failed = counts.numFailedTests > 0 ? counts.numFailedTests : code === 0 ? 0 : 1;
  return { name, passed: counts.numPassedTests, failed, seconds };
}

/** In the order of their runs: who breaks a rule need not wait for the screens. */
const quick = ["rules", "components", "server", "screens", "process"];
const deep = ["deep", "faults", "failover"];

const args = process.argv.slice(2);
const filters = args.filter((arg) => arg !== "--all");
const all = args.includes("--all") || filters.length > 0;
const counts: Count[] = [];
if (filters.length === 0) {
  const started = performance.now();
  const checks = await runChecks();
  const passed = checks.filter((check) => check.passed).length;
  counts.push({
    name: "checks",
    passed,
    failed: checks.length - passed,
    seconds: (performance.now() - started) / 1000,
  });
}
await buildWeb(say);
const env = {
  CHROMIUM: await findChromium(say),
  TEST_DATABASE_URL: "",
  // Each worker skips compiling what an earlier one compiled.
  NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/gavelyard-node"),
};
for (const project of all ? [...quick, ...deep] : quick) {
  counts.push(await runTests(project, filters, env));
}
if (all && (await findPgBackRest()) === null)
  say(
    "pgBackRest or PostgreSQL 15 isn't installed, so backups of an operator's own server weren't tested.",
  );
if (all && filters.length === 0) {
  const postgres = await findPostgres();
  if (postgres === null)
    say("No PostgreSQL server is running here, so only the embedded one was tested.");
  else {
    const standard = { ...env, TEST_DATABASE_URL: postgres.url };
    const name = `on PostgreSQL ${postgres.version}`;
    counts.push(await runTests("server", onStandardPostgres, standard, name));
  }
}

say("");
for (const { name, passed, failed, seconds } of counts) {
  say(
    `${name.padEnd(20)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${seconds.toFixed(1).padStart(6)} s`,
  );
}
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

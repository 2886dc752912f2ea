import { buildWeb } from "./build-web.ts";
import { runChecks } from "./check.ts";
import { findChromium } from "./find-chromium.ts";
import { findPgBackRest } from "./find-pgbackrest.ts";
import { findPostgres } from "./find-postgres.ts";
import { allProjects, quickProjects, runProject } from "./run-project.ts";

/**
 * Runs checks (types, lint, format) and tests, and ends with the line `N passed, N failed`. `npm
 * test` proves the product in minutes; `npm run test:all` proves all there is. With arguments, runs
 * only tests whose files match them, of all there is.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Count {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
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

const args = process.argv.slice(2);
const filters = args.filter((arg) => arg !== "--all");
const isAll = args.includes("--all");
const counts: Count[] = [];
if (filters.length === 0) {
  const started = performance.now();
  const checks = await runChecks();
  const failures = checks.filter((check) => !check.passed).map(({ name }) => name);
  counts.push({
    name: "checks",
    passed: checks.length - failures.length,
    failed: failures.length,
    failures,
    seconds: (performance.now() - started) / 1000,
  });
}
await buildWeb(say);
const env = {
  CHROMIUM: await findChromium(say),
  TEST_DATABASE_URL: "",
  // Property tests draw all of their cases.
  FULL: isAll ? "1" : (process.env["FULL"] ?? "0"),
};
for (const name of isAll || filters.length > 0 ? allProjects : quickProjects)
  counts.push({ name, ...(await runProject(name, filters, env)) });
if (isAll && (await findPgBackRest()) === null)
  say(
    "pgBackRest or PostgreSQL 15 isn't installed, so backups of an operator's own server weren't tested.",
  );
if (isAll && filters.length === 0) {
  const postgres = await findPostgres();
  if (postgres === null)
    say("No PostgreSQL server is running here, so only the embedded one was tested.");
  else {
    const standard = { ...env, TEST_DATABASE_URL: postgres.url };
    const name = `on PostgreSQL ${postgres.version}`;
    counts.push({ name, ...(await runProject("server", onStandardPostgres, standard)) });
  }
}

say("");
for (const { name, passed, failed, seconds } of counts) {
  say(
    `${name.padEnd(20)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${seconds.toFixed(1).padStart(6)} s`,
  );
}
for (const failure of counts.flatMap(({ failures }) => failures)) say(`failed: ${failure}`);
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

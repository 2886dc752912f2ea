import { spawn, type ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { buildWeb } from "./build-web.ts";
import { findChromium } from "./find-chromium.ts";
import { allProjects, runProject } from "./run-project.ts";

/**
 * `npm run test:stress -- bidding` runs the matching test files five times, or `--times`, beside
 * processes that take every core, and lists the tests that failed at least once.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string", default: "5" } },
});
const times = Number(values.times);
if (filters.length === 0 || !Number.isInteger(times) || times < 1) {
  say("Usage: npm run test:stress -- PART_OF_A_FILE_NAME [...] [--times 5]");
  process.exit(1);
}

await buildWeb(say);
const env = { CHROMIUM: await findChromium(say), TEST_DATABASE_URL: "" };
const load: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
const endLoad = () => load.forEach((child) => child.kill("SIGKILL"));
process.on("exit", endLoad);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => process.exit(130));

const failedTimes = new Map<string, number>();
let passed = 0;
for (let round = 1; round <= times; round += 1) {
  say(`Round ${round} of ${times}`);
  for (const project of allProjects) {
    const run = await runProject(project, filters, env);
    passed += run.passed;
    for (const failure of run.failures)
      failedTimes.set(failure, (failedTimes.get(failure) ?? 0) + 1);
  }
}
for (const [failure, count] of failedTimes) say(`failed ${count} of ${times}: ${failure}`);
say(
  `${passed} passed in ${times} rounds, ${failedTimes.size} ${failedTimes.size === 1 ? "test" : "tests"} failed at least once`,
);
process.exit(failedTimes.size === 0 && passed > 0 ? 0 : 1);

import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./build-web.ts";
import { workspaces } from "./workspaces.ts";

/** A check of the sources: a command that must succeed. */
interface Check {
  readonly name: string;
  /** A tool installed by npm, or `node`, with its arguments. */
  readonly command: readonly [string, ...string[]];
}

/**
 * Checks the types of a project with one checker, since several repeat each other's work, and from what
 * the last check learned.
 */
function typesOf(project: string): Check["command"] {
  const known = path.join(root, "node_modules/.cache/types", project.replaceAll(/\W/g, "-"));
  return ["tsc", "-p", project, "--checkers", "1", "--incremental", "--tsBuildInfoFile", known];
}

/** The one that takes longest comes first. */
const checks: readonly Check[] = [
  { name: "lint", command: ["oxlint", "--type-aware", "--quiet"] },
  ...workspaces.map((workspace): Check => ({
    name: `types of ${workspace}`,
    command: typesOf(workspace),
  })),
  { name: "types of the service worker", command: typesOf("web/service-worker") },
  { name: "types of scripts and tests", command: typesOf("tsconfig.json") },
  { name: "imports", command: ["node", "script/check-imports.ts"] },
  { name: "migrations", command: ["node", "script/check-migrations.ts"] },
  { name: "words", command: ["node", "script/check-words.ts"] },
  { name: "unused code", command: ["knip", "--no-progress"] },
  { name: "format", command: ["oxfmt", "--check", "."] },
];

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
}

function run({ name, command: [tool, ...args] }: Check): Promise<CheckResult> {
  return new Promise((resolve) => {
    const program = tool === "node" ? process.execPath : path.join(root, "node_modules/.bin", tool);
    const child = spawn(program, args, { cwd: root });
    let output = "";
    child.stdout.on("data", (text: Buffer) => (output += text.toString()));
    child.stderr.on("data", (text: Buffer) => (output += text.toString()));
    child.on("error", (error) => resolve({ name, passed: false, output: error.message }));
    child.on("close", (code) => resolve({ name, passed: code === 0, output }));
  });
}

/** Half of each check uses one core only. */
const AT_ONCE = 2;

export async function runChecks(): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const waiting = [...checks];
  const runNext = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await run(check);
      results.push(result);
      process.stdout.write(`${result.passed ? "pass" : "FAIL"}  ${result.name}\n`);
      if (!result.passed) process.stdout.write(`${result.output}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  return results;
}

if (import.meta.main) {
  const results = await runChecks();
  process.exit(results.every((result) => result.passed) ? 0 : 1);
}

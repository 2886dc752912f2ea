import { unawaited } from "@gavelyard/domain/unawaited";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { watch } from "chokidar";
import { root } from "./build-web.ts";

/**
 * Runs the server and restarts it when sources change. Its pages are served from the sources, with
 * hot reload.
 */
const watched = [
  "server/src",
  "contract/src",
  "demo/src",
  "demo/content",
  "domain/src",
  "messages",
];
/** Debounce delay, because editors write several files at once or one in several steps. */
const SETTLE_MS = 150;

let server: ChildProcess | null = null;
let stopping = false;
let restarting: Promise<void> | null = null;

function start(): void {
  server = spawn(process.execPath, [path.join(root, "server/src/main.ts")], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, GAVELYARD_DEV: "1", DRAIN_SEC: "0" },
  });
}

async function stop(): Promise<void> {
  const ending = server;
  server = null;
  if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
  const exited = once(ending, "exit");
  ending.kill("SIGTERM");
  await exited;
}

async function restart(): Promise<void> {
  await stop();
  if (!stopping) start();
  restarting = null;
}

const watcher = watch(
  watched.map((folder) => path.join(root, folder)),
  {
    ignoreInitial: true,
    ignored: (file) => /\.(test|model)\.tsx?$/.test(file),
  },
);
let settling: ReturnType<typeof setTimeout> | undefined;
watcher.on("all", (_event, file) => {
  clearTimeout(settling);
  settling = setTimeout(() => {
    process.stdout.write(`${path.relative(root, file)} changed: restarting\n`);
    restarting ??= restart();
  }, SETTLE_MS);
});

async function end(): Promise<void> {
  if (stopping) return;
  stopping = true;
  clearTimeout(settling);
  await watcher.close();
  await restarting;
  await stop();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => unawaited(end()));

start();

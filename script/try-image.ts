import { execFile } from "node:child_process";
import { access, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "../server/src/db/embedded/embedded-postgres.ts";
import { root } from "./build-web.ts";
import { withoutDigests } from "./images.ts";

/**
 * Builds the image of `Dockerfile` without a registry, on a base made from Debian's packages, and
 * runs it as `compose.yaml` does: `npm run try-image`, as root on Debian. Exits with 0 if every
 * step passes.
 */

const exec = promisify(execFile);
const IMAGE = "localhost/gavelyard";
const PORT = 18_080;
const URL_OF_IMAGE = `http://127.0.0.1:${PORT}`;
const READY_WITHIN_MS = 60_000;
const HEALTH_WITHIN_MS = 30_000;
const NEEDED = ["debootstrap", "buildah", "podman", "runc"];

const say = (line: string) => process.stdout.write(`${line}\n`);
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Thrown when the image can't be tried, or fails. The message is one line. */
class ImageError extends Error {
  override readonly name = "ImageError";
}

const undo: (() => Promise<unknown>)[] = [];

async function run(command: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return exec(command, args, options).then(
    ({ stdout, stderr }) => (stdout.trim() === "" ? stderr : stdout).trim(),
    (error: unknown) => {
      const output = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
      const lines = output.trim().split("\n").slice(-15).join("\n");
      throw new ImageError(`${command} ${args.slice(0, 6).join(" ")} … failed:\n${lines}`);
    },
  );
}

/** Measures a step and prints how long it took. */
async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  say(`pass  ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return result;
}

async function refuseWithout(tools: readonly string[]): Promise<void> {
  const found = await Promise.all(
    tools.map((tool) =>
      exec("which", [tool]).then(
        () => true,
        () => false,
      ),
    ),
  );
  const missing = tools.filter((_tool, index) => !found[index]);
  if (missing.length > 0)
    throw new ImageError(`Nothing was tried. Install ${missing.join(", ")} (Debian packages).`);
  if (process.getuid?.() !== 0) throw new ImageError("Nothing was tried. Run this as root.");
}

/** Returns a command that keeps its images and containers in a folder of its own. */
function storeIn(
  dir: string,
): Record<"buildah" | "podman", (...args: string[]) => Promise<string>> {
  const store = ["--root", path.join(dir, "images"), "--runroot", path.join(dir, "run")];
  const shared = [...store, "--storage-driver", "vfs"];
  const podman = ["--tmpdir", path.join(dir, "tmp"), "--cgroup-manager", "cgroupfs"];
  return {
    buildah: (...args) => run("buildah", ...shared, ...args),
    podman: (...args) =>
      run("podman", ...shared, ...podman, "--events-backend", "file", "--runtime", "runc", ...args),
  };
}

/** Builds a replacement of the base image: Debian, the lock file's Node, its npm, a user `node`. */
async function makeBase(dir: string): Promise<void> {
  await run("debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", dir);
  const local = path.join(dir, "usr/local");
  await cp(process.execPath, path.join(local, "bin/node"));
  const npm = process.env["npm_execpath"];
  if (npm === undefined) throw new ImageError("Run this with npm: npm run try-image");
  await cp(path.resolve(npm, "../.."), path.join(local, "lib/node_modules/npm"), {
    recursive: true,
  });
  for (const name of ["npm", "npx"])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, "bin", name));
  await run("chroot", dir, "useradd", "--create-home", "--uid", "1000", "node");
}

/** The machine's own settings of npm and certificates, which the build may use but not keep. */
async function buildMounts(): Promise<string[]> {
  const files: [string | undefined, string][] = [
    [process.env["npm_config_userconfig"], "/root/.npmrc"],
    [process.env["npm_config_globalconfig"], "/usr/local/etc/npmrc"],
    ["/etc/ssl/certs", "/etc/ssl/certs"],
  ];
  const mounts: string[] = [];
  for (const [from, to] of files)
    if (from !== undefined && (await exists(from))) mounts.push("--volume", `${from}:${to}:ro`);
  return mounts;
}

async function waitUntil(what: string, withinMs: number, isSo: () => Promise<boolean>) {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new ImageError(`Timed out after ${withinMs / 1_000} s: ${what}`);
    await sleep(250);
  }
}

const isReady = () =>
  fetch(`${URL_OF_IMAGE}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Runs the image as `compose.yaml` does, and tries `work` on it. */
async function withContainer(
  podman: (...args: string[]) => Promise<string>,
  { name, env, volume }: { name: string; env: Record<string, string>; volume: string },
  work: (exec: (...args: string[]) => Promise<string>) => Promise<void>,
): Promise<void> {
  const given = { PORT: String(PORT), DEMO: "0", ...env };
  const limits = ["--ulimit", "nofile=1024:20000", "--ulimit", "nproc=4096:4096"];
  const asInCompose = "--init --read-only --read-only-tmpfs=false --tmpfs /tmp --cap-drop ALL";
  await podman(
    "run",
    "--detach",
    "--name",
    name,
    "--pull=never",
    "--network=host",
    "--security-opt=no-new-privileges",
    `--volume=${volume}:/data`,
    ...asInCompose.split(" "),
    ...limits,
    ...Object.entries(given).map(([key, value]) => `--env=${key}=${value}`),
    IMAGE,
  );
  undo.push(() => podman("rm", "--force", name));
  const inside = (...args: string[]) => podman("exec", name, ...args);
  await step(`${name}: ready within ${READY_WITHIN_MS / 1_000} s`, () =>
    waitUntil("ready", READY_WITHIN_MS, isReady),
  ).catch(async (error: unknown) => {
    say(await podman("logs", name));
    throw error;
  });
  await step(`${name}: not root, and its root is read-only`, async () => {
    if ((await inside("id", "-u")) !== "1000") throw new ImageError("It runs as another user");
    const wrote = await inside("touch", "/app/touched").then(
      () => true,
      () => false,
    );
    if (wrote) throw new ImageError("It can write to its root");
  });
  await work(inside);
  await step(`${name}: SIGTERM ends it with 0`, async () => {
    await podman("stop", "--time", "20", name);
    const code = await podman("inspect", "--format", "{{.State.ExitCode}}", name);
    if (code !== "0") throw new ImageError(`It exited with ${code}`);
  });
}

async function main(): Promise<void> {
  await refuseWithout(NEEDED);
  const dir = await mkdtemp(path.join(tmpdir(), "gavelyard-image-"));
  undo.push(() => rm(dir, { recursive: true, force: true }));
  const { buildah, podman } = storeIn(dir);
  const base = path.join(dir, "base");
  // A base made here has another digest than the registry's.
  const dockerfile = path.join(dir, "Dockerfile");
  await writeFile(
    dockerfile,
    withoutDigests(await readFile(path.join(root, "Dockerfile"), "utf8")),
  );
  await step("a base made from Debian's packages", async () => {
    await makeBase(base);
    const from = /^FROM (\S+)$/m.exec(await readFile(dockerfile, "utf8"))?.[1];
    const container = await buildah("from", "scratch");
    await buildah("add", "--quiet", container, base, "/");
    await buildah("commit", "--quiet", container, `docker.io/library/${from}`);
    await buildah("rm", container);
  });
  await step("Dockerfile builds", async () => {
    const mounts = await buildMounts();
    const how = ["--pull-never", "--isolation", "chroot", "--format", "docker"];
    await buildah(
      "bud",
      ...how,
      "--network",
      "host",
      ...mounts,
      "--file",
      dockerfile,
      "--tag",
      IMAGE,
      root,
    );
  });
  const bytes = Number(await podman("inspect", "--format", "{{.Size}}", IMAGE));
  say(`      the image is ${Math.round(bytes / 1e6)} MB`);

  const volume = async (name: string) => {
    const folder = path.join(dir, name);
    await mkdir(folder);
    await run("chown", "1000:1000", folder);
    return folder;
  };
  await withContainer(
    podman,
    { name: "alone", env: {}, volume: await volume("data-alone") },
    async (inside) => {
      await step("alone: npm run backup", async () => {
        const output = await inside("npm", "run", "backup");
        if (!output.includes("Backed up as")) throw new ImageError(output);
      });
      await step("alone: npm run verify-house", () => inside("npm", "run", "verify-house"));
    },
  );

  const dataDir = path.join(dir, "postgres");
  await run("chmod", "755", dir);
  await mkdir(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir });
  undo.push(() => postgres.stop());
  const health = (healthy: boolean) =>
    waitUntil(healthy ? "healthy" : "unhealthy", HEALTH_WITHIN_MS, async () =>
      podman("healthcheck", "run", "with-database").then(
        () => healthy,
        () => !healthy,
      ),
    );
  const addresses = { DATABASE_URL: postgres.url, MIGRATE_URL: postgres.ownerUrl };
  await step("with-database: migrated by its owner", () =>
    podman(
      "run",
      "--rm",
      "--pull=never",
      "--network=host",
      ...Object.entries(addresses).map(([key, value]) => `--env=${key}=${value}`),
      IMAGE,
      "node",
      "server/src/migrate.ts",
    ),
  );
  await withContainer(
    podman,
    {
      name: "with-database",
      env: { DATABASE_URL: postgres.url, FILES_URL: "file:///data/files" },
      volume: await volume("data"),
    },
    async () => {
      await step("with-database: healthy", () => health(true));
      await step("with-database: unhealthy without its database", async () => {
        const file = path.join(postgres.dataDir, "postgres/postmaster.pid");
        process.kill(Number((await readFile(file, "utf8")).split("\n")[0]), "SIGINT");
        await waitUntil(
          "the database has stopped",
          HEALTH_WITHIN_MS,
          async () => !(await exists(file)),
        );
        await health(false);
      });
      await step("with-database: healthy again", async () => {
        await postgres.revive();
        await health(true);
      });
    },
  );
}

const untested = [
  "The registry's base images, whose layers differ from the base built here.",
  "The postgres, redis and nginx of compose.yaml, which come from the registry.",
  "Docker's networks and names: the containers shared this machine's network.",
  "Docker itself: buildah built the image, podman and runc ran it.",
];

try {
  await main();
  say("ALL STEPS PASSED. Not tested:");
  for (const line of untested) say(`- ${line}`);
} catch (error) {
  process.stderr.write(`FAIL  ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  for (const each of undo.toReversed()) await each().catch(() => {});
}

import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createWriteStream } from "node:fs";
import { access, mkdir, readlink, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ip = (...args: string[]) => run("ip", args);
const BRIDGE = "gavelyard";
const NETWORK = "10.77.0";
/** Last number of the bridge's address; the machines have the ones after it. */
const BRIDGE_HOST = 10;
/** Configuration that `ip netns exec` shows to one namespace as `/etc`. */
export const NAMESPACE_ETC = "/etc/netns";

/** A simulated machine: a network namespace on a bridge, with its own processes. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #log: string;

  constructor(name: string, address: string, dir: string) {
    this.name = name;
    this.address = address;
    this.#log = path.join(dir, `${name}.log`);
  }

  get namespace(): string {
    return `${BRIDGE}-${this.name}`;
  }

  /** Name of the bridge's end of its cable; the kernel allows 15 characters. */
  get cable(): string {
    return `gy-${this.name}`;
  }

  /** Starts a program, as another account if one is given. Its output goes to the log. */
  start(
    command: readonly string[],
    {
      env = {},
      account,
    }: { env?: Readonly<Record<string, string>>; account?: string | undefined } = {},
  ): ChildProcess {
    const asAccount =
      account === undefined
        ? []
        : ["setpriv", `--reuid=${account}`, `--regid=${account}`, "--clear-groups"];
    const child = spawn("ip", ["netns", "exec", this.namespace, ...asAccount, ...command], {
      env: { PATH: process.env["PATH"], HOME: "/tmp", LC_ALL: "C.UTF-8", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const log = createWriteStream(this.#log, { flags: "a" });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    return child;
  }

  /** Signals the machine's processes: all, or only those that run one program. */
  async signal(signal: NodeJS.Signals, program?: string): Promise<void> {
    const { stdout } = await ip("netns", "pids", this.namespace);
    const pids = stdout.split("\n").filter(Boolean).map(Number);
    const named = await Promise.all(
      pids.map(async (pid) => ({
        pid,
        name: path.basename(await readlink(`/proc/${pid}/exe`).catch(() => "")),
      })),
    );
    for (const { pid, name } of named) {
      if (program !== undefined && name !== program) continue;
      try {
        process.kill(pid, signal);
      } catch {
        // It has already ended.
      }
    }
  }

  async unplug(): Promise<void> {
    await ip("link", "set", this.cable, "down");
  }

  async plug(): Promise<void> {
    await ip("link", "set", this.cable, "up");
  }
}

/** Creates machines that reach each other by name. This process reaches them by address. */
export async function openMachines(names: readonly string[], dir: string): Promise<Machine[]> {
  const machines = names.map(
    (name, index) => new Machine(name, `${NETWORK}.${BRIDGE_HOST + 1 + index}`, dir),
  );
  await closeMachines(machines);
  await ip("link", "add", BRIDGE, "type", "bridge");
  await ip("addr", "add", `${NETWORK}.${BRIDGE_HOST}/24`, "dev", BRIDGE);
  await ip("link", "set", BRIDGE, "up");
  const hosts = machines.map(({ name, address }) => `${address} ${name}\n`).join("");
  for (const { namespace, cable, address } of machines) {
    const etc = path.join(NAMESPACE_ETC, namespace);
    await mkdir(etc, { recursive: true });
    await writeFile(path.join(etc, "hosts"), `127.0.0.1 localhost\n${hosts}`);
    await ip("netns", "add", namespace);
    await ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", namespace);
    await ip("link", "set", cable, "master", BRIDGE, "up");
    const inside = (...args: string[]) => ip("-n", namespace, ...args);
    await inside("addr", "add", `${address}/24`, "dev", "eth0");
    await inside("link", "set", "eth0", "up");
    await inside("link", "set", "lo", "up");
  }
  return machines;
}

/** Ends all processes of the machines and removes them, and what an earlier run left. */
export async function closeMachines(machines: readonly Machine[]): Promise<void> {
  for (const machine of machines) {
    await machine.signal("SIGKILL").catch(() => {});
    await ip("link", "del", machine.cable).catch(() => {});
    await ip("netns", "del", machine.namespace).catch(() => {});
    await rm(path.join(NAMESPACE_ETC, machine.namespace), { recursive: true, force: true });
  }
  await ip("link", "del", BRIDGE).catch(() => {});
}

export async function missingForMachines(programs: readonly string[]): Promise<string[]> {
  const places = (process.env["PATH"] ?? "").split(path.delimiter);
  const isThere = async (program: string) => {
    const files = path.isAbsolute(program)
      ? [program]
      : places.map((place) => path.join(place, program));
    const found = await Promise.all(
      files.map((file) =>
        access(file).then(
          () => true,
          () => false,
        ),
      ),
    );
    return found.includes(true);
  };
  const missing: string[] = [];
  if (process.platform !== "linux" || process.getuid?.() !== 0) missing.push("root on Linux");
  for (const program of ["ip", "setpriv", ...programs])
    if (!(await isThere(program))) missing.push(program);
  if (missing.length > 0) return missing;
  const probe = `${BRIDGE}-probe`;
  try {
    await ip("netns", "add", probe);
    await ip("netns", "del", probe);
  } catch {
    missing.push("the right to make network namespaces (ip netns add)");
  }
  return missing;
}

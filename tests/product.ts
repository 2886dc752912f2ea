import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type FreshDatabase } from "./database.ts";

const root = path.resolve(import.meta.dirname, "..");
/** Node's compile cache, so that starts skip compiling. */
const COMPILED = path.join(root, "node_modules/.cache/gavelyard-node");

/** The server as a separate process, as operators run it. */
export interface Product {
  readonly url: string;
  output(): string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Shuts down gracefully. Returns the exit code. */
  stop(): Promise<number | null>;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (typeof address !== "object" || address === null) throw new Error("no free port");
  return address.port;
}

/** A server with its own database. */
export interface OwnProduct {
  readonly product: Product;
  readonly database: FreshDatabase;
  /** Also drops its database. */
  end(): Promise<void>;
}

/** Starts an empty marketplace on a new database. */
export async function startEmpty(
  server: string,
  env: Readonly<Record<string, string>> = {},
): Promise<OwnProduct> {
  const database = await createDatabase(server);
  const product = await startProduct({
    DATABASE_URL: database.url,
    DEMO: "0",
    DATA_DIR: database.dataDir,
    ...env,
  }).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  return {
    product,
    database,
    end: async () => {
      await product.stop();
      await database.drop();
    },
  };
}

/** Starts the demo on a database. All demos of the run share their pictures. */
export async function startDemo(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  filesUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Product> {
  return startProduct({
    DATABASE_URL: url,
    DEMO: "1",
    DATA_DIR: dataDir,
    FILES_URL: filesUrl,
    WARM_PICTURES: "0",
    ...env,
  });
}

/** A version of the product in a folder, and its start command. */
interface Version {
  readonly dir: string;
  readonly command: readonly string[];
  readonly readyWithinMs: number;
}

const thisVersion: Version = {
  dir: root,
  command: [process.execPath, "server/src/main.ts"],
  readyWithinMs: 120_000,
};

/** Starts a server process and waits until it is ready. */
export async function startProduct(
  env: Readonly<Record<string, string>>,
  { dir, command, readyWithinMs }: Version = thisVersion,
): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = "";

  const start = async () => {
    const [program = "", ...args] = command;
    const started = spawn(program, args, {
      cwd: dir,
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        NODE_COMPILE_CACHE: COMPILED,
        PORT: String(port),
        HOST: "127.0.0.1",
        RATE_LIMITS: "0",
        DRAIN_SEC: "0",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    started.stdout.on("data", (text: Buffer) => (output += text.toString()));
    started.stderr.on("data", (text: Buffer) => (output += text.toString()));
    const deadline = Date.now() + readyWithinMs;
    while (Date.now() < deadline && started.exitCode === null) {
      const ready = await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (ready) return;
      await sleep(50);
    }
    throw new Error(`the product did not start:\n${output}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null) return ending?.exitCode ?? null;
    const exited = once(ending, "exit");
    ending.kill(signal);
    await exited;
    return ending.exitCode;
  };

  await start();
  return {
    url,
    output: () => output,
    kill: async () => {
      await end("SIGKILL");
    },
    start,
    stop: () => end("SIGTERM"),
  };
}

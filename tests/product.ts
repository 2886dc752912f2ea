import path from "node:path";
import { waitFor } from "../server/src/testing/wait-for.ts";
import { unawaited } from "@gavelyard/domain/unawaited";
import { runCommand, type Command } from "./command.ts";
import { createDatabase, type FreshDatabase } from "./database.ts";
import { ownPort } from "./own-port.ts";

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
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}`;
  let running: Command | null = null;
  let earlier = "";
  const output = () => earlier + (running === null ? "" : running.soFar());

  const start = async () => {
    earlier = output();
    running = runCommand(
      command,
      {
        NODE_COMPILE_CACHE: COMPILED,
        PORT: String(port),
        HOST: "127.0.0.1",
        RATE_LIMITS: "0",
        ...env,
      },
      dir,
    );
    const { ended } = running;
    let code: number | null | undefined;
    unawaited(ended.then((end) => (code = end.code)));
    const ready = async () => {
      if (code !== undefined) throw new Error(`it ended with ${code}`);
      const response = await fetch(`${url}/readyz`).catch(() => null);
      return response?.ok || undefined;
    };
    await waitFor(ready, "a product that is ready", readyWithinMs).catch((error: unknown) => {
      throw new Error(`the product did not start:\n${output()}`, { cause: error });
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = running;
    if (ending === null) return null;
    earlier = output();
    running = null;
    ending.kill(signal);
    return (await ending.ended).code;
  };

  await start();
  return {
    url,
    output,
    kill: async () => {
      await end("SIGKILL");
    },
    start,
    stop: () => end("SIGTERM"),
  };
}

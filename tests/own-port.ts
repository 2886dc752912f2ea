import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give out by themselves (from 32768 on Linux). */
const [FIRST, LAST] = [20_000, 32_000];
/** Ports of one process; the next one begins after them. */
const EACH = 40;

let next = FIRST + ((process.pid * EACH) % (LAST - FIRST));

/**
 * Returns a port for a process that needs to know it beforehand, or keeps it over restarts. The
 * system gives it to no connection, and no other test process gets it.
 */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < LAST - FIRST; tries += 1) {
    const port = next;
    next = next + 1 < LAST ? next + 1 : FIRST;
    if (await isFree(port)) return port;
  }
  throw new Error("no free port");
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}

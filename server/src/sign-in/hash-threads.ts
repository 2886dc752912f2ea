import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Message to a hash thread: a secret to hash, or to verify against a hash. */
export interface HashTask {
  readonly secret: string;
  /** Hash to verify against; null to hash the secret. */
  readonly against: string | null;
  /** Cost of the hash: memory in KiB, passes and lanes. */
  readonly options: {
    readonly memoryCost: number;
    readonly timeCost: number;
    readonly parallelism: number;
  };
}

const idle: Worker[] = [];

/**
 * Hashes or verifies a secret in a low-priority thread, so that sign-ins never delay bids. Returns
 * the hash, or whether the secret matches. If the thread fails, the task fails with it.
 */
export async function inHashThread(task: HashTask): Promise<unknown> {
  const thread = idle.pop() ?? startThread();
  // Only a busy thread keeps the process alive.
  thread.ref();
  const answered = once(thread, "message");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  thread.postMessage(task);
  const [answer]: unknown[] = await answered;
  thread.unref();
  idle.push(thread);
  return answer;
}

function startThread(): Worker {
  const thread = new Worker(new URL("hash-worker.ts", import.meta.url), { execArgv: [] });
  thread.on("error", () => {
    const place = idle.indexOf(thread);
    if (place !== -1) idle.splice(place, 1);
  });
  return thread;
}

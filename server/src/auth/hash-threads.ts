import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A secret to be hashed, or held against a hash. */
export interface HashTask {
  readonly secret: string;
  /** Null to hash the secret. */
  readonly against: string | null;
  /** What a hash costs: memory in KiB, passes and lanes. */
  readonly options: {
    readonly memoryCost: number;
    readonly timeCost: number;
    readonly parallelism: number;
  };
}

const idle: Worker[] = [];

/**
 * Works on a task in a thread of low priority, so that who signs in never makes bids wait: the hash of
 * a secret, or whether it is the one that was hashed. A thread that fails is given up with its task.
 */
export async function inHashThread(task: HashTask): Promise<unknown> {
  const thread = idle.pop() ?? startThread();
  // Only a thread at work keeps the process alive.
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

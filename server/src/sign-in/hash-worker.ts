import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import type { HashTask } from "./hash-threads.ts";

/** Lower priority than the rest of the process, as a `nice` value. */
const PRIORITY = 10;

// On other systems this would change the priority of the whole process.
if (process.platform === "linux") {
  try {
    setPriority(PRIORITY);
  } catch {
    // If the system refuses it, the thread runs at normal priority.
  }
}

parentPort?.on("message", ({ secret, against, options }: HashTask) => {
  const answer = against === null ? hashSync(secret, options) : verifySync(against, secret);
  // Unlike a window, a worker has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer);
});

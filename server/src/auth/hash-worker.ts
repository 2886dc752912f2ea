import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import type { HashTask } from "./hash-threads.ts";

/** Lower than the rest of the process, as `nice` counts. */
const PRIORITY = 10;

// Elsewhere it would be the priority of the whole process.
if (process.platform === "linux") {
  try {
    setPriority(PRIORITY);
  } catch {
    // Where the system does not let it go lower, it works as any thread does.
  }
}

parentPort?.on("message", ({ secret, against, options }: HashTask) => {
  const answer = against === null ? hashSync(secret, options) : verifySync(against, secret);
  // A thread has no other origin to name, unlike a window.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer);
});

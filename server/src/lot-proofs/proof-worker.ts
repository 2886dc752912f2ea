import { parentPort, workerData } from "node:worker_threads";
import { provedLot } from "./prove.ts";

// Unlike a window, a worker has no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(provedLot(workerData));

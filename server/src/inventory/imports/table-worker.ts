import type { Message } from "@gavelyard/messages/text";
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { FileFault } from "./file-fault.ts";
import { tableOf, type Table } from "./table.ts";

/** Message from the thread that read a file. */
export type TableAnswer = { readonly table: Table } | { readonly fault: Message };

async function answer(): Promise<TableAnswer> {
  try {
    if (typeof workerData !== "string") throw new Error("a thread was given no file");
    return { table: await tableOf(await readFile(workerData)) };
  } catch (error) {
    if (error instanceof FileFault) return { fault: error.said };
    throw error;
  }
}

// Unlike a window, a worker has no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await answer());

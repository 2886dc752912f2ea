import type { Message } from "@gavelyard/messages/text";
import { parentPort, workerData } from "node:worker_threads";
import { FileFault } from "./file-fault.ts";
import { tableOf, type Table, type TableChoice } from "./table.ts";

/** What a thread is to read. */
export interface TableTask {
  readonly bytes: Uint8Array;
  readonly choice: TableChoice;
}

/** Message from the thread that read a file. */
export type TableAnswer = { readonly table: Table } | { readonly fault: Message };

async function answer({ bytes, choice }: TableTask): Promise<TableAnswer> {
  try {
    return {
      table: await tableOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), choice),
    };
  } catch (error) {
    if (error instanceof FileFault) return { fault: error.said };
    throw error;
  }
}

// Unlike a window, a worker has no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await answer(workerData as TableTask));

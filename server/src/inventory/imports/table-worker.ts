import type { Message } from "@gavelyard/messages/text";
import { parentPort, workerData } from "node:worker_threads";
import { FileFault } from "./file-fault.ts";
import { tableOf, type Table, type TableChoice, type TableRow } from "./table.ts";

/** What a thread is to read. */
export interface TableTask {
  readonly bytes: Uint8Array;
  readonly choice: TableChoice;
}

/**
 * Message from the thread that read a file: some of its rows, and at the end the table without them, or
 * what is wrong with the file.
 */
export type TableAnswer =
  | { readonly rows: readonly TableRow[] }
  | { readonly table: Omit<Table, "rows"> }
  | { readonly fault: Message };

/** Receiving many rows at once would keep the process from everything else. */
const ROWS_AT_ONCE = 500;

async function* answers({ bytes, choice }: TableTask): AsyncGenerator<TableAnswer> {
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const { rows, ...table } = await tableOf(file, choice);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      yield { rows: rows.slice(at, at + ROWS_AT_ONCE) };
    yield { table };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    yield { fault: error.said };
  }
}

for await (const answer of answers(workerData as TableTask)) {
  // Unlike a window, a worker has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer);
}

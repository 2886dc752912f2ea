import { msg, type Message } from "@gavelyard/messages/text";
import { on } from "node:events";
import { setImmediate as breathe } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { badFields, badRequest, tooMany } from "../../refusal.ts";
import type { Table, TableChoice, TableRow } from "./table.ts";
import type { TableAnswer, TableTask } from "./table-worker.ts";

const TIMEOUT_MS = 30_000;
const MAX_HEAP_MB = 256;
const MAX_AT_ONCE = 2;
let running = 0;

/**
 * Reads a CSV or XLSX file in a worker thread, so that a large file blocks no other request, with
 * limits on time and memory.
 * @throws Refusal 400 with what is wrong with the file, 429 while two other files are being read
 */
export async function readTable(
  bytes: Buffer,
  choice: TableChoice = {},
  maxHeapMb = MAX_HEAP_MB,
): Promise<Table> {
  if (running >= MAX_AT_ONCE) {
    throw tooMany(msg("Other files are being processed. Try again in a moment."), 5);
  }
  running += 1;
  const task: TableTask = { bytes, choice };
  const worker = new Worker(new URL("./table-worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    execArgv: [],
  });
  try {
    const rows: TableRow[] = [];
    const messages = on(worker, "message", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    for await (const [answer] of messages as AsyncIterableIterator<[TableAnswer]>) {
      if ("fault" in answer) throw badFields([issueOf(answer.fault)]);
      if ("table" in answer) return { ...answer.table, rows };
      rows.push(...answer.rows);
      // Messages that wait come in one turn.
      await breathe();
    }
    throw new Error("a file was not read");
  } catch (error) {
    if (error instanceof Error && /AbortError|TimeoutError/.test(error.name)) throw tooHeavy();
    if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") {
      throw tooHeavy();
    }
    throw error;
  } finally {
    running -= 1;
    await worker.terminate();
  }
}

const issueOf = (message: Message) => ({ path: "file", message });
const tooHeavy = () =>
  badRequest(msg("file: The file takes too long to read. Save it as CSV, or split it."), [
    issueOf(msg("The file takes too long to read")),
  ]);

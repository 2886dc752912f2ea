import Papa from "papaparse";
import type { FastifyReply } from "fastify";
import { Readable } from "node:stream";
import { attachment } from "./send-document.ts";

/** Byte order mark, by which spreadsheets recognize UTF-8. */
const MARK = "\uFEFF";

/**
 * Returns rows as CSV, each with a line end. Puts an apostrophe before text that a spreadsheet
 * would run as a formula.
 */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return "";
  return `${Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: true },
  )}\r\n`;
}

/**
 * Streams a CSV file as the response; caches don't keep it. If the first chunk fails, the client
 * gets an error response; if a later one fails, the response is cut off.
 */
export async function sendCsv(
  reply: FastifyReply,
  fileName: string,
  chunks: AsyncGenerator<string>,
): Promise<void> {
  const first = await chunks.next();
  async function* marked() {
    yield MARK;
    if (first.done !== true) yield first.value;
    yield* chunks;
  }
  await reply
    .header("Content-Disposition", attachment(fileName))
    .type("text/csv; charset=utf-8")
    .send(Readable.from(marked()));
}

import Papa from "papaparse";
import type { FastifyReply } from "fastify";
import { Readable } from "node:stream";
import { attachment } from "../../documents/send-document.ts";

/** The mark tells spreadsheets that the text is UTF-8. */
const MARK = "\uFEFF";

/** Rows as CSV lines, each ended; what a spreadsheet would take for a formula gets an apostrophe. */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return "";
  return `${Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: true },
  )}\r\n`;
}

/**
 * Answers with a CSV file that is written while it is read; no cache keeps it. What fails before the
 * first piece is an ordinary refusal, what fails later cuts the answer off.
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

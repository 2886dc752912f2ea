import Papa from "papaparse";
import { saveFile } from "./save-file.ts";

/** Saves rows as a CSV file that spreadsheets open: what they would take for a formula is text there. */
export function saveCsv(
  name: string,
  rows: readonly Readonly<Record<string, string | number | null>>[],
): void {
  const text = Papa.unparse([...rows], { escapeFormulae: true });
  // The mark tells older spreadsheets that the text is UTF-8.
  saveFile(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }), name);
}

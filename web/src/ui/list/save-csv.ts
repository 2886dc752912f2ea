import Papa from "papaparse";
import { saveFile } from "../save-file.ts";

/** Saves rows as a CSV file for spreadsheets; text that looks like a formula is escaped. */
export function saveCsv(
  name: string,
  rows: readonly Readonly<Record<string, string | number | null>>[],
): void {
  const text = Papa.unparse([...rows], { escapeFormulae: true });
  // The byte order mark tells older spreadsheets that the text is UTF-8.
  saveFile(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }), name);
}

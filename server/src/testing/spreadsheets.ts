import { strToU8, zipSync } from "fflate";

/** A cell of a test workbook. A formula includes its cached value. */
export type SheetCell =
  | string
  | number
  | boolean
  | null
  | { readonly date: string }
  | { readonly formula: string; readonly value: number };

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function cellXml(cell: SheetCell): string {
  if (cell === null) return "<c/>";
  if (typeof cell === "string") return `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if ("date" in cell) return `<c s="1"><v>${Date.parse(cell.date) / 86_400_000 + 25_569}</v></c>`;
  return `<c><f>${escaped(cell.formula)}</f><v>${cell.value}</v></c>`;
}

function lettersOf(column: number): string {
  const rest = String.fromCharCode(65 + (column % 26));
  return column < 26 ? rest : lettersOf(Math.floor(column / 26) - 1) + rest;
}

function sheetXml(rows: readonly (readonly SheetCell[])[]): string {
  const body = rows.map((cells, row) => {
    const inner = cells.map((cell, column) =>
      cellXml(cell).replace("<c", `<c r="${lettersOf(column)}${row + 1}"`),
    );
    return `<row r="${row + 1}">${inner.join("")}</row>`;
  });
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body.join("")}</sheetData></worksheet>`;
}

export function workbook(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
  hidden: readonly string[] = [],
): Buffer {
  return packed(
    Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, sheetXml(rows)])),
    hidden,
  );
}

/**
 * Returns a workbook with one sheet, given as raw XML. Its styles are: 0 none, 1 a date, 2 five
 * digits, 3 the year of a date, 4 a percentage.
 */
export function workbookOf(sheet: string): Buffer {
  return packed({ Units: sheet });
}

function packed(sheets: Readonly<Record<string, string>>, hidden: readonly string[] = []): Buffer {
  const names = Object.keys(sheets);
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packaged = "http://schemas.openxmlformats.org/package/2006";
  const kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const files: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
      .map((name, n) => {
        const state = hidden.includes(name) ? ' state="hidden"' : "";
        return `<sheet name="${name}"${state} sheetId="${n + 1}" r:id="rId${n + 1}"/>`;
      })
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packaged}/relationships">${names
      .map(
        (_, n) =>
          `<Relationship Id="rId${n + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="rIdS" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="yyyy"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
  };
  names.forEach((name, n) => {
    files[`xl/worksheets/sheet${n + 1}.xml`] = sheets[name] ?? "";
  });
  return archive(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  );
}

export function archive(files: Readonly<Record<string, Uint8Array>>): Buffer {
  return Buffer.from(zipSync(files, { level: 6 }));
}

/** Returns CSV with every cell quoted. */
export function csv(rows: readonly (readonly string[])[], separator = ","): Buffer {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return Buffer.from(strToU8(rows.map((row) => row.map(quoted).join(separator)).join("\r\n")));
}

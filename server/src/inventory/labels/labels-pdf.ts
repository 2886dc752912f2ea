import { t } from "@gavelyard/messages/text";
import { setImmediate as nextTurn } from "node:timers/promises";
import { encode } from "uqr";
import { INK, MUTED, printable, renderPdf, type Pdf } from "../../documents/pdf.ts";
import { code128 } from "./code-128.ts";
import type { LabelledUnit } from "./labels-sql.ts";

/** Avery 5163, in points: two columns of five labels of 4 by 2 inches on US letter. */
const sheet = { left: 11.25, top: 36, width: 288, height: 144, step: 301.5, columns: 2, rows: 5 };
const PADDING = 12;
const QR = 96;
/** Width of a barcode's thinnest bar, the least that scanners read well: 0.33 mm. */
const BAR = 0.94;
const BAR_HEIGHT = 26;

/** Renders a label for each unit (D91). The QR code leads to the unit's page. */
export async function labelsPdf(
  units: readonly LabelledUnit[],
  publicUrl: string,
): Promise<Buffer> {
  const perPage = sheet.columns * sheet.rows;
  return renderPdf(
    { title: t("Labels"), issuedAt: new Date(0).toISOString(), margin: 0 },
    async (pdf) => {
      for (const [at, unit] of units.entries()) {
        const place = at % perPage;
        if (place === 0 && at > 0) pdf.addPage();
        const x = sheet.left + (place % sheet.columns) * sheet.step;
        const y = sheet.top + Math.floor(place / sheet.columns) * sheet.height;
        drawLabel(pdf, unit, `${publicUrl}/truck/${unit.id}`, x, y);
        // Bids don't wait for the rest of the sheet.
        await nextTurn();
      }
    },
  );
}

function drawLabel(pdf: Pdf, unit: LabelledUnit, link: string, x: number, y: number): void {
  const width = sheet.width - 3 * PADDING - QR;
  const left = x + PADDING;
  const line = (text: string, top: number, size: number, font = "Helvetica") =>
    pdf
      .font(font)
      .fontSize(size)
      .text(printable(text), left, y + top, { width, height: size * 1.2, ellipsis: true });
  pdf.fillColor(INK);
  line(unit.stockNumber, 10, 20, "Helvetica-Bold");
  line(unit.name, 34, 11, "Helvetica-Bold");
  line(unit.vin ?? t("No VIN"), 50, 10, "Courier-Bold");
  pdf.fillColor(MUTED);
  line(unit.yard, 65, 9);
  if (unit.lotNumber !== null)
    line(
      t("Lot {lotNumber}, {auction}", {
        lotNumber: unit.lotNumber,
        auction: unit.auction ?? "",
      }),
      77,
      9,
    );
  pdf.fillColor("#000");
  drawQr(pdf, link, x + sheet.width - PADDING - QR, y + 10);
  drawBars(pdf, unit.stockNumber, left, y + sheet.height - PADDING - BAR_HEIGHT);
}

function drawQr(pdf: Pdf, text: string, x: number, y: number): void {
  const { data, size } = encode(text, { border: 2, ecc: "M" });
  const dot = QR / size;
  for (const [row, dots] of data.entries())
    for (const [column, isDark] of dots.entries())
      if (isDark) pdf.rect(x + column * dot, y + row * dot, dot, dot);
  pdf.fill();
}

function drawBars(pdf: Pdf, text: string, x: number, y: number): void {
  const widths = code128(text);
  // A long stock number gets thinner bars rather than none.
  const bar = Math.min(
    BAR,
    (sheet.width - 2 * PADDING) / widths.reduce((sum, one) => sum + one, 0),
  );
  let at = x;
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) pdf.rect(at, y, width * bar, BAR_HEIGHT);
    at += width * bar;
  }
  pdf.fill();
}

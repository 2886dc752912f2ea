import type { AuctionForStaff, AuctionPrint } from "@gavelyard/contract/auctions/auctions-staff";
import { codeName } from "@gavelyard/domain/code-names";
import { formatDollars } from "@gavelyard/domain/money";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { groupThousands, plural, say, t } from "@gavelyard/messages/text";
import { setImmediate as nextTurn } from "node:timers/promises";
import { INK, MUTED, printable, renderPdf, type Pdf } from "../documents/pdf.ts";
import type { PrintedLot } from "./run-list-sql.ts";

const MARGIN = 36;
const ROW = 30;

interface PrintedColumn {
  readonly title: string;
  /** In points; together they fill a US letter page between its margins. */
  readonly width: number;
  readonly right?: true;
  /** A line in ink, and one under it in gray. */
  readonly lines: (lot: PrintedLot) => readonly [string, string?];
}

const distanceOf = ({ odometer, odometerUnit }: PrintedLot): string => {
  if (odometer === null) return "";
  const distance = groupThousands(String(odometer));
  return odometerUnit === "KM"
    ? t("{distance} km", { distance })
    : t("{distance} mi", { distance });
};

const columnsOf = (kind: AuctionPrint): readonly PrintedColumn[] => [
  { title: t("Lot"), width: 40, lines: ({ lotNumber }) => [lotNumber] },
  { title: t("Unit"), width: 195, lines: ({ name, vin }) => [name, vin ?? ""] },
  {
    title: t("Stock number"),
    width: 80,
    lines: (lot) => [lot.stockNumber, kind === "CATALOG" ? distanceOf(lot) : ""],
  },
  {
    title: t("Location"),
    width: 105,
    lines: ({ place, titleBrand }) => [place, say(codeName(titleBrand))],
  },
  {
    title: t("Starting price"),
    width: 60,
    right: true,
    lines: ({ startingCents }) => [formatDollars(startingCents)],
  },
  {
    // Buyers write here what they want to pay.
    title: kind === "CATALOG" ? t("Your notes") : t("Reserve [price]"),
    width: 60,
    right: true,
    lines: ({ reserveCents }) => [
      kind === "CATALOG" ? "" : reserveCents === null ? t("None") : formatDollars(reserveCents),
    ],
  },
];

/** Renders the lots of an auction on as many US letter pages as they take (D92). */
export async function auctionPdf(
  { auctionName, startTime, timeZone }: AuctionForStaff,
  lots: readonly PrintedLot[],
  kind: AuctionPrint,
): Promise<Buffer> {
  const what = kind === "CATALOG" ? t("Catalog") : t("Run list with reserves, for staff only");
  const columns = columnsOf(kind);
  const about = [
    what,
    formatDateTime(startTime, timeZone),
    plural(lots.length, "{n} lot", "{n} lots"),
  ].join(" · ");
  return renderPdf(
    { title: auctionName, issuedAt: new Date(0).toISOString(), margin: MARGIN },
    async (pdf) => {
      drawHead(pdf, auctionName, about, columns);
      for (const lot of lots) {
        if (pdf.y + ROW > pdf.page.height - MARGIN) {
          pdf.addPage();
          drawHead(pdf, auctionName, about, columns);
        }
        drawLot(pdf, lot, columns);
        // Bids don't wait for the rest of the list.
        await nextTurn();
      }
    },
  );
}

/** Draws texts of a row, each in its column. */
function drawCells(
  pdf: Pdf,
  columns: readonly PrintedColumn[],
  y: number,
  textOf: (column: PrintedColumn) => string,
): void {
  let x = MARGIN;
  for (const column of columns) {
    pdf.text(printable(textOf(column)), x, y, {
      width: column.width - 6,
      height: 11,
      ellipsis: true,
      align: column.right === true ? "right" : "left",
    });
    x += column.width;
  }
}

function drawHead(pdf: Pdf, name: string, about: string, columns: readonly PrintedColumn[]): void {
  pdf.font("Helvetica-Bold").fontSize(14).fillColor(INK).text(printable(name), MARGIN, MARGIN);
  pdf.font("Helvetica").fontSize(9).fillColor(MUTED).text(printable(about));
  const y = pdf.y + 8;
  drawCells(pdf.fontSize(8), columns, y, ({ title }) => title);
  pdf.y = y + 14;
}

function drawLot(pdf: Pdf, lot: PrintedLot, columns: readonly PrintedColumn[]): void {
  const { y } = pdf;
  const edge = columns.reduce((sum, { width }) => sum + width, MARGIN);
  pdf.moveTo(MARGIN, y).lineTo(edge, y).lineWidth(0.5).strokeColor(MUTED).stroke();
  pdf.font("Helvetica-Bold").fontSize(9).fillColor(INK);
  drawCells(pdf, columns, y + 5, ({ lines }) => lines(lot)[0]);
  pdf.font("Helvetica").fontSize(8).fillColor(MUTED);
  drawCells(pdf, columns, y + 17, ({ lines }) => lines(lot)[1] ?? "");
  pdf.y = y + ROW;
}

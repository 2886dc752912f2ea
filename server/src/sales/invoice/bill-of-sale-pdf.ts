import type { Invoice } from "@gavelyard/contract/sales/payments";
import { codeName } from "@gavelyard/domain/code-names";
import { formatDate } from "@gavelyard/domain/time-zone";
import { groupThousands, say, t } from "@gavelyard/messages/text";
import { MARGIN, printable, renderPdf, rightEdge, type Pdf } from "../../documents/pdf.ts";
import { drawAbout, drawLetterhead, factRow, row, rule, type Letterhead } from "./pdf-page.ts";
import type { SoldUnit } from "./sold-unit-sql.ts";

/**
 * Renders the bill of sale of a paid unit and, on a second page, the data for the odometer
 * disclosure, which itself stays on the state's form (D82).
 */
export function billOfSalePdf(invoice: Invoice, unit: SoldUnit, site: Letterhead): Promise<Buffer> {
  const { number, issuedAt, timeZone } = invoice;
  const soldOn = formatDate(unit.sold_at.getTime(), timeZone);
  const about = [number, t("Sold {date}", { date: soldOn })];
  return renderPdf({ title: t("Bill of sale {number}", { number }), issuedAt }, (pdf) => {
    drawLetterhead(pdf, site, t("Bill of sale"), about);
    drawParties(pdf, invoice);
    drawUnit(pdf, invoice, unit, site);
    factRow(pdf, t("Title brand"), say(codeName(unit.title_brand)));
    rule(pdf);
    for (const { label, amount } of invoice.lines) row(pdf, label, amount);
    pdf.font("Helvetica-Bold");
    row(pdf, t("Total, paid in full"), invoice.total);
    drawText(
      pdf,
      t(
        "The seller sells and transfers the unit above to the buyer for the price above. The unit is sold as is, where is, without any warranty, express or implied.",
      ),
    );
    drawSignatures(pdf);

    pdf.addPage();
    drawLetterhead(pdf, site, t("Odometer data"), about);
    drawParties(pdf, invoice);
    drawUnit(pdf, invoice, unit, site);
    factRow(
      pdf,
      t("Odometer"),
      unit.odometer === null
        ? t("Not recorded")
        : unit.odometer_unit === "KM"
          ? t("{distance} km", { distance: groupThousands(String(unit.odometer)) })
          : t("{distance} mi", { distance: groupThousands(String(unit.odometer)) }),
    );
    factRow(pdf, t("Odometer reading"), say(codeName(unit.odometer_brand)));
    rule(pdf);
    drawText(
      pdf,
      t(
        "This sheet has the data for the odometer disclosure. The disclosure itself is made and signed on the title or on the form of your state.",
      ),
    );
  });
}

function drawParties(pdf: Pdf, invoice: Invoice): void {
  const { lotNumber, auctionName, stockNumber } = invoice;
  drawAbout(pdf, invoice.billTo, [
    t("For"),
    [
      invoice.name,
      t("Lot {lotNumber}, {auctionName}", { lotNumber, auctionName }),
      t("Stock {stockNumber}", { stockNumber }),
    ],
  ]);
  rule(pdf);
}

function drawUnit(pdf: Pdf, invoice: Invoice, unit: SoldUnit, site: Letterhead): void {
  const { name, companyName } = invoice.billTo;
  factRow(pdf, t("Seller"), `Gavelyard, ${site.address}`);
  factRow(pdf, t("Buyer"), [companyName, name].filter((one) => one !== null).join(", "));
  factRow(pdf, "VIN", invoice.vin ?? t("None"));
  factRow(pdf, t("Model year"), String(unit.model_year));
  factRow(pdf, t("Make"), unit.manufacturer);
  factRow(pdf, t("Model"), unit.model);
  if (unit.body_style !== null) factRow(pdf, t("Body style"), unit.body_style);
}

function drawText(pdf: Pdf, text: string): void {
  pdf.font("Helvetica").fontSize(10);
  pdf.text(printable(text), MARGIN, pdf.y + 14, { width: rightEdge(pdf) - MARGIN });
}

function drawSignatures(pdf: Pdf): void {
  const half = (rightEdge(pdf) - MARGIN) / 2;
  const y = pdf.y + 56;
  for (const [at, name] of [t("Seller"), t("Buyer")].entries()) {
    const x = MARGIN + at * half;
    pdf
      .moveTo(x, y)
      .lineTo(x + half - 24, y)
      .stroke();
    pdf.text(printable(t("{name}, signature and date", { name })), x, y + 6, { width: half - 24 });
  }
}
